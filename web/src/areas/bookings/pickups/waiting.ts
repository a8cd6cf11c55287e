// What waits for a pickup, as it is booked: for an account, a sender and a day.
import type { Booking } from '../../../lib/bookings/model.ts';
import { senderKey, waitingBy, type Waiting } from '../manifests/waiting.ts';

/** The carrier has the manifest and nobody comes yet, or the van came for nothing. */
export const TO_COLLECT = ['Manifested', 'FailedPickup'];

export interface ToCollect extends Waiting {
  /** When the last of the goods is ready, where that is later than today. */
  readyTime: string | null;
}

/** `dayOf` tells the tenant's day of a moment. */
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
