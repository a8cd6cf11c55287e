// Words, groups and tones of jobs' values.
import { words, type Tone } from '@waybill/plugin';
import type { Schema } from '../../api/types.ts';
import type { Status } from '../../kit/list/status.tsx';
import { msg, type Translate } from '../../lib/i18n.ts';

export type ScanEvent = Schema<'JobScanEvent'>;

export type Job = Schema<'FreightJobView'>;
/** A job as it is saved. */
export type JobRequest = Schema<'FreightJob'>;
export type JobAddress = Schema<'JobAddress'>;
export type JobItem = Schema<'JobItem'>;
export type JobPrice = Schema<'JobPrice'>;
export type JobStatus = Schema<'JobStatus'>;
export type JobType = Schema<'JobType'>;
export type JobOperation = Schema<'FreightOperation'>;
export type JobFee = Schema<'JobFee'>;
export type LogEntry = Schema<'JobOperationLog'>;

export type StatusGroup = 'draft' | 'unallocated' | 'underWay' | 'failed' | 'held' | 'done';

interface Facts {
  text: string;
  tone: Tone;
  group: StatusGroup;
  /** The agent has the goods: only the delivery remains. */
  hasGoods?: true;
}

/** States in their order. */
const STATUSES: Readonly<Record<JobStatus, Facts>> = {
  Draft: { text: msg('Draft'), tone: 'neutral', group: 'draft' },
  Unallocated: { text: msg('Unallocated'), tone: 'warning', group: 'unallocated' },
  Allocated: { text: msg('Allocated'), tone: 'info', group: 'underWay' },
  Acknowledged: { text: msg('Acknowledged'), tone: 'info', group: 'underWay' },
  EnRouteToPickup: { text: msg('On the way to pickup'), tone: 'info', group: 'underWay' },
  AtPickup: { text: msg('At pickup'), tone: 'info', group: 'underWay' },
  PickedUp: { text: msg('Picked up'), tone: 'progress', group: 'underWay', hasGoods: true },
  AtDepot: { text: msg('At depot'), tone: 'progress', group: 'underWay', hasGoods: true },
  OnLineHaul: { text: msg('On line haul'), tone: 'progress', group: 'underWay', hasGoods: true },
  OnBoard: { text: msg('On board'), tone: 'progress', group: 'underWay', hasGoods: true },
  EnRouteToDelivery: {
    text: msg('On the way to delivery'),
    tone: 'progress',
    group: 'underWay',
    hasGoods: true,
  },
  AtDelivery: { text: msg('At delivery'), tone: 'progress', group: 'underWay', hasGoods: true },
  PartiallyDelivered: {
    text: msg('Partially delivered'),
    tone: 'warning',
    group: 'failed',
    hasGoods: true,
  },
  FailedPickup: { text: msg('Pickup failed'), tone: 'danger', group: 'failed' },
  FailedDelivery: { text: msg('Delivery failed'), tone: 'danger', group: 'failed', hasGoods: true },
  OnHold: { text: msg('On hold'), tone: 'warning', group: 'held' },
  Delivered: { text: msg('Delivered'), tone: 'success', group: 'done' },
  Cancelled: { text: msg('Cancelled'), tone: 'neutral', group: 'done' },
};

export const GROUPS: readonly { key: StatusGroup; label: string; alarming?: true }[] = [
  { key: 'draft', label: msg('Drafts') },
  { key: 'unallocated', label: msg('Unallocated') },
  { key: 'underWay', label: msg('Under way') },
  { key: 'failed', label: msg('Failed'), alarming: true },
  { key: 'held', label: msg('On hold') },
  { key: 'done', label: msg('Done') },
];

const factsOf = (status: string): Facts | undefined =>
  (STATUSES as Readonly<Record<string, Facts>>)[status];

export const ALL_STATUSES = Object.keys(STATUSES);

export const statusesOf = (group: StatusGroup): string[] =>
  ALL_STATUSES.filter((status) => factsOf(status)?.group === group);

export const groupOf = ({ jobstatus }: Pick<Job, 'jobstatus'>): StatusGroup | null =>
  factsOf(jobstatus)?.group ?? null;

export const hasGoods = ({ jobstatus }: Pick<Job, 'jobstatus'>): boolean =>
  factsOf(jobstatus)?.hasGoods ?? false;

