// Bookings to collect by account, sender, day.
import { operationRules } from '../../../lib/bookings/operation-rules.gen.ts';
import type { Booking } from '../../../lib/bookings/model.ts';
import { senderKey, waitingBy, type Waiting } from '../manifests/waiting.ts';

/** No pickup yet, or it failed. */
export const TO_COLLECT = operationRules.BookPickup.statuses;

export interface ToCollect extends Waiting {
  /** Set if later than today. */
  readyTime: string | null;
}

/** `dayOf`: an instant's day at the tenant. */
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
