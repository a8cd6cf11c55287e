// Words and pages of a job's operations.
import { CheckCheck, Flag, MapPin, PackageCheck, PackageOpen, Play } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import { msg } from '../../lib/i18n.ts';
import { acknowledge, arrive, depart, pickUp, start, type Moment } from './actions.ts';
import type { Job, JobStatus, Operation } from './calls.ts';
import type { Tick } from './device.ts';
import type { Task } from './queue/tasks.ts';

/** Operations that take effect at once; delivering and failing have pages of their own. */
export type DirectOperation = Exclude<Operation, 'Deliver' | 'Fail'>;

export const OPERATION_TEXTS: Readonly<Record<Operation, string>> = {
  Acknowledge: msg('Acknowledge'),
  Start: msg('Start'),
  Arrive: msg('I have arrived'),
  PickUp: msg('Pick up'),
  Depart: msg('Depart'),
  Deliver: msg('Deliver'),
  Fail: msg('Failure'),
};

export const OPERATION_ICONS: Readonly<Record<Operation, LucideIcon>> = {
  Acknowledge: CheckCheck,
  Start: Play,
  Arrive: MapPin,
  PickUp: PackageOpen,
  Depart: Flag,
  Deliver: PackageCheck,
  Fail: Flag,
};

/** Operations in the order in which they are offered: those that skip others come later. */
const FORWARD: readonly Exclude<Operation, 'Fail'>[] = [
  'Acknowledge',
  'Start',
  'Depart',
  'Arrive',
  'PickUp',
  'Deliver',
];

export const nextOperation = ({ allowedOperations }: Job): Exclude<Operation, 'Fail'> | null =>
  FORWARD.find((operation) => allowedOperations.includes(operation)) ?? null;

export const mayFail = ({ allowedOperations }: Job): boolean => allowedOperations.includes('Fail');

export function tasksOf(
  operation: DirectOperation,
  job: Job,
  ticks: readonly Tick[],
  moment: Moment,
): Task[] {
  switch (operation) {
    case 'Acknowledge':
      return acknowledge(job);
    case 'Start':
      return start(job);
    case 'Arrive':
      return arrive(job, moment);
    case 'PickUp':
      return pickUp(job, ticks, moment);
    case 'Depart':
      return depart(job);
  }
}

export const STATUS_TEXTS: Readonly<Record<JobStatus, string>> = {
  Draft: msg('Draft'),
  Unallocated: msg('Unallocated'),
  Allocated: msg('New'),
  Acknowledged: msg('Acknowledged'),
  EnRouteToPickup: msg('On the way to pickup'),
  AtPickup: msg('At pickup'),
  PickedUp: msg('Picked up'),
  AtDepot: msg('At depot'),
  OnLineHaul: msg('On line haul'),
  OnBoard: msg('On board'),
  EnRouteToDelivery: msg('On the way to delivery'),
  AtDelivery: msg('At delivery'),
  Delivered: msg('Delivered'),
  PartiallyDelivered: msg('Partially delivered'),
  FailedPickup: msg('Failed pickup'),
  FailedDelivery: msg('Failed delivery'),
  OnHold: msg('On hold'),
  Cancelled: msg('Cancelled'),
};
