// /settings/background-jobs: the organisation's jobs.
import { Ban, ListChecks } from 'lucide-react';
import { errorMessage, useFormat } from '@waybill/plugin';
import { queryClient } from '../../api/query-client.ts';
import { cancelJob } from '../../kit/import/calls.ts';
import type { BulkAction } from '../../kit/list/BulkBar.tsx';
import { MomentCell } from '../../kit/list/Cells.tsx';
import type { ListColumn } from '../../kit/list/declare.ts';
import { RecordList } from '../../kit/list/RecordList.tsx';
import { useList } from '../../kit/list/use-list.ts';
import { statusColumn } from '../../kit/list/status.tsx';
import { Person } from '../../kit/Person.tsx';
import { useT } from '../../lib/i18n.ts';
import {
  fetchTenantJobs,
  isPossible,
  kindWord,
  STATES,
  stateText,
  stateWord,
  tenantJobsKey,
  TONES,
  type TenantJob,
} from './platform/jobs.ts';

const REFRESH_INTERVAL = 5_000;

function useColumns(): ListColumn<TenantJob>[] {
  const t = useT();
  const format = useFormat();
  const progress = ({ done, total }: TenantJob) => {
    if (done === null) return '–';
    return total
      ? t('{done} of {total}', { done: format.number(done), total: format.number(total) })
      : format.number(done);
  };
  const user = ({ userName, impersonatorName }: TenantJob) => {
    const name = userName ?? '–';
    return impersonatorName
      ? `${name} (${t('impersonated by {name}', { name: impersonatorName })})`
      : name;
  };
  return [
    {
      id: 'kind',
      header: t('Job'),
      cell: (job) => t(kindWord(job.kind)),
      csv: (job) => job.kind,
      sort: 'kind',
      fixed: true,
    },
    statusColumn<TenantJob>(t, (job) => ({ text: stateText(job), tone: TONES[job.state] }), {
      id: 'state',
      sort: 'state',
      fixed: true,
      dot: true,
    }),
    {
      id: 'user',
      header: t('User'),
      cell: (job) => (job.userName ? <Person name={user(job)} className="align-middle" /> : '–'),
      csv: user,
      sort: 'userName',
      narrow: 'line',
    },
    { id: 'progress', header: t('Progress'), cell: progress, csv: progress },
    {
      id: 'step',
      header: t('Last step'),
      cell: (job) => job.sentence ?? '–',
      csv: (job) => job.sentence,
      short: true,
      narrow: 'line',
    },
    {
      id: 'created',
      header: t('Created'),
      cell: (job) => <MomentCell value={job.creationTime} />,
      csv: (job) => job.creationTime,
      sort: 'creationTime',
    },
    {
      id: 'ended',
      header: t('Ended'),
      cell: (job) => <MomentCell value={job.endedTime} />,
      csv: (job) => job.endedTime,
      sort: 'endedTime',
    },
  ];
}

function useBulk(): BulkAction<TenantJob>[] {
  const t = useT();
  const stop = async (job: TenantJob) => {
    try {
      await cancelJob(job.id);
      return { key: job.id, ok: true };
    } catch (error) {
      return { key: job.id, ok: false, message: errorMessage(error) };
    }
  };
  return [
    {
      id: 'cancel',
      name: t('Stop'),
      done: t('stopped'),
      icon: <Ban aria-hidden />,
      label: (count, all) => t('Stop {able} of {all}…', { able: count, all }),
      able: (job) => isPossible('Cancel', job),
      ask: (rows) => ({
        title: t('Stop {count} jobs?', { count: rows.length }, 'Stop {count} job?'),
        description: t('Waiting jobs will not start, and running jobs stop at their next step.'),
        confirm: t('Stop {count} jobs', { count: rows.length }, 'Stop {count} job'),
        destructive: true,
      }),
      run: async (jobs) => {
        const rows = [];
        for (const job of jobs) rows.push(await stop(job));
        await queryClient.invalidateQueries({ queryKey: tenantJobsKey });
        return { rows };
      },
    },
  ];
}

export default function TenantJobs() {
  const t = useT();
  const list = useList<TenantJob>({
    id: 'tenant.jobs',
    key: tenantJobsKey,
    fetch: fetchTenantJobs,
    rowKey: (job) => job.id,
    name: (job) => `${t(kindWord(job.kind))}, ${job.userName ?? '–'}`,
    columns: useColumns(),
    filters: [
      {
        kind: 'choice',
        id: 'state',
        label: t('Status'),
        pinned: true,
        single: true,
        field: 'state',
        options: STATES.map((value) => ({ value, label: t(stateWord(value)) })),
      },
    ],
    search: { fields: ['userName', 'kind'], number: 'id' },
    sort: '-creationTime',
    refresh: REFRESH_INTERVAL,
  });
  return (
    <RecordList
      list={list}
      title={t('Background jobs')}
      heading={{ breadcrumbs: [{ text: t('Settings'), href: '/settings' }] }}
      bulk={useBulk()}
      texts={{
        failed: t('The background jobs could not be loaded'),
        search: { label: t('Search jobs'), placeholder: t('User, technical name') },
        filter: t('Filter jobs'),
        selected: (selected) =>
          t('{count} jobs selected', { count: selected }, '{count} job selected'),
        withSelected: t('Actions for the selected jobs'),
        empty: {
          icon: <ListChecks />,
          title: t('No background jobs'),
          description: t('Imports, invoice runs and other long work of your users appear here.'),
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
