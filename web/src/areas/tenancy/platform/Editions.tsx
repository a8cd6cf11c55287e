// Settings of the platform: editions, which say what the tenants that have one may switch on.
import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Layers, Pencil, Plus, Trash2 } from 'lucide-react';
import { Button, Checkbox, ConfirmDialog, EmptyState, ErrorNote, Field, Input, Skeleton, Table, TBody, Td, Th, THead, Tr } from '@waybill/plugin';
import { useForm } from '@waybill/plugin/forms';
import { api } from '../../../api/client.ts';
import { queryClient } from '../../../api/query-client.ts';
import { useT } from '../../../lib/i18n.ts';
import { FormDialog } from '../../../shell/FormDialog.tsx';
import { toast } from '../../../shell/toast.tsx';
import { featureRows } from '../features/features.ts';
import { SectionHeading } from '../settings/SectionHeading.tsx';
import { editionName, editionQuery, editionsQuery, platformKey, type Edition } from './queries.ts';

function EditionDialog({ edition, onClose }: { edition: Edition | null; onClose: () => void }) {
  const t = useT();
  const stored = useQuery({ ...editionQuery(edition?.id ?? 0), staleTime: 0 });
  const [typed, setTyped] = useState<Record<string, string>>({});
  const form = useForm({ values: { displayName: edition?.displayName ?? '', name: edition?.name ?? '' }, resetOptions: { keepDirtyValues: true } });
  const { errors } = form.formState;
  const rows = stored.data ? featureRows({ features: stored.data.features, featureValues: stored.data.edition.featureValues }) : [];
  // What an edition does not name, it does not limit.
  const values: Record<string, string> = {
    ...Object.fromEntries(rows.map(({ feature, isSwitch }) => [feature.name, isSwitch ? 'true' : ''])),
    ...Object.fromEntries((stored.data?.edition.featureValues ?? []).map((one) => [one.name, one.value ?? ''])),
    ...typed,
  };
  const limits = () => Object.entries(values).flatMap(([feature, value]) => (value === 'true' || value === '' ? [] : [{ name: feature, value }]));
  const save = async ({ name, displayName }: { name: string; displayName: string }) => {
    await api.post('/api/core/platform/createorupdateedition', {
      edition: {
        ...(edition ? { id: edition.id, rowVersion: stored.data?.edition.rowVersion } : {}),
        name: name || editionName(displayName),
        displayName: displayName.trim(),
        featureValues: limits(),
      },
    });
    await queryClient.invalidateQueries({ queryKey: platformKey });
    toast({ title: t('{name} is saved', { name: displayName }) });
  };
  return (
    <FormDialog form={form} title={edition ? t('Edit {name}', { name: edition.displayName }) : t('New edition')} disabled={!stored.data} save={save} onClose={onClose}>
      <Field label={t('Name')} error={errors.displayName?.message ?? errors.name?.message}>
        <Input {...form.register('displayName', { validate: (text) => text.trim() !== '' || t('Give it a name') })} maxLength={64} autoComplete="off" />
      </Field>
      {stored.isError && <ErrorNote error={stored.error} onRetry={() => void stored.refetch()} />}
      {stored.isPending && <Skeleton className="h-40" />}
      {stored.data && (
        <fieldset className="grid gap-2">
          <legend className="mb-1 text-[13px] font-medium">{t('Its tenants may use')}</legend>
          {rows.map(({ feature, depth, isSwitch }) => (
            <div key={feature.name} style={{ paddingInlineStart: `${depth * 1.5}rem` }}>
              {isSwitch ? (
                <Checkbox label={t(feature.displayName)} hint={feature.description ? t(feature.description) : undefined} checked={values[feature.name] === 'true'} onChange={(event) => setTyped({ ...typed, [feature.name]: String(event.target.checked) })} />
              ) : (
                <Field label={t(feature.displayName)} hint={feature.description ? t(feature.description) : undefined} optional className="max-w-56">
                  <Input value={values[feature.name] ?? ''} onChange={(event) => setTyped({ ...typed, [feature.name]: event.target.value })} />
                </Field>
              )}
            </div>
          ))}
        </fieldset>
      )}
    </FormDialog>
  );
}

export default function Editions() {
  const t = useT();
  const editions = useQuery(editionsQuery);
  const [editing, setEditing] = useState<Edition | 'new' | null>(null);
  const [deleting, setDeleting] = useState<Edition | null>(null);
  const add = { text: t('New edition'), icon: <Plus aria-hidden />, primary: true, onClick: () => setEditing('new') };
  return (
    <>
      <SectionHeading title={t('Editions')} description={t('What the tenants that have an edition may switch on.')} actions={editions.data?.length ? [add] : []} />
      {editions.isError ? (
        <ErrorNote title={t('The editions could not be loaded')} error={editions.error} onRetry={() => void editions.refetch()} />
      ) : editions.data?.length === 0 ? (
        <EmptyState
          icon={<Layers />}
          title={t('No editions yet')}
          description={t('Without an edition a tenant may switch on everything.')}
          action={
            <Button onClick={add.onClick}>
              <Plus aria-hidden /> {t('New edition')}
            </Button>
          }
        />
      ) : (
        <Table label={t('Editions')}>
          <THead>
            <tr>
              <Th>{t('Name')}</Th>
              <Th>
                <span className="sr-only">{t('Actions')}</span>
              </Th>
            </tr>
          </THead>
          <TBody>
            {editions.data?.map((edition) => (
              <Tr key={edition.id}>
                <Td className="font-medium break-words">{edition.displayName}</Td>
                <Td className="w-px text-end whitespace-nowrap">
                  <Button variant="ghost" size="icon" className="size-7" aria-label={t('Edit {name}', { name: edition.displayName })} onClick={() => setEditing(edition)}>
                    <Pencil aria-hidden />
                  </Button>
                  <Button variant="ghost" size="icon" className="size-7" aria-label={t('Delete {name}', { name: edition.displayName })} onClick={() => setDeleting(edition)}>
                    <Trash2 aria-hidden />
                  </Button>
                </Td>
              </Tr>
            )) ?? (
              <tr>
                <Td colSpan={2}>
                  <Skeleton />
                </Td>
              </tr>
            )}
          </TBody>
        </Table>
      )}
      {editing && <EditionDialog edition={editing === 'new' ? null : editing} onClose={() => setEditing(null)} />}
      <ConfirmDialog
        open={deleting !== null}
        onOpenChange={(open) => !open && setDeleting(null)}
        title={t('Delete {name}?', { name: deleting?.displayName ?? '' })}
        description={t('Tenants that have it may then switch on everything.')}
        confirmLabel={t('Delete')}
        destructive
        onConfirm={async () => {
          if (!deleting?.id) return;
          await api.del('/api/core/platform/deleteedition', { id: deleting.id });
          await queryClient.invalidateQueries({ queryKey: platformKey });
          toast({ title: t('{name} is deleted', { name: deleting.displayName }) });
        }}
      />
    </>
  );
}
