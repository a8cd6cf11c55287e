// Platform settings: editions and their features.
import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Layers, Pencil, Plus, Trash2 } from 'lucide-react';
import { Button, Checkbox, ConfirmDialog, Dialog, ErrorNote, Skeleton } from '@waybill/plugin';
import { Controller } from '@waybill/plugin/forms';
import { api } from '../../../api/client.ts';
import { EditionRequest } from '../../../api/resources/tenancy.gen.ts';
import { queryClient } from '../../../api/query-client.ts';
import { RecordList } from '../../../kit/list/RecordList.tsx';
import { useList } from '../../../kit/list/use-list.ts';
import { mutate } from '../../../kit/mutate.ts';
import { useT } from '../../../lib/i18n.ts';
import { TextField } from '../../../kit/form-fields.tsx';
import { useRecordForm } from '../../../kit/form.ts';
import { FormDialog } from '../../../kit/FormDialog.tsx';
import { useProduct } from '../../../shell/product.ts';
import { featureRows } from '../features/features.ts';
import {
  editionName,
  editionQuery,
  fetchEditions,
  platformKey,
  type Edition,
  type EditionForEdit,
} from './queries.ts';

interface EditionValues {
  displayName: string;
  /** Values by index: dots in field names are paths. */
  features: { value: string }[];
}

/** Unlisted features are unlimited. */
function valuesOf({ edition, features }: EditionForEdit): EditionValues {
  const set = new Map(edition.featureValues.map((one) => [one.name, one.value ?? '']));
  return {
    displayName: edition.displayName,
    features: featureRows({ features, featureValues: edition.featureValues }).map(
      ({ feature, isSwitch }) => ({ value: set.get(feature.name) ?? (isSwitch ? 'true' : '') }),
    ),
  };
}

function EditionForm({ stored, onClose }: { stored: EditionForEdit; onClose: () => void }) {
  const t = useT();
  const { id, displayName: before } = stored.edition;
  const hasProduct = useProduct();
  const rows = featureRows({
    features: stored.features,
    featureValues: stored.edition.featureValues,
  });
  const form = useRecordForm({
    record: stored,
    values: valuesOf,
    rules: {
      displayName: { needed: t('Enter a name'), limits: EditionRequest.fields.displayName },
    },
    members: { 'edition.name': 'displayName' },
    save: ({ displayName, features }, { edition }) =>
      api.post('/api/core/platform/createorupdateedition', {
        edition: {
          ...(edition.id ? { id: edition.id, rowVersion: edition.rowVersion } : {}),
          name: edition.name || editionName(displayName),
          displayName: displayName.trim(),
          featureValues: rows.flatMap(({ feature: { name } }, index) => {
            const value = features[index]?.value.trim() ?? '';
            return value === 'true' || value === '' ? [] : [{ name, value }];
          }),
        },
      }),
    stale: [platformKey],
    notice: (_, { displayName }) => t('{name} saved', { name: displayName }),
    saved: onClose,
    ...(id ? { newest: () => queryClient.fetchQuery({ ...editionQuery(id), staleTime: 0 }) } : {}),
  });
  return (
    <FormDialog
      of={form}
      title={id ? t('Edit {name}', { name: before }) : t('New edition')}
      onClose={onClose}
    >
      <TextField name="displayName" label={t('Name')} />
      <fieldset className="grid gap-2">
        <legend className="mb-1 text-[13px] font-medium">{t('Included features')}</legend>
        {rows.map(({ feature, depth, isSwitch }, index) => {
          if (!hasProduct(feature.name)) return null;
          const hint = feature.description ? t(feature.description) : undefined;
          return (
            <div key={feature.name} style={{ paddingInlineStart: `${depth * 1.5}rem` }}>
              {isSwitch ? (
                <Controller
                  control={form.form.control}
                  name={`features.${index}.value`}
                  render={({ field }) => (
                    <Checkbox
                      label={t(feature.displayName)}
                      hint={hint}
                      name={field.name}
                      ref={field.ref}
                      checked={field.value === 'true'}
                      onChange={(event) => field.onChange(String(event.target.checked))}
                    />
                  )}
                />
              ) : (
                <TextField
                  name={`features.${index}.value`}
                  label={t(feature.displayName)}
                  hint={hint}
                  optional
                  className="max-w-56"
                />
              )}
            </div>
          );
        })}
      </fieldset>
    </FormDialog>
  );
}

