// /platform/jobs: jobs of all tenants.
import { useQuery } from '@tanstack/react-query';
import { Ban, ListChecks, RotateCcw, Trash2 } from 'lucide-react';
import { remark, useFormat } from '@waybill/plugin';
import { queryClient } from '../../../api/query-client.ts';
import type { BulkAction } from '../../../kit/list/BulkBar.tsx';
import { MomentCell } from '../../../kit/list/Cells.tsx';
import { RecordList } from '../../../kit/list/RecordList.tsx';
import { useList } from '../../../kit/list/use-list.ts';
import { statusColumn } from '../../../kit/list/status.tsx';
import { msg, useT } from '../../../lib/i18n.ts';
import { screen } from '../../../shell/screen.tsx';
import {
  fetchJobs,
  isPossible,
  JOBS_PERMISSION,
  jobsKey,
  jobsSummaryQuery,
  kindWord,
  processJobs,
  STATES,
  stateText,
  stateWord,
  TONES,
  type Job,
  type JobOperation,
  type JobState,
} from './jobs.ts';
import { fetchTenants } from './queries.ts';

const REFRESH_EVERY = 10_000;

export const JobList = screen(
  { needs: JOBS_PERMISSION, title: msg('Background jobs'), isPlatform: true },
  Screen,
);

function useBulk(): BulkAction<Job>[] {
  const t = useT();
  const run = (operation: JobOperation) => async (jobs: readonly Job[]) => {
    const results = await processJobs(
      operation,
      jobs.map(({ id }) => id),
    );
    void queryClient.invalidateQueries({ queryKey: jobsKey });
    return {
      rows: results.map((result) => ({
        key: result.id,
        ok: result.success,
        message: remark(result),
      })),
    };
  };
  const able = (operation: JobOperation) => (job: Job) => isPossible(operation, job);
  return [
    {
      id: 'retry',
      name: t('Try again'),
      done: t('waiting for retry'),
      icon: <RotateCcw aria-hidden />,
      label: (count, all) => t('Retry {able} of {all}', { able: count, all }),
      able: able('Retry'),
      run: run('Retry'),
    },
    {
      id: 'cancel',
      name: t('Stop'),
      done: t('stopped'),
      icon: <Ban aria-hidden />,
      label: (count, all) => t('Stop {able} of {all}…', { able: count, all }),
      able: able('Cancel'),
      ask: (rows) => ({
        title: t('Stop {count} jobs?', { count: rows.length }, 'Stop {count} job?'),
        description: t(
          'Waiting jobs will not start, and running jobs stop at their next step. Both can be retried.',
        ),
        confirm: t('Stop {count} jobs', { count: rows.length }, 'Stop {count} job'),
        destructive: true,
      }),
      run: run('Cancel'),
    },
    {
      id: 'discard',
      name: t('Discard jobs'),
      done: t('discarded'),
      icon: <Trash2 aria-hidden />,
      label: (count, all) => t('Discard {able} of {all}…', { able: count, all }),
      able: able('Discard'),
      ask: (rows) => ({
        title: t('Discard {count} jobs?', { count: rows.length }, 'Discard {count} job?'),
        description: t('The selected jobs will not run. This cannot be undone.'),
        confirm: t('Discard {count} jobs', { count: rows.length }, 'Discard {count} job'),
        destructive: true,
      }),
      run: run('Discard'),
    },
  ];
}

function useColumns() {
  const t = useT();
  const format = useFormat();
  const tenant = (job: Job) =>
    job.tenantId === 0 ? t('Platform') : (job.tenantName ?? `#${job.tenantId}`);
  const progress = ({ progressDone: done, progressTotal: total }: Job) => {
    if (done === null || done === undefined) return '–';
    return total
      ? t('{done} of {total}', { done: format.number(done), total: format.number(total) })
      : format.number(done);
  };
  return {
    tenant,
    columns: [
      {
        id: 'kind',
        header: t('Job'),
        cell: (job: Job) => t(kindWord(job.kind)),
        csv: (job: Job) => job.kind,
        sort: 'kind',
        fixed: true,
      },
      statusColumn<Job>(t, (job) => ({ text: stateText(job), tone: TONES[job.state] }), {
        id: 'state',
        sort: 'state',
        fixed: true,
        dot: true,
      }),
      {
        id: 'tenant',
        header: t('Tenant'),
        cell: tenant,
        csv: tenant,
        sort: 'tenantName',
        narrow: 'line' as const,
      },
      {
        id: 'error',
        header: t('Last error'),
        cell: (job: Job) => job.lastError ?? '–',
        csv: (job: Job) => job.lastError,
        narrow: 'line' as const,
      },
      {
        id: 'attempts',
        header: t('Attempts'),
        cell: (job: Job) => format.number(job.attempts),
        csv: (job: Job) => job.attempts,
        sort: 'attempts',
        numeric: true,
      },
      { id: 'progress', header: t('Progress'), cell: progress, csv: progress, extra: true },
      {
        id: 'due',
        header: t('Due'),
        cell: (job: Job) => <MomentCell value={job.dueTime} />,
        csv: (job: Job) => job.dueTime,
        sort: 'dueTime',
      },
      {
        id: 'created',
        header: t('Created'),
        cell: (job: Job) => <MomentCell value={job.creationTime} />,
        csv: (job: Job) => job.creationTime,
        sort: 'creationTime',
        extra: true,
      },
      {
        id: 'ended',
        header: t('Ended'),
        cell: (job: Job) => <MomentCell value={job.endedTime} />,
        csv: (job: Job) => job.endedTime,
        sort: 'endedTime',
      },
    ],
  };
}

