// Job list: status groups, filters, bulk actions.
import { lazy, Suspense, useMemo, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { ClipboardList, FileDown, FileUp, Plus, Repeat, UsersRound } from 'lucide-react';
import { Link } from '@tanstack/react-router';
import { buttonClass, useFormat } from '@waybill/plugin';
import { usePermissions, useSession } from '../../api/session.ts';
import type { ListTab } from '../../kit/list/ListHeading.tsx';
import { RecordList } from '../../kit/list/RecordList.tsx';
import { useList } from '../../kit/list/use-list.ts';
import { failure } from '../../kit/mutate.ts';
import { download } from '../../lib/download.ts';
import { msg, useT } from '../../lib/i18n.ts';
import { screen } from '../../shell/screen.tsx';
import { useBulk } from './bulk.tsx';
import { jobColumns } from './columns.tsx';
import { jobFilters } from './filters.ts';
import { groupOf, GROUPS, lateness, type StatusGroup } from './model.ts';
import { groupCountsQuery, jobsKey, SEARCHED_FIELDS, useLiveJobs } from './queries.ts';
import { rowFetcher, type JobRow } from './rows.ts';

const JobImport = lazy(() => import('./import/JobImport.tsx'));

export const JobList = screen(
  { needs: 'Pages.Job', title: msg('Jobs'), to: msg('see jobs') },
  JobListScreen,
);

const STATUS_FILTERS = ['status', 'group'];

function useTabs(counts: Record<StatusGroup, number> | undefined): ListTab[] {
  const t = useT();
  const total = counts && Object.values(counts).reduce((sum, count) => sum + count, 0);
  return [
    { value: '', label: t('All'), count: total },
    ...GROUPS.map(({ key, label, alarming = false }) => ({
      value: key,
      label: t(label),
      count: counts?.[key],
      alarming: alarming && (counts?.[key] ?? 0) > 0,
    })),
  ];
}

function JobListScreen() {
  const t = useT();
  const format = useFormat();
  const { isTenant } = useSession();
  const { has } = usePermissions();
  const seesCustomers = isTenant && has('Pages.Customer');
  const seesDrivers = isTenant && has('Pages.Driver');
  const sees = useMemo(
    () => ({ customers: seesCustomers, drivers: seesDrivers }),
    [seesCustomers, seesDrivers],
  );
  const [fetch] = useState(() => rowFetcher(sees));
  const mayCreate = has('Pages.Job.Create');
  const [isImporting, setImporting] = useState(false);
  useLiveJobs();
  const { actions, dialog } = useBulk();
  const list = useList<JobRow>({
    id: 'jobs.list',
    key: jobsKey,
    fetch,
    rowKey: ({ id }) => id,
    name: ({ jobno }) => jobno,
    href: ({ id }) => `/jobs/details/${id}`,
    columns: jobColumns(format, t, sees),
    filters: jobFilters(t, sees),
    search: { fields: SEARCHED_FIELDS, number: 'id' },
    sort: '-creationTime',
  });
  const counts = useQuery(groupCountsQuery(list.filter(STATUS_FILTERS)));
  const { filter, sorting } = list.query;
  const exportAs = (kind: 'csv' | 'xlsx') =>
    download('/api/jobs/job/export-jobs', { filter, sorting, format: kind }).catch(
      failure(t('The jobs could not be exported')),
    );
  return (
    <>
      <RecordList
        list={list}
        title={t('Jobs')}
        heading={{
          actions: [
            ...(mayCreate
              ? [
                  {
                    text: t('New job'),
                    keyName: 'new' as const,
                    href: '/jobs/new',
                    icon: <Plus aria-hidden />,
                    primary: true,
                  },
                ]
              : []),
            ...(mayCreate && isTenant
              ? [
                  {
                    text: t('Import jobs…'),
                    icon: <FileUp aria-hidden />,
                    onClick: () => setImporting(true),
                  },
                  {
                    text: t('Job templates'),
                    keyName: 'templates' as const,
                    href: '/jobs/templates',
                    icon: <Repeat aria-hidden />,
                  },
                ]
              : []),
            {
              text: t('Export with goods (Excel)'),
              icon: <FileDown aria-hidden />,
              disabled: list.total === 0,
              onClick: () => void exportAs('xlsx'),
            },
            {
              text: t('Export with goods (CSV)'),
              icon: <FileDown aria-hidden />,
              disabled: list.total === 0,
              onClick: () => void exportAs('csv'),
            },
            ...(isTenant && has('Pages.Job.Allocate') && has('Pages.Driver')
              ? [
                  {
                    text: t('Allocation'),
                    href: '/drivers/allocation',
                    icon: <UsersRound aria-hidden />,
                  },
                ]
              : []),
          ],
          tabs: {
            label: t('Status groups'),
            value: list.state.filters['group'] ?? (list.state.filters['status'] ? '-' : ''),
            entries: useTabs(counts.data),
            onChange: (group) => list.set({ filters: { group, status: '' } }),
          },
        }}
        bulk={actions}
        rowLinks={{
          edit: ({ id, allowedOperations }) =>
            allowedOperations.includes('Edit') ? `/jobs/details/${id}/edit` : null,
        }}
        jumps={[
          {
            keyName: 'exception',
            passes: (job) => groupOf(job) === 'failed' || lateness(job, new Date()) === 'late',
            none: t('No exceptions on this page'),
          },
        ]}
        texts={{
          failed: t('The jobs could not be loaded'),
          search: { label: t('Search jobs'), placeholder: t('Job, connote, reference, suburb') },
          filter: t('Filter jobs'),
          selected: (count) => t('{count} jobs selected', { count }, '{count} job selected'),
          withSelected: t('Actions for the selected jobs'),
          empty: {
            icon: <ClipboardList />,
            title: t('No jobs yet'),
            description: t('A job tells a driver what to collect and where to deliver it.'),
            action: mayCreate && (
              <Link to="/jobs/new" className={buttonClass()}>
                {t('New job')}
              </Link>
            ),
          },
          none: {
            title: t('No matching jobs'),
            description: t('Try another group or a longer period, or clear the filters.'),
            clear: t('Show all jobs'),
          },
        }}
      />
      {dialog}
      {isImporting && (
        <Suspense fallback={null}>
          <JobImport onClose={() => setImporting(false)} />
        </Suspense>
      )}
    </>
  );
}
