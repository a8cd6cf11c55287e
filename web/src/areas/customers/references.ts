// Reference field queries and mutations.
import { api } from '../../api/client.ts';
import type { Schema } from '../../api/types.ts';
import type { ListQuery } from '../../kit/list/declare.ts';
import { bookingReferencesKey } from '../../lib/bookings/references.ts';
import { customersKey } from './queries.ts';

const path = '/api/customer/customerreferences';
const stale = [...customersKey, 'references'] as const;

export const referenceCalls = (customerId: number) => ({
  key: [...stale, customerId],
  stale,
  alsoStale: [bookingReferencesKey],
  fetch: (query: ListQuery, signal: AbortSignal) =>
    api.get(`${path}/getreferences`, { ...query, customerId }, { signal }),
  newest: async ({ id }: { id: number }) =>
    (await api.get(`${path}/getreferenceforedit`, { id })).reference,
  save: (reference: Schema<'CustomerReferenceRequest'>) =>
    api.post(`${path}/createorupdatereference`, { customerId, reference }),
  remove: (id: number) => api.del(`${path}/deleteReference`, { id }),
});
