// Texts of a language, with import and export.
import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Download, FileUp, SearchX } from 'lucide-react';
import { usePermissions } from '../../api/session.ts';
import { RecordList } from '../../kit/list/RecordList.tsx';
import { useList } from '../../kit/list/use-list.ts';
import { download } from '../../lib/download.ts';
import { useMutate } from '../../kit/mutate.ts';
import { useT } from '../../lib/i18n.ts';
import { languagesKey, languagesQuery } from '../../shell/languages.ts';
import { ImportDialog } from './ImportDialog.tsx';
import { fetchTexts, TEXTS_PERMISSION, type LanguageText } from './queries.ts';
import { EnglishCell, englishOf, TextCell } from './TextRow.tsx';

export function LanguageTexts({ name }: { name: string }) {
  const t = useT();
  const languages = useQuery(languagesQuery);
  const language = languages.data?.items.find((one) => one.name === name);
  const mayChange = usePermissions().has(TEXTS_PERMISSION);
  const [importing, setImporting] = useState(false);
  const exporting = useMutate({
    call: () => download('/api/core/language/exportLanguageTexts', { languageName: name }),
    failed: t('The texts could not be exported'),
  });
  const title = language
    ? t('Texts in {language}', { language: language.displayName })
    : t('Texts');
  const direction = language?.isRightToLeft ? 'rtl' : 'ltr';
  const list = useList<LanguageText>({
    id: 'languages.texts',
    key: [...languagesKey, name],
    fetch: (query, signal) => fetchTexts(name, query, signal),
    rowKey: (text) => text.key,
    name: englishOf,
    columns: [
      {
        id: 'english',
        header: t('English'),
        cell: (text) => <EnglishCell text={text} />,
        sort: 'key',
        fixed: true,
        wrap: true,
      },
      {
        id: 'own',
        header: language?.displayName ?? name,
        cell: (text) => (
          <TextCell text={text} language={name} direction={direction} readOnly={!mayChange} />
        ),
        sort: 'targetValue',
        fixed: true,
        wrap: true,
        narrow: 'line',
      },
    ],
    filters: [
      {
        kind: 'choice',
        id: 'empty',
        label: t('Show'),
        pinned: true,
        single: true,
        options: [{ value: 'true', label: t('Untranslated only') }],
        query: () => ({ targetValueFilter: 'EMPTY' }),
      },
    ],
    search: { query: (filterText) => ({ filterText }) },
    sort: 'key',
    sorting: (field, way) => `${field} ${way}`,
  });
  const complete = list.state.filters['empty'] !== undefined && !list.state.q;
  return (
    <>
      <RecordList
        list={list}
        title={title}
        heading={{
          breadcrumbs: [
            { text: t('Settings'), href: '/settings' },
            { text: t('Languages'), href: '/settings/languages' },
          ],
          description: t('Empty texts are shown in the default language.'),
          actions: [
            ...(mayChange
              ? [
                  {
                    text: t('Import'),
                    icon: <FileUp aria-hidden />,
                    primary: true,
                    onClick: () => setImporting(true),
                  },
                ]
              : []),
            {
              text: t('Export'),
              icon: <Download aria-hidden />,
              primary: true,
              state: exporting.isPending ? 'pending' : 'idle',
              onClick: () => exporting.mutate(),
            },
          ],
        }}
        texts={{
          failed: t('The texts could not be loaded'),
          search: { label: t('Search texts') },
          filter: t('Filter texts'),
          empty: { icon: <SearchX />, title: t('No matching texts') },
          none: {
            title: complete ? t('All texts are translated') : t('No matching texts'),
            description: list.state.q
              ? t('Try a shorter search or search in the other language.')
              : undefined,
            clear: t('Show all'),
          },
        }}
      />
      {importing && (
        <ImportDialog language={name} title={title} onClose={() => setImporting(false)} />
      )}
    </>
  );
}
