// Jobs that may still be loaded on a line haul, put on it by list or by article.
import { useState } from 'react';
import { PackageOpen } from 'lucide-react';
import { Badge, Button, useFormat, WarningNote } from '@waybill/plugin';
import type { BulkAction, BulkAnswers } from '../../../kit/list/BulkBar.tsx';
import { RecordList } from '../../../kit/list/RecordList.tsx';
import { useList } from '../../../kit/list/use-list.ts';
import { useT } from '../../../lib/i18n.ts';
import { laneText, type LineHaul, type LineHaulJob } from '../model.ts';
import {
  allocateJobs,
  fetchWaiting,
  lineHaulsKey,
  unallocateJobs,
  type RowAnswer,
} from '../queries.ts';
import { Articles } from './Articles.tsx';
import { waitingColumns } from './columns.tsx';

const PAGE = 25;

export const toAnswers = (
  answers: readonly RowAnswer[],
  undo: (ids: number[]) => Promise<unknown>,
): BulkAnswers => {
  const accepted = answers.flatMap(({ id, success }) => (success ? [id] : []));
  return {
    rows: answers.map(({ id, success, message }) => ({ key: id, ok: success, message })),
    ...(accepted.length > 0 ? { undo: () => undo(accepted) } : {}),
  };
};

interface Unserved {
  jobid: number;
  jobno: string;
  message: string;
}

function UnservedNote({ jobs }: { jobs: readonly Unserved[] }) {
  const t = useT();
  const [isOpen, setOpen] = useState(false);
  if (jobs.length === 0) return null;
  return (
    <WarningNote>
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <p>
          {t(
            'No head port serves an end of {count} jobs.',
            { count: jobs.length },
            'No head port serves an end of {count} job.',
          )}
        </p>
        <Button
          variant="outline"
          size="sm"
          className="text-foreground"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? t('Hide them') : t('Show them')}
        </Button>
      </div>
      {isOpen && (
        <ul className="mt-2 grid max-h-40 gap-1 overflow-y-auto">
          {jobs.map(({ jobid, jobno, message }) => (
            <li key={jobid}>
              <bdi>{jobno}</bdi>: <bdi>{message}</bdi>
            </li>
          ))}
        </ul>
      )}
    </WarningNote>
  );
}

export function Waiting({ lineHaul }: { lineHaul: LineHaul }) {
  const t = useT();
  const format = useFormat();
  const [unserved, setUnserved] = useState<readonly Unserved[]>([]);
  const { id, linehaulcode } = lineHaul;
  const list = useList<LineHaulJob>({
    id: 'line-hauls.waiting',
    key: [...lineHaulsKey, 'waiting', id],
    fetch: async (query, signal) => {
      const page = await fetchWaiting(lineHaul, query, signal);
      setUnserved(page.unserved ?? []);
      return page;
    },
    rowKey: ({ jobid }) => jobid,
    name: ({ jobno }) => jobno,
    href: ({ jobid }) => `/jobs/details/${jobid}`,
    columns: waitingColumns(format, t),
    search: { fields: ['jobno', 'toaddress/suburb', 'toaddress/companyname'] },
    state: 'here',
    pageSize: PAGE,
  });
  const bulk: BulkAction<LineHaulJob>[] = [
    {
      id: 'Allocate',
      name: t('Put on {code}', { code: linehaulcode }),
      done: t('put on {code}', { code: linehaulcode }),
      label: (able) => t('Put {count} on {code}', { count: able, code: linehaulcode }),
      keyName: 'approve',
      icon: <PackageOpen aria-hidden />,
      run: async (jobs) =>
        toAnswers(
          await allocateJobs(
            id,
            jobs.map(({ jobid }) => jobid),
          ),
          (ids) => unallocateJobs(id, ids),
        ),
    },
  ];
  return (
    <div className="grid min-w-0 content-start gap-2">
      <h2 className="flex items-center gap-2 font-semibold">
        {t('Waiting jobs')}
        {list.rows && <Badge>{format.number(list.total, 0)}</Badge>}
      </h2>
      <UnservedNote jobs={unserved} />
      <RecordList
        list={list}
        title={t('Waiting jobs')}
        bulk={bulk}
        details={(job) => <Articles lineHaul={lineHaul} articles={job.articles} />}
        texts={{
          failed: t('The waiting jobs could not be loaded'),
          search: { label: t('Search waiting jobs'), placeholder: t('Job, receiver, suburb') },
          selected: (count) => t('{count} jobs selected', { count }, '{count} job selected'),
          empty: {
            icon: <PackageOpen />,
            title: t('No jobs wait for {lane}', { lane: laneText(lineHaul) }),
            description: t('Jobs between the two head ports appear here by themselves.'),
          },
          none: { title: t('No matching jobs'), clear: t('Show all jobs') },
        }}
      />
    </div>
  );
}
