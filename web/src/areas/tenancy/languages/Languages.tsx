// Settings: the languages people may choose, the one new people begin with, and the way to each one's texts.
import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Ellipsis, Pencil, Plus, Star, Text, Trash2 } from 'lucide-react';
import { Badge, Button, ConfirmDialog, DropdownMenu, errorMessage, ErrorNote, Skeleton, Switch, Table, TBody, Td, Th, THead, Tr } from '@waybill/plugin';
import { queryClient } from '../../../api/query-client.ts';
import { useT } from '../../../lib/i18n.ts';
import { target } from '../../../lib/href.ts';
import { toast } from '../../../shell/toast.tsx';
import type { SectionProps } from '../settings/section.ts';
import { SectionHeading } from '../settings/SectionHeading.tsx';
import { LanguageDialog } from './LanguageDialog.tsx';
import { LanguageTexts } from './LanguageTexts.tsx';
import { deleteLanguage, languagesKey, languagesQuery, saveLanguage, type Language, type LanguageDraft } from './queries.ts';

export default function Languages({ rest }: SectionProps) {
  return rest[0] ? <LanguageTexts key={rest[0]} name={rest[0]} /> : <List />;
}

function useChange() {
  const t = useT();
  return async (language: LanguageDraft, done: string) => {
    try {
      await saveLanguage(language);
      toast({ title: done });
    } catch (error) {
      toast({ title: t('{name} could not be changed', { name: language.displayName }), description: errorMessage(error), variant: 'destructive' });
    }
    await queryClient.invalidateQueries({ queryKey: languagesKey });
  };
}

function Row({ language, onEdit, onDelete }: { language: Language; onEdit: () => void; onDelete: () => void }) {
  const t = useT();
  const change = useChange();
  const { id, name, displayName, isDisabled, isDefault, isRightToLeft, rowVersion } = language;
  const same = { id, name, displayName, isRightToLeft, ...(rowVersion === undefined ? {} : { rowVersion }) };
  const texts = `/settings/languages/${name}`;
  return (
    <Tr>
      <Td className="max-w-64">
        <Link {...target(texts)} className="font-medium break-words text-link underline-offset-2 hover:underline">
          <bdi lang={name}>{displayName}</bdi>
        </Link>{' '}
        {isDefault && <Badge tone="info">{t('Default')}</Badge>}
      </Td>
      <Td className="text-muted-foreground max-sm:hidden">
        <bdi>{name}</bdi>
      </Td>
      <Td className="text-muted-foreground max-md:hidden">{isRightToLeft ? t('Right to left') : t('Left to right')}</Td>
      <Td>
        <Switch
          aria-label={t('{name} can be chosen', { name: displayName })}
          checked={!isDisabled}
          disabled={isDefault}
          onChange={(event) => void change({ ...same, isDisabled: !event.target.checked }, event.target.checked ? t('{name} can be chosen now', { name: displayName }) : t('{name} is no longer offered', { name: displayName }))}
        />
      </Td>
      <Td className="w-px text-end">
        <DropdownMenu
          label={t('Actions for {name}', { name: displayName })}
          trigger={
            <Button variant="ghost" size="icon" aria-label={t('Actions for {name}', { name: displayName })} className="size-7">
              <Ellipsis aria-hidden />
            </Button>
          }
          items={[
            { text: t('Texts'), icon: <Text aria-hidden />, href: texts },
            { text: t('Edit'), icon: <Pencil aria-hidden />, onClick: onEdit },
            ...(isDefault || isDisabled ? [] : [{ text: t('Make it the default'), icon: <Star aria-hidden />, onClick: () => void change({ ...same, isDisabled, isDefault: true }, t('{name} is the default now', { name: displayName })) }]),
            ...(language.isBuiltIn || isDefault ? [] : [{ separator: true }, { text: t('Delete…'), icon: <Trash2 aria-hidden />, destructive: true, onClick: onDelete }]),
          ]}
        />
      </Td>
    </Tr>
  );
}

function List() {
  const t = useT();
  const languages = useQuery(languagesQuery);
  const [editing, setEditing] = useState<Language | 'new' | null>(null);
  const [deleting, setDeleting] = useState<Language | null>(null);
  return (
    <>
      <SectionHeading
        title={t('Languages')}
        description={t('Everybody chooses among these. The default is for guests whose browser asks for none of them.')}
        actions={[{ text: t('Add a language'), icon: <Plus aria-hidden />, primary: true, onClick: () => setEditing('new') }]}
      />
      {languages.isError ? (
        <ErrorNote title={t('The languages could not be loaded')} error={languages.error} onRetry={() => void languages.refetch()} />
      ) : (
        <Table label={t('Languages')}>
          <THead>
            <tr>
              <Th>{t('Language')}</Th>
              <Th className="max-sm:hidden">{t('Culture')}</Th>
              <Th className="max-md:hidden">{t('Direction')}</Th>
              <Th>{t('Offered')}</Th>
              <Th>
                <span className="sr-only">{t('Actions')}</span>
              </Th>
            </tr>
          </THead>
          <TBody>
            {languages.data
              ? languages.data.items.map((language) => <Row key={language.id} language={language} onEdit={() => setEditing(language)} onDelete={() => setDeleting(language)} />)
              : [0, 1, 2].map((row) => (
                  <tr key={row}>
                    <Td colSpan={5}>
                      <Skeleton />
                    </Td>
                  </tr>
                ))}
          </TBody>
        </Table>
      )}
      {editing && <LanguageDialog language={editing === 'new' ? null : editing} onClose={() => setEditing(null)} />}
      <ConfirmDialog
        open={deleting !== null}
        onOpenChange={(open) => !open && setDeleting(null)}
        title={t('Delete {name}?', { name: deleting?.displayName ?? '' })}
        description={t('Its texts go with it. Whoever chose it reads the default language from then on.')}
        confirmLabel={t('Delete')}
        destructive
        onConfirm={async () => {
          if (!deleting) return;
          await deleteLanguage(deleting.id);
          await queryClient.invalidateQueries({ queryKey: languagesKey });
          toast({ title: t('{name} is deleted', { name: deleting.displayName }) });
        }}
      />
    </>
  );
}
