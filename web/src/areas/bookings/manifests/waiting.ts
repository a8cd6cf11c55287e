// Ready bookings by carrier account, sender and day.
import type { Address, Booking } from '../../../lib/bookings/model.ts';
import { partyText, pieces, placeText } from '../../../lib/bookings/display.ts';

export interface Waiting {
  key: string;
  accountId: number;
  carrier: string;
  /** In arrival order. */
  bookings: Booking[];
  pieces: number;
  /** In kilograms. */
  weight: number;
  /** Places that the carrier has to come to. */
  senders: number;
  /** The first one. */
  sender: Address;
}

/** Normalised: one stop per key. */
export const senderKey = (sender: Address): string =>
  [
    sender.companyName,
    sender.addressLine1,
    sender.addressLine2,
    sender.addressLine3,
    placeText(sender),
    sender.countryCode,
  ]
    .map((part) => (part ?? '').trim().toLowerCase())
    .join('|');

/** "Southern Cross Freight, Richmond VIC 3121" */
export const senderText = (sender: Address): string =>
  [partyText(sender), placeText(sender)].filter(Boolean).join(', ');

/** Groups by account and a further key; skips bookings without account. */
export function waitingBy(
  bookings: readonly Booking[],
  apart: (booking: Booking) => string = () => '',
): Waiting[] {
  const groups = new Map<string, Booking[]>();
  for (const booking of bookings) {
    if (booking.carrierAccountId === null || booking.pendingOperation !== null) continue;
    const key = `${booking.carrierAccountId}|${apart(booking)}`;
    groups.set(key, [...(groups.get(key) ?? []), booking]);
  }
  return [...groups].flatMap(([key, some]) => {
    const [first] = some;
    if (!first || first.carrierAccountId === null) return [];
    return {
      key,
      accountId: first.carrierAccountId,
      carrier: first.carrier ?? '',
      bookings: some,
      pieces: some.reduce((sum, booking) => sum + pieces(booking), 0),
      weight: some.reduce((sum, booking) => sum + (booking.totalWeight?.value ?? 0), 0),
      senders: new Set(some.map((booking) => senderKey(booking.fromAddress))).size,
      sender: first.fromAddress,
    };
  });
}
