// Jobs on a line haul with their articles, incomplete ones first.
import { PackageCheck, PackageMinus, Boxes } from 'lucide-react';
import { Badge, remark, useFormat } from '@waybill/plugin';
import { queryClient } from '../../../api/query-client.ts';
import type { BulkAction, BulkAnswers } from '../../../kit/list/BulkBar.tsx';
import type { ListFilter } from '../../../kit/list/declare.ts';
import { localPage, localSearch, localSorting } from '../../../kit/list/local.ts';
import { RecordList } from '../../../kit/list/RecordList.tsx';
import { useList } from '../../../kit/list/use-list.ts';
import { useT, type Translate } from '../../../lib/i18n.ts';
import {
  byCompleteness,
  isAtDestination,
  isOpen,
  jobFacts,
  onIt,
  portName,
  type LineHaul,
  type LineHaulDetails,
  type LineHaulJob,
  type ScanRow,
} from '../model.ts';
import {
  allocateJobs,
  lineHaulQuery,
  lineHaulsKey,
  loadArticles,
  takeOffArticles,
  unallocateJobs,
  undoUnloading,
  unloadArticles,
} from '../queries.ts';
import { Articles } from './Articles.tsx';
import { loadColumns } from './columns.tsx';
import { toAnswers } from './Waiting.tsx';

const PAGE = 50;
/** Articles of one call. */
const MAX_ARTICLES = 1000;

type Part = 'open' | 'complete' | 'depot' | 'onforward';

const PARTS: Readonly<Record<Part, (lineHaul: LineHaulDetails, job: LineHaulJob) => boolean>> = {
  open: (lineHaul, job) => !jobFacts(lineHaul, job).isComplete,
  complete: (lineHaul, job) => jobFacts(lineHaul, job).isComplete,
  depot: (_, job) => !job.isonforwarding,
  onforward: (_, job) => job.isonforwarding,
};

const isPart = (value: unknown): value is Part => typeof value === 'string' && value in PARTS;

function filtersOf(lineHaul: LineHaulDetails, t: Translate): ListFilter[] {
  const option = (value: Part, label: string) => ({
    value,
    label,
    count: lineHaul.childjobs.filter((job) => PARTS[value](lineHaul, job)).length,
  });
  return [
    {
      kind: 'choice',
      id: 'part',
      label: t('Show'),
      pinned: true,
      single: true,
      query: (part) => ({ part }),
      options: [
        option('open', t('Not complete')),
        option('complete', t('Complete')),
        option('depot', t('For {port}', { port: portName(lineHaul.destinationheadport) })),
        option('onforward', t('On-forward')),
      ],
    },
  ];
}

const articlesIn = (job: LineHaulJob, state: 'Allocated' | 'Loaded') =>
  job.articles.flatMap((one) => (one.state === state ? [one.articlenumber] : []));

type ArticlesCall = (id: number, articles: readonly string[]) => Promise<ScanRow[]>;

async function inBatches(
  id: number,
  articles: readonly string[],
  call: ArticlesCall,
): Promise<ScanRow[]> {
  const rows: ScanRow[] = [];
  try {
    for (let first = 0; first < articles.length; first += MAX_ARTICLES)
      rows.push(...(await call(id, articles.slice(first, first + MAX_ARTICLES))));
    return rows;
  } finally {
    void queryClient.invalidateQueries({ queryKey: lineHaulsKey });
  }
}

/** Calls for many articles, told by job: a job is done if all of its articles are. */
async function forArticles(
  lineHaul: LineHaul,
  jobs: readonly LineHaulJob[],
  state: 'Allocated' | 'Loaded',
  call: ArticlesCall,
  back: ArticlesCall,
): Promise<BulkAnswers> {
  const { id } = lineHaul;
  const rows = await inBatches(
    id,
    jobs.flatMap((job) => articlesIn(job, state)),
    call,
  );
  const refused = new Map(
    rows.flatMap((row) => (row.success ? [] : [[row.articlenumber, remark(row)] as const])),
  );
  // Others may have scanned some of them since: those stay as they are.
  const done = rows.flatMap((row) => (row.success ? [row.articlenumber] : []));
  return {
    rows: jobs.map((job) => {
      const bad = articlesIn(job, state).find((article) => refused.has(article));
      return {
        key: job.jobid,
        ok: bad === undefined,
        message: bad === undefined ? undefined : `${bad}: ${refused.get(bad) ?? ''}`,
      };
    }),
    ...(done.length > 0 ? { undo: () => inBatches(id, done, back) } : {}),
  };
}

