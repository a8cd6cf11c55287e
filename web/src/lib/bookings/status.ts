// The booking statuses in the order of a consignment's life, and the groups that the list counts
// them in.

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

/** Display order; a cancelled booking is in no group. */
export const allStatuses: readonly string[] = [
  ...byGroup.processing,
  ...byGroup.inTransit,
  ...byGroup.delivered,
  ...byGroup.exception,
  'Cancelled',
];

export const statusesOf = (group: StatusGroup): readonly string[] => byGroup[group];

/** Statuses after the carrier accepted. */
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

/** Total count without deleted bookings. */
export const sumOf = (counts: StatusCounts | undefined): number | undefined =>
  counts?.statuses.reduce(
    (sum, entry) => (entry.bookingStatus === 'Deleted' ? sum : sum + entry.count),
    0,
  );

export function groupOf(status: string | null | undefined): StatusGroup | null {
  return groups.find((group) => byGroup[group.key].includes(status ?? ''))?.key ?? null;
}

/** Statuses of a manual scan, from the manifest on. */
export const scanStatuses: readonly string[] = [
  'PickupBooked',
  'AtPickup',
  ...byGroup.inTransit,
  ...byGroup.delivered,
  ...byGroup.exception.filter((status) => status !== 'Failed' && status !== 'TrackingExpired'),
];

/** Steps of a consignment. */
export const shipmentSteps: readonly { label: string; statuses: readonly string[] }[] = [
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

/** Index into `shipmentSteps` (-1 before booking). An exception keeps the step of its scans. */
export function shipmentStep(
  status: string | null | undefined,
  scans: readonly (string | null | undefined)[] = [],
): number {
  const step = (name: string | null | undefined) =>
    shipmentSteps.findIndex((entry) => entry.statuses.includes(name ?? ''));
  const now = step(status);
  if (now >= 0) return now;
  const reached = Math.max(-1, ...scans.map(step));
  return reached < 0 && groupOf(status) === 'exception' && status !== 'Failed' ? 0 : reached;
}
