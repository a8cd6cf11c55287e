// Settings: languages and the default.
import { useState } from 'react';
import { Languages as LanguagesIcon, Pencil, Plus, Star, Text, Trash2 } from 'lucide-react';
import { Badge, ConfirmDialog, Switch } from '@waybill/plugin';
import { queryClient } from '../../api/query-client.ts';
import { localPage, localSearch, localSorting } from '../../kit/list/local.ts';
import { RecordList } from '../../kit/list/RecordList.tsx';
import { useList } from '../../kit/list/use-list.ts';
import { failure, mutate } from '../../kit/mutate.ts';
import { useT } from '../../lib/i18n.ts';
import { toast } from '../../shell/toast.tsx';
import type { SectionProps } from '../../shell/settings.ts';
import { languagesKey, languagesQuery, type Language } from '../../shell/languages.ts';
import { LanguageDialog } from './LanguageDialog.tsx';
import { LanguageTexts } from './LanguageTexts.tsx';
import { deleteLanguage, saveLanguage, type LanguageDraft } from './queries.ts';

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
      failure(t('{name} could not be changed', { name: language.displayName }))(error);
    }
    await queryClient.invalidateQueries({ queryKey: languagesKey });
  };
}

function Offered({ language }: { language: Language }) {
  const t = useT();
  const change = useChange();
  const { displayName, isDisabled, isDefault } = language;
  return (
    <Switch
      aria-label={t('Offer {name}', { name: displayName })}
      checked={!isDisabled}
      disabled={isDefault}
      onChange={(event) =>
        void change(
          { ...sameAs(language), isDisabled: !event.target.checked },
          event.target.checked
            ? t('{name} is now available', { name: displayName })
            : t('{name} is no longer available', { name: displayName }),
        )
      }
    />
  );
}

const sameAs = ({ id, name, displayName, isRightToLeft, rowVersion }: Language): LanguageDraft => ({
  id,
  name,
  displayName,
  isRightToLeft,
  ...(rowVersion === undefined ? {} : { rowVersion }),
});
const textsOf = (language: Language) => `/settings/languages/${language.name}`;

function List() {
  const t = useT();
  const change = useChange();
  const [editing, setEditing] = useState<Language | 'new' | null>(null);
  const [deleting, setDeleting] = useState<Language | null>(null);
  const direction = (language: Language) =>
    language.isRightToLeft ? t('Right to left') : t('Left to right');
  const list = useList<Language>({
    id: 'languages.list',
    key: languagesKey,
    fetch: async (query) =>
      localPage((await queryClient.fetchQuery({ ...languagesQuery, staleTime: 0 })).items, query, {
        text: (language) => `${language.displayName} ${language.name}`,
        fields: {
          displayName: (language) => language.displayName,
          name: (language) => language.name,
        },
      }),
    rowKey: (language) => language.id,
    name: (language) => language.displayName,
    href: textsOf,
    columns: [
      {
        id: 'language',
        header: t('Language'),
        cell: (language) => <bdi lang={language.name}>{language.displayName}</bdi>,
        csv: (language) => language.displayName,
        sort: 'displayName',
        fixed: true,
      },
      {
        id: 'culture',
        header: t('Locale'),
        cell: (language) => <bdi>{language.name}</bdi>,
        csv: (language) => language.name,
        sort: 'name',
        narrow: 'line',
      },
      { id: 'direction', header: t('Direction'), cell: direction, csv: direction },
      {
        id: 'default',
        header: t('Default'),
        cell: (language) => language.isDefault && <Badge tone="info">{t('Default')}</Badge>,
        csv: (language) => language.isDefault,
        narrow: 'badge',
      },
    ],
    search: localSearch,
    sorting: localSorting,
  });
  return (
    <>
      <RecordList
        list={list}
        title={t('Languages')}
        heading={{
          breadcrumbs: [{ text: t('Settings'), href: '/settings' }],
          description: t(
            "Users choose from these languages. The default applies when a visitor's browser requests none of them.",
          ),
          actions: [
            {
              text: t('Add a language'),
              keyName: 'new' as const,
              icon: <Plus aria-hidden />,
              primary: true,
              onClick: () => setEditing('new'),
            },
          ],
        }}
        aside={(language) => <Offered language={language} />}
        menu={(language) => {
          const { displayName, isDefault, isDisabled } = language;
          return [
            { text: t('Texts'), icon: <Text aria-hidden />, href: textsOf(language) },
            {
              text: t('Edit'),
              keyName: 'edit' as const,
              icon: <Pencil aria-hidden />,
              onClick: () => setEditing(language),
            },
            ...(isDefault || isDisabled
              ? []
              : [
                  {
                    text: t('Set as default'),
                    icon: <Star aria-hidden />,
                    onClick: () =>
                      void change(
                        { ...sameAs(language), isDisabled, isDefault: true },
                        t('{name} is now the default', { name: displayName }),
                      ),
                  },
                ]),
            ...(language.isBuiltIn || isDefault
              ? []
              : [
                  { separator: true },
                  {
                    text: t('Delete…'),
                    keyName: 'remove' as const,
                    icon: <Trash2 aria-hidden />,
                    destructive: true,
                    onClick: () => setDeleting(language),
                  },
                ]),
          ];
        }}
        texts={{
          failed: t('The languages could not be loaded'),
          search: { label: t('Search languages') },
          filter: t('Filter languages'),
          empty: { icon: <LanguagesIcon />, title: t('No languages yet') },
          none: { title: t('No matching languages'), clear: t('Show all') },
        }}
      />
      {editing && (
        <LanguageDialog
          language={editing === 'new' ? null : editing}
          onClose={() => setEditing(null)}
        />
      )}
      <ConfirmDialog
        open={deleting !== null}
        onOpenChange={(open) => !open && setDeleting(null)}
        title={t('Delete {name}?', { name: deleting?.displayName ?? '' })}
        description={t(
          'Its texts are deleted too. Users of this language will see the default language.',
        )}
        confirmLabel={t('Delete')}
        destructive
        onConfirm={async () => {
          if (!deleting) return;
          await mutate({
            call: () => deleteLanguage(deleting.id),
            stale: [languagesKey],
            notice: t('{name} deleted', { name: deleting.displayName }),
          });
        }}
      />
    </>
  );
}
