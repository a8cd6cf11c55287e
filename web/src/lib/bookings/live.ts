// Lists and pages of bookings follow changes made elsewhere.
import { liveTopic } from '../live.ts';
import { bookingsKey } from './queries.ts';

/** Keeps bookings live; returns the connection state. */
export const useLiveBookings = liveTopic({
  path: '/api/booking/booking/stream',
  key: bookingsKey,
  member: 'bookingId',
});
