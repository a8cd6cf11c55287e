// Columns and filters of the jobs without an agent.
import { useRef } from 'react';
import { cn, type useFormat } from '@waybill/plugin';
import { NOTHING, TextCell } from '../../../kit/list/Cells.tsx';
import { useDraggable } from '../../../kit/lanes/drag.ts';
import type { ListColumn, ListFilter } from '../../../kit/list/declare.ts';
import { shortDay, shortTime } from '../../../kit/list/times.ts';
import { customerReference } from '../../../kit/pickers/customers.ts';
import type { Translate } from '../../../lib/i18n.ts';
import { dueFilter } from '../filters.ts';
import { JOB_TYPES, lateness, nextAddress, partyText, typeText, type Job } from '../model.ts';
import { JOBS, type Dragged } from './drag.ts';

type Format = ReturnType<typeof useFormat>;

interface Handle {
  dragged: (job: Job) => Dragged;
  mayAllocate: boolean;
}

/** The job's number; its whole row can be dragged. */
function JobHandle({ job, dragged, mayAllocate }: Handle & { job: Job }) {
  const text = useRef<HTMLSpanElement>(null);
  useDraggable(JOBS, text, () => dragged(job), { row: true, enabled: mayAllocate });
  return <span ref={text}>{job.jobno}</span>;
}

/** The time of a moment on the day, of another day that day. */
const near = (moment: string, day: string, format: Format): string =>
  format.toLocalInput(moment).slice(0, 10) === day
    ? shortTime(moment, format.timezone)
    : shortDay(moment, format.timezone);

function windowText(job: Job, day: string, format: Format, t: Translate): string {
  if (job.timeslot) return job.timeslot;
  if (job.deadline) return t('by {time}', { time: near(job.deadline, day, format) });
  return job.pickupreadydatetime
    ? t('from {time}', { time: near(job.pickupreadydatetime, day, format) })
    : NOTHING;
}

export function boardColumns(
  t: Translate,
  format: Format,
  { day, ...handle }: Handle & { day: string },
): ListColumn<Job>[] {
  return [
    {
      id: 'jobno',
      header: t('Job'),
      cell: (job) => <JobHandle job={job} {...handle} />,
      csv: ({ jobno }) => jobno,
      sort: 'jobno',
      fixed: true,
    },
    {
      id: 'suburb',
      header: t('Suburb'),
      cell: (job) => <TextCell>{nextAddress(job)?.suburb}</TextCell>,
      csv: (job) => nextAddress(job)?.suburb,
      fixed: true,
      narrow: 'line',
    },
    {
      id: 'window',
      header: t('Window'),
      cell: (job) => {
        const state = lateness(job, new Date());
        return (
          <span
            className={cn(
              'whitespace-nowrap tabular-nums',
              state === 'late' && 'font-medium text-danger-text',
              state === 'atRisk' && 'text-warning-text',
            )}
          >
            {job.timeslot ? <bdi dir="ltr">{job.timeslot}</bdi> : windowText(job, day, format, t)}
            {state === 'late' && ` · ${t('late')}`}
            {state === 'atRisk' && ` · ${t('at risk')}`}
          </span>
        );
      },
      csv: (job) => windowText(job, day, format, t),
      sort: 'deadline',
      narrow: 'badge',
    },
    {
      id: 'weight',
      header: t('Weight'),
      cell: ({ totalweight }) => format.quantity({ value: totalweight, unit: 'kg' }, 0),
      csv: ({ totalweight }) => totalweight,
      sort: 'totalweight',
      numeric: true,
      priority: 2,
      narrow: 'line',
    },
    {
      id: 'type',
      header: t('Type'),
      cell: ({ jobtype }) => typeText(jobtype, t),
      csv: ({ jobtype }) => typeText(jobtype, t),
      sort: 'jobtype',
      priority: 3,
    },
    {
      id: 'party',
      header: t('Company'),
      cell: (job) => <TextCell>{partyText(nextAddress(job))}</TextCell>,
      csv: (job) => partyText(nextAddress(job)),
      extra: true,
      priority: 4,
    },
    {
      id: 'service',
      header: t('Service'),
      cell: ({ servicename, servicecode }) => <TextCell>{servicename || servicecode}</TextCell>,
      csv: ({ servicename, servicecode }) => servicename || servicecode,
      extra: true,
      priority: 4,
    },
  ];
}

export function boardFilters(t: Translate, seesCustomers: boolean): ListFilter[] {
  return [
    // A part of the fixed condition.
    { kind: 'text', id: 'day', label: t('Day'), hidden: true, odata: () => '' },
    {
      kind: 'choice',
      id: 'type',
      label: t('Type'),
      pinned: true,
      field: 'jobtype',
      options: Object.entries(JOB_TYPES).map(([value, text]) => ({ value, label: t(text) })),
    },
    { ...dueFilter(t), pinned: true },
    { kind: 'days', id: 'deadline', label: t('Deadline'), field: 'deadline' },
    ...(seesCustomers
      ? [
          {
            kind: 'reference' as const,
            id: 'customer',
            label: t('Customer'),
            field: 'customerid',
            placeholder: t('Search customers…'),
            ...customerReference,
          },
        ]
      : []),
    { kind: 'text', id: 'suburb', label: t('Delivery suburb'), field: 'toaddress/suburb' },
    { kind: 'text', id: 'service', label: t('Service'), field: 'servicecode' },
  ];
}
