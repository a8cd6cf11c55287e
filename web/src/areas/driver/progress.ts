// Expected course of a job while the device waits for the server, which has the last word.
import type { Job, JobStatus, Operation } from './calls.ts';

/** Operations that a driver may perform, by status. */
const OFFERED: Partial<Record<JobStatus, readonly Operation[]>> = {
  Allocated: ['Acknowledge', 'Start', 'PickUp', 'Fail'],
  Acknowledged: ['Start', 'PickUp', 'Fail'],
  EnRouteToPickup: ['Arrive', 'PickUp', 'Fail'],
  AtPickup: ['PickUp', 'Fail'],
  PickedUp: ['Depart', 'Deliver', 'Fail'],
  AtDepot: ['Depart', 'Deliver', 'Fail'],
  OnBoard: ['Arrive', 'Depart', 'Deliver', 'Fail'],
  EnRouteToDelivery: ['Arrive', 'Deliver', 'Fail'],
  AtDelivery: ['Deliver', 'Fail'],
};

const BEFORE_PICKUP: ReadonlySet<JobStatus> = new Set([
  'Draft',
  'Unallocated',
  'Allocated',
  'Acknowledged',
  'EnRouteToPickup',
  'AtPickup',
  'FailedPickup',
]);
const FINISHED: ReadonlySet<JobStatus> = new Set([
  'Delivered',
  'PartiallyDelivered',
  'FailedPickup',
  'FailedDelivery',
  'Cancelled',
  'Unallocated',
]);
const UNDER_WAY: ReadonlySet<JobStatus> = new Set([
  'EnRouteToPickup',
  'AtPickup',
  'EnRouteToDelivery',
  'AtDelivery',
]);

/** True while the goods are still with the sender. */
export const isBeforePickup = (status: JobStatus): boolean => BEFORE_PICKUP.has(status);
export const isFinished = (status: JobStatus): boolean => FINISHED.has(status);
/** True while the driver is on the way to an address or at it. */
export const isUnderWay = (status: JobStatus): boolean => UNDER_WAY.has(status);
/** True while the driver stands at an address of the job. */
export const isAtStop = (status: JobStatus): boolean =>
  status === 'AtPickup' || status === 'AtDelivery';

/** Article numbers of all items. */
export const articlesOf = ({ items }: Pick<Job, 'items'>): string[] =>
  items.flatMap(({ articlenumbers }) => articlenumbers);

/** Status that an operation leads to. `articles` are those delivered, if not all. */
export function statusAfter(
  job: Pick<Job, 'jobstatus' | 'items'>,
  operation: Operation,
  articles?: readonly string[],
): JobStatus {
  const before = isBeforePickup(job.jobstatus);
  switch (operation) {
    case 'Acknowledge':
      return 'Acknowledged';
    case 'Start':
      return 'EnRouteToPickup';
    case 'Arrive':
      return before ? 'AtPickup' : 'AtDelivery';
    case 'PickUp':
      return 'PickedUp';
    case 'Depart':
      return 'EnRouteToDelivery';
    case 'Deliver':
      return articles && articles.length < articlesOf(job).length
        ? 'PartiallyDelivered'
        : 'Delivered';
    case 'Fail':
      return before ? 'FailedPickup' : 'FailedDelivery';
  }
}

/** The job as it will probably be after an operation. */
export function advance(job: Job, operation: Operation, articles?: readonly string[]): Job {
  const jobstatus = statusAfter(job, operation, articles);
  return { ...job, jobstatus, allowedOperations: [...(OFFERED[jobstatus] ?? [])] };
}
