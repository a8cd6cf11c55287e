// Next step by status.
import { msg } from '../../lib/i18n.ts';
import type { Booking } from '../../lib/bookings/model.ts';

export interface NextStep {
  id: string;
  /** English, marked with msg(). */
  text: string;
  statuses: readonly string[];
}

/** Steps, most urgent first. */
export const NEXT_STEPS: readonly NextStep[] = [
  {
    id: 'redeliver',
    text: msg('Arrange another delivery'),
    statuses: ['DeliveryAttempted', 'FailedDelivery'],
  },
  { id: 'collect', text: msg('Book another pickup'), statuses: ['FailedPickup'] },
  { id: 'quote', text: msg('Choose another price or carrier'), statuses: ['Failed'] },
  { id: 'release', text: msg('Release or cancel'), statuses: ['OnHold'] },
  {
    id: 'trace',
    text: msg('Contact the carrier'),
    statuses: ['Delayed', 'TrackingExpired'],
  },
  { id: 'claim', text: msg('Make a claim'), statuses: ['Damaged', 'Lost'] },
  {
    id: 'return',
    text: msg('Notify the customer of the return'),
    statuses: ['ReturningToSender', 'ReturnedToSender'],
  },
];

/** Groups, longest waiting first; empty steps are left out. */
export function byNextStep(
  exceptions: readonly Booking[],
): { step: NextStep; bookings: Booking[] }[] {
  return NEXT_STEPS.flatMap((step) => {
    const bookings = exceptions
      .filter(({ bookingStatus }) => step.statuses.includes(bookingStatus))
      .toSorted((a, b) => Date.parse(waitingSince(a)) - Date.parse(waitingSince(b)));
    return bookings.length > 0 ? [{ step, bookings }] : [];
  });
}

/** Last status change, if available. */
export const waitingSince = ({ lastTrackingModifiedTime, creationTime }: Booking): string =>
  lastTrackingModifiedTime ?? creationTime;