function bulkOf(lineHaul: LineHaulDetails, t: Translate): BulkAction<LineHaulJob>[] {
  const { id, linehaulcode } = lineHaul;
  const reason = (job: LineHaulJob) => t(jobFacts(lineHaul, job).text);
  if (isOpen(lineHaul))
    return [
      {
        id: 'Load',
        name: t('Load all articles'),
        done: t('loaded'),
        label: (able, all) => t('Load {able} of {all}', { able, all }),
        keyName: 'approve',
        icon: <PackageCheck aria-hidden />,
        able: (job) => articlesIn(job, 'Allocated').length > 0,
        reason,
        run: (jobs) => forArticles(lineHaul, jobs, 'Allocated', loadArticles, takeOffArticles),
      },
      {
        id: 'TakeOff',
        name: t('Take off'),
        done: t('taken off {code}', { code: linehaulcode }),
        label: (able) => t('Take off {count}', { count: able }),
        keyName: 'remove',
        icon: <PackageMinus aria-hidden />,
        run: async (jobs) =>
          toAnswers(
            await unallocateJobs(
              id,
              jobs.map(({ jobid }) => jobid),
            ),
            (ids) => allocateJobs(id, ids),
          ),
      },
    ];
  if (!isAtDestination(lineHaul)) return [];
  return [
    {
      id: 'Unload',
      name: t('Unload all articles'),
      done: t('unloaded'),
      label: (able, all) => t('Unload {able} of {all}', { able, all }),
      keyName: 'approve',
      icon: <PackageCheck aria-hidden />,
      able: (job) => articlesIn(job, 'Loaded').length > 0,
      reason,
      run: (jobs) => forArticles(lineHaul, jobs, 'Loaded', unloadArticles, undoUnloading),
    },
  ];
}

export function Load({ lineHaul }: { lineHaul: LineHaulDetails }) {
  const t = useT();
  const format = useFormat();
  const { id } = lineHaul;
  const list = useList<LineHaulJob>({
    id: 'line-hauls.load',
    key: [...lineHaulsKey, 'load', id],
    fetch: async (query) => {
      const current = await queryClient.fetchQuery(lineHaulQuery(id));
      const { part } = query;
      const jobs = byCompleteness(current, current.childjobs).filter(
        (job) => !isPart(part) || PARTS[part](current, job),
      );
      return localPage(jobs, query, {
        text: ({ jobno, fromcompany, tocompany, tosuburb, articles }) =>
          [
            jobno,
            fromcompany,
            tocompany,
            tosuburb,
            ...articles.map((one) => one.articlenumber),
          ].join(' '),
        fields: { jobno: ({ jobno }) => jobno },
      });
    },
    rowKey: ({ jobid }) => jobid,
    name: ({ jobno }) => jobno,
    href: ({ jobid }) => `/jobs/details/${jobid}`,
    columns: loadColumns(lineHaul, format, t),
    filters: filtersOf(lineHaul, t),
    search: localSearch,
    sorting: localSorting,
    state: 'here',
    pageSize: PAGE,
  });
  return (
    <div className="grid min-w-0 content-start gap-2">
      <h2 className="flex items-center gap-2 font-semibold">
        {t('On this line haul')}
        <Badge>{format.number(lineHaul.numberofjobs, 0)}</Badge>
      </h2>
      <RecordList
        list={list}
        title={t('On this line haul')}
        bulk={bulkOf(lineHaul, t)}
        details={(job) => <Articles lineHaul={lineHaul} articles={onIt(job)} />}
        texts={{
          failed: t('The load could not be loaded'),
          search: { label: t('Search the load'), placeholder: t('Job, article, receiver') },
          selected: (count) => t('{count} jobs selected', { count }, '{count} job selected'),
          empty: {
            icon: <Boxes />,
            title: t('Nothing is on it yet'),
            description: isOpen(lineHaul)
              ? t('Put waiting jobs on it, or scan their articles.')
              : undefined,
          },
          none: { title: t('No matching jobs'), clear: t('Show all jobs') },
        }}
      />
    </div>
  );
}
