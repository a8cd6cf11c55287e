// Pickup requests; keys begin with 'bookings'.
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../../api/client.ts';
import { queryClient } from '../../../api/query-client.ts';
import type { RowOf } from '../../../api/types.ts';
import type { ListQuery } from '../../../kit/list/declare.ts';
import { bookingsKey } from '../../../lib/bookings/queries.ts';

export type Pickup = RowOf<'/api/booking/pickup/getpickups'>;

export const pickupsKey = [...bookingsKey, 'pickups'] as const;

export const fetchPickups = (query: ListQuery, signal: AbortSignal) =>
  api.get('/api/booking/pickup/getpickups', query, { signal });

export const pickupQuery = (id: number) =>
  queryOptions({
    queryKey: [...pickupsKey, 'detail', id],
    queryFn: ({ signal }) => api.get('/api/booking/pickup/getpickup', { id }, { signal }),
  });

/** Its bookings stay manifested. */
export async function cancelPickup(id: number): Promise<void> {
  try {
    await api.post('/api/booking/pickup/cancelpickup', { id });
  } finally {
    void queryClient.invalidateQueries({ queryKey: bookingsKey });
  }
}
