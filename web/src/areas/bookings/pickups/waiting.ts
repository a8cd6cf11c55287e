// Bookings to collect, grouped as pickups are booked: account, sender and day.
import type { Booking } from '../../../lib/bookings/model.ts';
import { senderKey, waitingBy, type Waiting } from '../manifests/waiting.ts';

/** Manifested without a pickup, or the pickup failed. */
export const TO_COLLECT = ['Manifested', 'FailedPickup'];

export interface ToCollect extends Waiting {
  /** Latest ready time, if later than today. */
  readyTime: string | null;
}

/** `dayOf` converts an instant to the tenant's day. */
export function toCollect(
  bookings: readonly Booking[],
  today: string,
  dayOf: (moment: string) => string,
): ToCollect[] {
  const later = ({ pickupReadyTime }: Booking): string => {
    const day = pickupReadyTime ? dayOf(pickupReadyTime) : '';
    return day > today ? day : '';
  };
  return waitingBy(
    bookings,
    (booking) => `${senderKey(booking.fromAddress)}|${later(booking)}`,
  ).map((group) => {
    const times = group.bookings
      .filter((booking) => later(booking) !== '')
      .map((booking) => booking.pickupReadyTime ?? '');
    return { ...group, readyTime: times.toSorted().at(-1) ?? null };
  });
}