/** A state in the reader's words; other texts, such as a driver's name, stay. */
export const valueText = (value: string, t: Translate): string => {
  const known = factsOf(value)?.text;
  return known ? t(known) : value;
};

/** English text; a state unknown to this version by its name. */
export const statusText = (status: string): string => factsOf(status)?.text ?? words(status);

export const jobStatus = ({ jobstatus }: Pick<Job, 'jobstatus'>): Status => ({
  text: statusText(jobstatus),
  tone: factsOf(jobstatus)?.tone ?? 'neutral',
});

export const JOB_TYPES: Readonly<Record<JobType, string>> = {
  PointToPoint: msg('Point to point'),
  Pickup: msg('Pickup'),
  Delivery: msg('Delivery'),
  LineHaul: msg('Line haul'),
  OnForwarding: msg('On-forwarding'),
  MultiStop: msg('Multi-stop'),
  Return: msg('Return'),
  HourlyHire: msg('Hourly hire'),
};

export const typeText = (type: string, t: Translate): string =>
  t((JOB_TYPES as Readonly<Record<string, string>>)[type] ?? words(type));

/** What was done with a job, in the past tense. */
const LOG_TEXTS: Readonly<Record<LogEntry['operation'], string>> = {
  Create: msg('Created'),
  Edit: msg('Changed'),
  Confirm: msg('Confirmed'),
  Allocate: msg('Allocated'),
  Unallocate: msg('Unallocated'),
  Acknowledge: msg('Acknowledged'),
  Start: msg('Started'),
  Arrive: msg('Arrived'),
  PickUp: msg('Picked up'),
  Depart: msg('Departed'),
  Deliver: msg('Delivered'),
  Fail: msg('Failed'),
  Retry: msg('Tried again'),
  Hold: msg('Put on hold'),
  Release: msg('Released'),
  Cancel: msg('Cancelled'),
  SetPickupReady: msg('Goods ready'),
  EditItems: msg('Items changed'),
  EditPrice: msg('Price changed'),
  AddDriverCharge: msg('Driver charge added'),
  AddCustomerCharge: msg('Customer charge added'),
  ApplyQuote: msg('Priced by a quote'),
  Scan: msg('Scanned'),
  EditScan: msg('Scan changed'),
  DeleteScan: msg('Scan deleted'),
  FollowBooking: msg('Followed the booking'),
  BookCarrier: msg('Booked with a carrier'),
  LineHaul: msg('Moved by a line haul'),
  Merge: msg('Merged'),
  Split: msg('Split'),
};

/** English text; an operation unknown to this version by its name. */
export const logText = (operation: string): string =>
  (LOG_TEXTS as Readonly<Record<string, string>>)[operation] ?? words(operation);

/** "Derrimut VIC 3026", as far as available. */
export const placeText = (address: JobAddress | null | undefined): string =>
  address ? [address.suburb, address.statecode, address.postcode].filter(Boolean).join(' ') : '';

/** "Derrimut VIC". */
export const townText = (address: JobAddress | null | undefined): string =>
  address ? [address.suburb, address.statecode].filter(Boolean).join(' ') : '';

export const partyText = (address: JobAddress | null | undefined): string =>
  address?.companyname || address?.contactperson || '';

export const streetLines = (address: JobAddress | null | undefined): string[] =>
  [address?.addressline1, address?.addressline2, address?.addressline3].filter(
    (line): line is string => Boolean(line),
  );

/** The address that the open part of the job leads to first. */
export const nextAddress = (job: Job): JobAddress | null =>
  job.jobtype === 'Pickup' || (job.fromaddress && !hasGoods(job) && job.jobtype !== 'Delivery')
    ? (job.fromaddress ?? job.toaddress)
    : (job.toaddress ?? job.fromaddress);

/** As the server judged it, and late as soon as it is due. */
export function lateness(
  job: Pick<Job, 'jobstatus' | 'duetime' | 'lateness'>,
  now: Date,
): Job['lateness'] {
  const group = groupOf(job);
  if (group === 'done' || group === 'draft') return null;
  const isDue = job.duetime ? Date.parse(job.duetime) < now.getTime() : false;
  // Arrival counts, not the time at the address.
  return isDue && job.jobstatus !== 'AtDelivery' ? 'late' : job.lateness;
}