const findTenants = async (text: string, signal: AbortSignal) => {
  const filter = text
    ? { filter: `contains(tolower(name),'${text.toLowerCase().replaceAll("'", "''")}')` }
    : {};
  const page = await fetchTenants(
    { ...filter, sorting: 'name, id', maxResultCount: 20, skipCount: 0 },
    signal,
  );
  return page.items.map(({ id, name }) => ({ value: String(id), label: name }));
};

const findTenant = async (value: string) => {
  const page = await fetchTenants(
    { filter: `id eq ${value}`, maxResultCount: 1, skipCount: 0 },
    new AbortController().signal,
  );
  return page.items.map(({ id, name }) => ({ value: String(id), label: name }))[0] ?? null;
};

/** The full error and last message. */
function Details({ job }: { job: Job }) {
  const t = useT();
  return (
    <dl className="grid max-w-3xl grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-[13px]">
      <dt className="text-muted-foreground">{t('Number')}</dt>
      <dd className="tabular-nums">{job.id}</dd>
      <dt className="text-muted-foreground">{t('Technical name')}</dt>
      <dd>
        <bdi dir="ltr">{job.kind}</bdi>
      </dd>
      <dt className="text-muted-foreground">{t('Started')}</dt>
      <dd>
        <MomentCell value={job.startedTime} />
      </dd>
      <dt className="text-muted-foreground">{t('Last step')}</dt>
      <dd>{job.progressText ?? '–'}</dd>
      <dt className="text-muted-foreground">{t('Last error')}</dt>
      <dd className="whitespace-pre-wrap break-words">{job.lastError ?? '–'}</dd>
    </dl>
  );
}

function Screen() {
  const t = useT();
  const { columns, tenant } = useColumns();
  const list = useList<Job>({
    id: 'platform.jobs',
    key: jobsKey,
    fetch: fetchJobs,
    rowKey: (job) => job.id,
    name: (job) => `${t(kindWord(job.kind))}, ${tenant(job)}`,
    columns,
    filters: [
      {
        kind: 'choice',
        id: 'state',
        label: t('Status'),
        hidden: true,
        single: true,
        field: 'state',
        options: STATES.map((value) => ({ value, label: t(stateWord(value)) })),
      },
      {
        kind: 'choice',
        id: 'kind',
        label: t('Job'),
        pinned: true,
        field: 'kind',
        open: true,
        options: [],
      },
      {
        kind: 'reference',
        id: 'tenant',
        label: t('Tenant'),
        pinned: true,
        field: 'tenantId',
        placeholder: t('Search tenants'),
        search: findTenants,
        find: findTenant,
      },
      { kind: 'days', id: 'ended', label: t('Ended'), field: 'endedTime' },
    ],
    search: { fields: ['lastError', 'tenantName', 'kind'], number: 'id' },
    sort: '-creationTime',
    refresh: REFRESH_EVERY,
  });
  const { data } = useQuery({ ...jobsSummaryQuery, refetchInterval: REFRESH_EVERY });
  const count = (state: JobState) => data && (data.states.get(state) ?? 0);
  const all = data && [...data.states.values()].reduce((sum, one) => sum + one, 0);
  return (
    <RecordList
      list={list}
      title={t('Background jobs')}
      heading={{
        tabs: {
          label: t('Status'),
          value: list.state.filters['state'] ?? '',
          entries: [
            { value: '', label: t('All'), count: all },
            ...STATES.map((state) => ({
              value: state,
              label: t(stateWord(state)),
              count: count(state),
              alarming: state === 'dead' && (count('dead') ?? 0) > 0,
            })),
          ],
          onChange: (state) => list.set({ filters: { state } }),
        },
      }}
      options={{
        kind: [...(data?.kinds ?? [])].map(([value, found]) => ({
          value,
          label: t(kindWord(value)),
          count: found,
        })),
      }}
      bulk={useBulk()}
      details={(job) => <Details job={job} />}
      texts={{
        failed: t('The background jobs could not be loaded'),
        search: { label: t('Search jobs'), placeholder: t('Error, tenant, technical name') },
        filter: t('Filter jobs'),
        selected: (selected) =>
          t('{count} jobs selected', { count: selected }, '{count} job selected'),
        withSelected: t('Actions for the selected jobs'),
        empty: {
          icon: <ListChecks />,
          title: t('No background jobs'),
          description: t(
            'Completed jobs are removed. Failed jobs stay until someone handles them.',
          ),
        },
        none: {
          title: t('No matching jobs'),
          description: t('Choose another status, or clear the filters.'),
          clear: t('Show all'),
        },
      }}
    />
  );
}
