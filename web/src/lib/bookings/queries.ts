// Booking queries shared by areas; all keys begin with 'bookings'.
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api } from '../../api/client.ts';

export const bookingsKey = ['bookings'] as const;

export const bookingQuery = (id: number) =>
  queryOptions({
    queryKey: [...bookingsKey, 'detail', id],
    queryFn: ({ signal }) => api.get('/api/booking/booking/getbookingforEdit', { id }, { signal }),
  });

/** Count by status; `filter` excludes statuses, since it labels each tab. */
export const statusCountQuery = (filter = '') =>
  queryOptions({
    queryKey: [...bookingsKey, 'status-count', filter],
    queryFn: ({ signal }) =>
      api.get('/api/booking/booking/getbookingstatuscount', { filter }, { signal }),
    placeholderData: keepPreviousData,
  });
