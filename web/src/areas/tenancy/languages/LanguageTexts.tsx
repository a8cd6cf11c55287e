// The texts of one language: found, written in place, brought in from a file and taken out to one.
import { useState } from 'react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Download, FileUp, SearchX } from 'lucide-react';
import { Checkbox, cn, EmptyState, errorMessage, ErrorNote, Input, Pagination, Skeleton, Table, TBody, Td, Th, THead } from '@waybill/plugin';
import { usePermissions } from '../../../api/session.ts';
import { download } from '../../../lib/download.ts';
import { useT } from '../../../lib/i18n.ts';
import { toast } from '../../../shell/toast.tsx';
import { SectionHeading } from '../settings/SectionHeading.tsx';
import { ImportDialog } from './ImportDialog.tsx';
import { languagesQuery, parseTextsSearch, TEXTS_PER_PAGE, TEXTS_PERMISSION, textsQuery, type TextsSearch } from './queries.ts';
import { TextRow } from './TextRow.tsx';

export function LanguageTexts({ name }: { name: string }) {
  const t = useT();
  const navigate = useNavigate();
  const search = parseTextsSearch(useSearch({ strict: false }) as Record<string, unknown>);
  const languages = useQuery(languagesQuery);
  const language = languages.data?.items.find((one) => one.name === name);
  const texts = useQuery(textsQuery(name, search));
  const mayChange = usePermissions().has(TEXTS_PERMISSION);
  const [importing, setImporting] = useState(false);
  const exporting = useMutation({
    mutationFn: () => download('/api/core/language/exportLanguageTexts', { languageName: name }),
    onError: (error) => toast({ title: t('The texts could not be exported'), description: errorMessage(error), variant: 'destructive' }),
  });
  const set = (next: TextsSearch) => void navigate({ to: '/settings/$', params: { _splat: `languages/${name}` }, search: next as never, replace: true });
  const title = language ? t('Texts in {language}', { language: language.displayName }) : t('Texts');
  const total = texts.data?.totalCount ?? 0;
  const direction = language?.isRightToLeft ? 'rtl' : 'ltr';
  return (
    <>
      <SectionHeading
        title={title}
        breadcrumbs={[{ text: t('Languages'), href: '/settings/languages' }]}
        description={t('An empty text is shown in the default language.')}
        actions={[
          ...(mayChange ? [{ text: t('Import'), icon: <FileUp aria-hidden />, primary: true, onClick: () => setImporting(true) }] : []),
          { text: t('Export'), icon: <Download aria-hidden />, primary: true, state: exporting.isPending ? ('pending' as const) : ('idle' as const), onClick: () => exporting.mutate() },
        ]}
      />
      <div role="search" className="mb-3 flex flex-wrap items-center gap-x-5 gap-y-2">
        <Input type="search" aria-label={t('Find a text')} placeholder={t('Find a text')} defaultValue={search.q ?? ''} onChange={(event) => set({ ...(search.empty ? { empty: true } : {}), ...(event.target.value.trim() ? { q: event.target.value.trim() } : {}) })} className="max-w-80" />
        <Checkbox label={t('Only those not translated')} checked={search.empty ?? false} onChange={(event) => set({ ...(search.q ? { q: search.q } : {}), ...(event.target.checked ? { empty: true } : {}) })} />
      </div>
      {texts.isError ? (
        <ErrorNote title={t('The texts could not be loaded')} error={texts.error} onRetry={() => void texts.refetch()} />
      ) : texts.data && total === 0 ? (
        <EmptyState icon={<SearchX />} title={search.empty && !search.q ? t('Everything is translated') : t('No text fits')} description={search.q ? t('Try fewer letters, or words of the other language.') : undefined} />
      ) : (
        <>
          <Table label={title} className={cn('table-fixed', texts.isPlaceholderData && 'opacity-60')}>
            <THead>
              <tr>
                <Th className="w-2/5">{t('English')}</Th>
                <Th>{language?.displayName ?? name}</Th>
              </tr>
            </THead>
            <TBody>
              {texts.data
                ? texts.data.items.map((text) => <TextRow key={text.key} text={text} language={name} direction={direction} readOnly={!mayChange} />)
                : [0, 1, 2, 3, 4].map((row) => (
                    <tr key={row}>
                      <Td colSpan={2}>
                        <Skeleton />
                      </Td>
                    </tr>
                  ))}
            </TBody>
          </Table>
          <Pagination skip={search.skip ?? 0} take={TEXTS_PER_PAGE} total={total} onChange={(skip) => set({ ...search, skip })} />
        </>
      )}
      {importing && <ImportDialog language={name} title={title} onClose={() => setImporting(false)} />}
    </>
  );
}
