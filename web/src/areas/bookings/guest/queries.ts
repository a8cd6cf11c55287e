// Guest calls, by number and email, or link.
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../../api/client.ts';
import type { Schema } from '../../../api/types.ts';
import { download } from '../../../lib/download.ts';

const asGuest = { anonymous: true } as const;

export type OutsideBooking = Schema<'OutsideBooking'>;

export interface Finding {
  bookingId: number;
  email: string;
}

export const findGuestBooking = async (finding: Finding): Promise<OutsideBooking> =>
  (await api.get('/api/booking/booking/getGuestBooking', { ...finding }, asGuest)).booking;

export const guestBookingQuery = (finding: Finding) =>
  queryOptions({
    queryKey: ['bookings', 'guest', finding.bookingId, finding.email],
    queryFn: () => findGuestBooking(finding),
    retry: false,
  });

export const sharedBookingQuery = (link: Finding & { token: string }) =>
  queryOptions({
    queryKey: ['bookings', 'shared', link.bookingId, link.email, link.token],
    queryFn: async ({ signal }) =>
      (await api.get('/api/booking/booking/getSharedBooking', { ...link }, { ...asGuest, signal }))
        .booking,
    retry: false,
  });

/** Returns how many were saved. */
export async function saveGuestDocuments(finding: Finding, documentType: number): Promise<number> {
  const { tokens } = await api.get(
    '/api/booking/booking/getGuestDocuments',
    { ...finding, documentType },
    asGuest,
  );
  for (const token of tokens)
    await download('/api/booking/File/DownloadGuestDocument', { token }, asGuest);
  return tokens.length;
}
