// Groups and steps of the booking statuses.

import { msg } from '../i18n.ts';
import { statuses } from './statuses.gen.ts';
import type { StatusCounts } from './model.ts';

export type StatusGroup = 'processing' | 'inTransit' | 'delivered' | 'exception';

export const groups: readonly { key: StatusGroup; label: string }[] = [
  { key: 'processing', label: msg('Processing') },
  { key: 'inTransit', label: msg('In transit') },
  { key: 'exception', label: msg('Exceptions') },
  { key: 'delivered', label: msg('Delivered') },
];

type Facts = (typeof statuses)[number];

const statusesThat = (meet: (facts: Facts) => boolean): readonly string[] =>
  statuses.filter(meet).map(({ status }) => status);

const byGroup: Record<StatusGroup, readonly string[]> = {
  processing: statusesThat(({ group }) => group === 'processing'),
  inTransit: statusesThat(({ group }) => group === 'inTransit'),
  delivered: statusesThat(({ group }) => group === 'delivered'),
  exception: statusesThat(({ group }) => group === 'exception'),
};

/** Display order; a cancelled booking is in no group. */
export const allStatuses = statusesThat(({ status }) => status !== 'Deleted');

export const statusesOf = (group: StatusGroup): readonly string[] => byGroup[group];

/** Statuses after the carrier accepted. */
export const atTheCarrier = statusesThat(({ isAtCarrier }) => isAtCarrier);

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
export const scanStatuses = statusesThat(({ canBeScanned }) => canBeScanned);

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
