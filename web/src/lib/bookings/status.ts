// The booking statuses in the order of a consignment's life, and the groups that the list counts them in.

import { msg } from '../i18n.ts';
import type { StatusCounts } from './model.ts';

export type StatusGroup = 'processing' | 'inTransit' | 'delivered' | 'exception';

export const groups: readonly { key: StatusGroup; label: string }[] = [
  { key: 'processing', label: msg('Processing') },
  { key: 'inTransit', label: msg('In transit') },
  { key: 'exception', label: msg('Exceptions') },
  { key: 'delivered', label: msg('Delivered') },
];

const byGroup: Record<StatusGroup, readonly string[]> = {
  processing: [
    'Draft',
    'Quoted',
    'PendingPayment',
    'Booked',
    'Manifesting',
    'Manifested',
    'PickupBooked',
    'AtPickup',
  ],
  inTransit: [
    'PickedUp',
    'InTransit',
    'AtDepot',
    'OutForDelivery',
    'AtDelivery',
    'PartiallyDelivered',
    'AwaitingCollection',
  ],
  delivered: ['Delivered'],
  exception: [
    'OnHold',
    'Delayed',
    'DeliveryAttempted',
    'FailedPickup',
    'FailedDelivery',
    'Damaged',
    'Lost',
    'ReturningToSender',
    'ReturnedToSender',
    'TrackingExpired',
    'Failed',
  ],
};

/** Filters and selects show this order as it stands; a cancelled booking belongs to no group. */
export const allStatuses: readonly string[] = [
  ...byGroup.processing,
  ...byGroup.inTransit,
  ...byGroup.delivered,
  ...byGroup.exception,
  'Cancelled',
];

export const statusesOf = (group: StatusGroup): readonly string[] => byGroup[group];

/** The carrier knows of the consignment, whatever became of it. */
export const atTheCarrier: readonly string[] = [
  'Booked',
  'Manifesting',
  'Manifested',
  'PickupBooked',
  'AtPickup',
  ...byGroup.inTransit,
  'Delivered',
  'Delayed',
  'DeliveryAttempted',
  'FailedPickup',
  'FailedDelivery',
  'Damaged',
  'Lost',
  'ReturningToSender',
  'ReturnedToSender',
  'TrackingExpired',
];

/** The goods have not been picked up yet. */
export const beforePickup: readonly string[] = [
  'Draft',
  'Quoted',
  'PendingPayment',
  'Booked',
  'Manifested',
  'PickupBooked',
  'AtPickup',
  'FailedPickup',
  'OnHold',
  'Failed',
];

/** How many bookings there are in all; deleted ones are none. */
export const sumOf = (counts: StatusCounts | undefined): number | undefined =>
  counts?.statuses.reduce(
    (sum, entry) => (entry.bookingStatus === 'Deleted' ? sum : sum + entry.count),
    0,
  );

export function groupOf(status: string | null | undefined): StatusGroup | null {
  return groups.find((group) => byGroup[group.key].includes(status ?? ''))?.key ?? null;
}

/**
 * What a scan entered by hand can report. Before the manifest a booking has no status of that kind, and a
 * refusal or an expired tracking is not something anybody sees on a dock.
 */
export const scanStatuses: readonly string[] = [
  'PickupBooked',
  'AtPickup',
  ...byGroup.inTransit,
  ...byGroup.delivered,
  ...byGroup.exception.filter((status) => status !== 'Failed' && status !== 'TrackingExpired'),
];

/** Where a consignment stands on its way, for the strip of steps on its page. */
export const journey: readonly { label: string; statuses: readonly string[] }[] = [
  { label: msg('Booked'), statuses: ['Booked'] },
  { label: msg('Manifested'), statuses: ['Manifesting', 'Manifested', 'PickupBooked', 'AtPickup'] },
  { label: msg('Picked up'), statuses: ['PickedUp'] },
  { label: msg('In transit'), statuses: ['InTransit', 'AtDepot'] },
  {
    label: msg('Out for delivery'),
    statuses: ['OutForDelivery', 'AtDelivery', 'PartiallyDelivered', 'AwaitingCollection'],
  },
  { label: msg('Delivered'), statuses: ['Delivered'] },
];

/**
 * How far a consignment got, as an index into `journey` (-1: not booked yet). An exception keeps the step that
 * its scans reached before it, because "damaged" alone does not say where.
 */
export function journeyStep(
  status: string | null | undefined,
  scans: readonly (string | null | undefined)[] = [],
): number {
  const step = (name: string | null | undefined) =>
    journey.findIndex((entry) => entry.statuses.includes(name ?? ''));
  const now = step(status);
  if (now >= 0) return now;
  const reached = Math.max(-1, ...scans.map(step));
  return reached < 0 && groupOf(status) === 'exception' && status !== 'Failed' ? 0 : reached;
}
