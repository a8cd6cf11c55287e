// What several areas read about bookings, as query options; every key begins with 'bookings'.
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api } from '../../api/client.ts';

export const bookingsKey = ['bookings'] as const;

export const bookingQuery = (id: number) =>
  queryOptions({
    queryKey: [...bookingsKey, 'detail', id],
    queryFn: ({ signal }) => api.get('/api/booking/booking/getbookingforEdit', { id }, { signal }),
  });

/** How many there are of each status; `filter` narrows by everything but the statuses, since it says what each tab holds. */
export const statusCountQuery = (filter = '') =>
  queryOptions({
    queryKey: [...bookingsKey, 'status-count', filter],
    queryFn: ({ signal }) =>
      api.get('/api/booking/booking/getbookingstatuscount', { filter }, { signal }),
    placeholderData: keepPreviousData,
  });