function EditionDialog({ edition, onClose }: { edition: Edition | null; onClose: () => void }) {
  const t = useT();
  const stored = useQuery({ ...editionQuery(edition?.id ?? 0), staleTime: 0, gcTime: 0 });
  if (stored.data) return <EditionForm stored={stored.data} onClose={onClose} />;
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={edition ? t('Edit {name}', { name: edition.displayName }) : t('New edition')}
    >
      {stored.isLoadingError ? (
        <ErrorNote error={stored.error} onRetry={() => void stored.refetch()} />
      ) : (
        <Skeleton className="h-40" />
      )}
    </Dialog>
  );
}

export default function Editions() {
  const t = useT();
  const [editing, setEditing] = useState<Edition | 'new' | null>(null);
  const [deleting, setDeleting] = useState<Edition | null>(null);
  const list = useList<Edition & { id: number }>({
    id: 'platform.editions',
    key: [...platformKey, 'editions'],
    fetch: fetchEditions,
    rowKey: (edition) => edition.id,
    name: (edition) => edition.displayName,
    columns: [
      {
        id: 'name',
        header: t('Name'),
        cell: (edition) => edition.displayName,
        csv: (edition) => edition.displayName,
        sort: 'displayName',
        fixed: true,
      },
      {
        id: 'word',
        header: t('Identifier'),
        cell: (edition) => <code className="text-xs">{edition.name}</code>,
        csv: (edition) => edition.name,
        sort: 'name',
        extra: true,
      },
    ],
    search: { fields: ['displayName', 'name'] },
    sort: 'displayName',
  });
  const add = () => setEditing('new');
  return (
    <>
      <RecordList
        list={list}
        title={t('Editions')}
        heading={{
          breadcrumbs: [{ text: t('Settings'), href: '/settings' }],
          description: t('Features that tenants with an edition can turn on.'),
          actions:
            list.total > 0 || list.narrowed
              ? [
                  {
                    text: t('New edition'),
                    keyName: 'new' as const,
                    icon: <Plus aria-hidden />,
                    primary: true,
                    onClick: add,
                  },
                ]
              : [],
        }}
        aside={(edition) => (
          <>
            <Button
              variant="ghost"
              size="icon"
              className="size-6"
              aria-label={t('Edit {name}', { name: edition.displayName })}
              onClick={() => setEditing(edition)}
            >
              <Pencil aria-hidden />
            </Button>
            <Button
              variant="ghost"
              size="icon"
              className="size-6"
              aria-label={t('Delete {name}', { name: edition.displayName })}
              onClick={() => setDeleting(edition)}
            >
              <Trash2 aria-hidden />
            </Button>
          </>
        )}
        texts={{
          failed: t('The editions could not be loaded'),
          search: { label: t('Search editions') },
          filter: t('Filter editions'),
          empty: {
            icon: <Layers />,
            title: t('No editions yet'),
            description: t('Tenants without an edition can turn on all features.'),
            action: (
              <Button onClick={add}>
                <Plus aria-hidden /> {t('New edition')}
              </Button>
            ),
          },
          none: { title: t('No matching editions'), clear: t('Show all') },
        }}
      />
      {editing && (
        <EditionDialog
          edition={editing === 'new' ? null : editing}
          onClose={() => setEditing(null)}
        />
      )}
      <ConfirmDialog
        open={deleting !== null}
        onOpenChange={(open) => !open && setDeleting(null)}
        title={t('Delete {name}?', { name: deleting?.displayName ?? '' })}
        description={t('Tenants with this edition can then turn on all features.')}
        confirmLabel={t('Delete')}
        destructive
        onConfirm={async () => {
          if (!deleting?.id) return;
          await mutate({
            call: () => api.del('/api/core/platform/deleteedition', { id: deleting.id }),
            stale: [platformKey],
            notice: t('{name} deleted', { name: deleting.displayName }),
          });
        }}
      />
    </>
  );
}
