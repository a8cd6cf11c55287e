// The user's guide: the list of pages, and one page.
import type { ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { FileQuestion } from 'lucide-react';
import { cn, EmptyState, ErrorNote, Skeleton } from '@waybill/plugin';
import { target } from '../../lib/href.ts';
import { useSpeech, useT } from '../../lib/i18n.ts';
import { visibleGuide } from '../../shell/guide.ts';
import { PageHeading } from '../../shell/PageHeading.tsx';
import { useViewer } from '../../shell/viewer.ts';
import { blocksOf, type Block, type Span } from './markdown.ts';
import { guideText } from './texts.ts';

const LINK = 'text-link underline underline-offset-2';

function Spans({ spans }: { spans: readonly Span[] }): ReactNode {
  return spans.map((span, at) => {
    // The text never changes, so places are keys.
    const key = at;
    switch (span.kind) {
      case 'bold':
        return <strong key={key}>{span.text}</strong>;
      case 'code':
        return (
          <kbd
            key={key}
            className="rounded border border-border bg-muted px-1.5 py-0.5 font-sans text-xs"
          >
            {span.text}
          </kbd>
        );
      case 'link':
        return (
          <Link key={key} {...target(span.href)} className={LINK}>
            {span.text}
          </Link>
        );
      case 'text':
        return span.text;
    }
  });
}

function BlockView({ block }: { block: Block }) {
  switch (block.kind) {
    case 'heading': {
      // The page's heading shows the title.
      if (block.level === 1) return null;
      const Tag = block.level === 2 ? 'h2' : 'h3';
      return (
        <Tag className={cn('mt-3 font-semibold', block.level === 2 ? 'text-base' : 'text-sm')}>
          <Spans spans={block.spans} />
        </Tag>
      );
    }
    case 'paragraph':
      return (
        <p>
          <Spans spans={block.spans} />
        </p>
      );
    case 'list': {
      const Tag = block.ordered ? 'ol' : 'ul';
      return (
        <Tag className={cn('grid gap-1 ps-5', block.ordered ? 'list-decimal' : 'list-disc')}>
          {block.items.map((spans, at) => (
            <li key={at}>
              <Spans spans={spans} />
            </li>
          ))}
        </Tag>
      );
    }
    case 'table':
      return (
        <table className="w-full border-collapse text-[13px]">
          <thead>
            <tr>
              {block.head.map((spans, at) => (
                <th key={at} scope="col" className="border-b border-border py-1 pe-4 text-start">
                  <Spans spans={spans} />
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {block.rows.map((row, at) => (
              <tr key={at}>
                {row.map((spans, cell) => (
                  <td key={cell} className="border-b border-border py-1 pe-4 align-top">
                    <Spans spans={spans} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      );
  }
}

function Page({ id, title }: { id: string; title: string }) {
  const t = useT();
  const { data, error, refetch } = useQuery({
    queryKey: ['guide', id],
    staleTime: Infinity,
    queryFn: () => guideText(id),
  });
  return (
    <>
      <PageHeading title={t(title)} breadcrumbs={[{ text: t('Guide'), href: '/guide' }]} />
      {error && data === undefined ? (
        <ErrorNote error={error} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <div role="status" aria-label={t('Loading')} className="grid max-w-2xl gap-3">
          <Skeleton className="h-5 w-full" />
          <Skeleton className="h-5 w-4/5" />
          <Skeleton className="h-40 w-full" />
        </div>
      ) : (
        <article
          lang="en"
          dir="ltr"
          className="grid max-w-2xl grid-cols-[minmax(0,1fr)] gap-3 text-sm leading-relaxed"
        >
          {blocksOf(data).map((block, at) => (
            <BlockView key={at} block={block} />
          ))}
        </article>
      )}
    </>
  );
}

export function Guide() {
  const t = useT();
  const pages = visibleGuide(useViewer());
  const { page: id } = useParams({ strict: false });
  const isEnglish = useSpeech().language.startsWith('en');
  const page = pages.find((one) => one.id === id);
  if (page) return <Page key={page.id} id={page.id} title={page.title} />;
  return (
    <>
      <PageHeading
        title={t('Guide')}
        description={isEnglish ? undefined : t('The guide is in English.')}
      />
      {id !== undefined && (
        <EmptyState
          icon={<FileQuestion />}
          title={t('The guide has no such page')}
          description={t('Choose one of the pages below.')}
        />
      )}
      <nav aria-label={t('Guide')}>
        <ul className="grid max-w-2xl gap-1 text-sm sm:grid-cols-2">
          {pages.map((one) => (
            <li key={one.id}>
              <Link to="/guide/$page" params={{ page: one.id }} className={LINK}>
                {t(one.title)}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
    </>
  );
}
