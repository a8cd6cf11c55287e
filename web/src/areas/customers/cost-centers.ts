// Cost centre queries and mutations.
import { api } from '../../api/client.ts';
import type { Schema } from '../../api/types.ts';
import type { ListQuery } from '../../kit/list/declare.ts';
import { customersKey } from './queries.ts';

const path = '/api/customer/customercostcenter';
const stale = [...customersKey, 'costCenters'] as const;

export const costCenterCalls = (customerId: number) => ({
  key: [...stale, customerId],
  stale,
  fetch: (query: ListQuery, signal: AbortSignal) =>
    api.get(`${path}/getcostcenters`, { ...query, customerId }, { signal }),
  newest: async ({ id }: { id: number }) =>
    (await api.get(`${path}/getcostcenterforedit`, { id })).costCenter,
  save: (costCenter: Schema<'CostCenterRequest'>) =>
    api.post(`${path}/createorupdatecostcenter`, { customerId, costCenter }),
  remove: (id: number) => api.del(`${path}/deletecostcenter`, { id }),
});
