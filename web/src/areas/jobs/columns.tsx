// Job columns for rows, choice and export.
import { cn, words, type useFormat } from '@waybill/plugin';
import { DateCell, MomentCell, NOTHING, TextCell } from '../../kit/list/Cells.tsx';
import type { ListColumn } from '../../kit/list/declare.ts';
import { statusColumn } from '../../kit/list/status.tsx';
import { shortMoment } from '../../kit/list/times.ts';
import type { Translate } from '../../lib/i18n.ts';
import {
  jobStatus,
  lateness,
  partyText,
  placeText,
  townText,
  typeText,
  type Job,
  type JobAddress,
} from './model.ts';
import type { JobRow, Sees } from './rows.ts';

type Format = ReturnType<typeof useFormat>;

const whole = (address: JobAddress | null): string =>
  [partyText(address), placeText(address)].filter(Boolean).join(', ');

/** The deadline; late and close ones say so. */
export function DeadlineText({ job, t, format }: { job: Job; t: Translate; format: Format }) {
  const state = lateness(job, new Date());
  if (!job.deadline) return NOTHING;
  return (
    <time
      dateTime={job.deadline}
      title={format.dateTime(job.deadline)}
      className={cn(
        'whitespace-nowrap tabular-nums',
        state === 'late' && 'font-medium text-danger-text',
        state === 'atRisk' && 'text-warning-text',
      )}
    >
      {shortMoment(job.deadline, format.timezone)}
      {state === 'late' && ` · ${t('late')}`}
      {state === 'atRisk' && ` · ${t('at risk')}`}
    </time>
  );
}

export function jobColumns(
  format: Format,
  t: Translate,
  { customers, drivers }: Sees,
): ListColumn<JobRow>[] {
  const columns: (ListColumn<JobRow> | false)[] = [
    {
      id: 'jobno',
      header: t('Job'),
      cell: ({ jobno }) => jobno,
      csv: ({ jobno }) => jobno,
      sort: 'jobno',
      fixed: true,
    },
    statusColumn<JobRow>(t, jobStatus, { dot: true, sort: 'jobstatus', fixed: true }),
    {
      id: 'type',
      header: t('Type'),
      priority: 7,
      cell: ({ jobtype }) => typeText(jobtype, t),
      csv: ({ jobtype }) => typeText(jobtype, t),
      sort: 'jobtype',
    },
    customers && {
      id: 'customer',
      header: t('Customer'),
      priority: 3,
      cell: ({ customerName }) => <TextCell>{customerName}</TextCell>,
      csv: ({ customerName }) => customerName,
      narrow: 'line',
    },
    {
      id: 'from',
      header: t('From'),
      priority: 4,
      cell: ({ fromaddress }) => townText(fromaddress) || NOTHING,
      csv: ({ fromaddress }) => whole(fromaddress),
      sort: 'fromaddress/suburb',
      narrow: 'line',
    },
    {
      id: 'to',
      header: t('To'),
      priority: 1,
      cell: ({ toaddress }) => townText(toaddress) || NOTHING,
      csv: ({ toaddress }) => whole(toaddress),
      sort: 'toaddress/suburb',
      narrow: 'line',
    },
    {
      id: 'receiver',
      header: t('Receiver'),
      priority: 6,
      cell: ({ toaddress }) => <TextCell>{partyText(toaddress)}</TextCell>,
      csv: ({ toaddress }) => partyText(toaddress),
      sort: 'toaddress/companyname',
      extra: true,
    },
    {
      id: 'pickup',
      header: t('Pickup'),
      priority: 5,
      cell: ({ pickupdate }) => <DateCell value={pickupdate} />,
      csv: ({ pickupdate }) => pickupdate,
      sort: 'pickupdate',
    },
    {
      id: 'deadline',
      header: t('Deadline'),
      priority: 2,
      cell: (job) => <DeadlineText job={job} t={t} format={format} />,
      csv: ({ deadline }) => deadline,
      sort: 'deadline',
      narrow: 'line',
    },
    {
      id: 'slot',
      header: t('Time slot'),
      cell: ({ timeslot }) => <TextCell dir="ltr">{timeslot}</TextCell>,
      csv: ({ timeslot }) => timeslot,
      extra: true,
    },
    drivers && {
      id: 'driver',
      header: t('Driver'),
      priority: 2,
      cell: ({ driverName, carrieraccount }) => <TextCell>{driverName || carrieraccount}</TextCell>,
      csv: ({ driverName, carrieraccount }) => driverName || carrieraccount,
    },
    {
      id: 'items',
      header: t('Pcs'),
      priority: 8,
      cell: ({ totalquantity }) => format.number(totalquantity, 0),
      csv: ({ totalquantity }) => totalquantity,
      sort: 'totalquantity',
      numeric: true,
    },
    {
      id: 'weight',
      header: t('Weight'),
      priority: 8,
      cell: ({ totalweight }) => format.quantity({ value: totalweight, unit: 'kg' }, 1),
      csv: ({ totalweight }) => totalweight,
      sort: 'totalweight',
      numeric: true,
    },
    {
      id: 'reference',
      header: t('Reference'),
      priority: 6,
      cell: ({ reference }) => <TextCell>{reference}</TextCell>,
      csv: ({ reference }) => reference,
    },
    {
      id: 'connote',
      header: t('Connote'),
      cell: ({ connoteno }) => <TextCell dir="ltr">{connoteno}</TextCell>,
      csv: ({ connoteno }) => connoteno,
      sort: 'connoteno',
      extra: true,
    },
    {
      id: 'service',
      header: t('Service'),
      cell: ({ servicename, servicecode }) => <TextCell>{servicename || servicecode}</TextCell>,
      csv: ({ servicename, servicecode }) => servicename || servicecode,
      extra: true,
    },
    {
      id: 'scan',
      header: t('Last scan'),
      cell: ({ lastscanevent }) => (lastscanevent ? t(words(lastscanevent.code)) : NOTHING),
      csv: ({ lastscanevent }) => lastscanevent && t(words(lastscanevent.code)),
      extra: true,
    },
    {
      id: 'created',
      header: t('Created'),
      cell: ({ creationTime }) => <MomentCell value={creationTime} />,
      csv: ({ creationTime }) => creationTime,
      sort: 'creationTime',
      extra: true,
    },
  ];
  return columns.filter((column) => column !== false);
}
