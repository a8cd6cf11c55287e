// Cost centre queries and mutations.
import { api } from '../../api/client.ts';
import type { Schema } from '../../api/types.ts';
import type { ListQuery } from '../../kit/list/declare.ts';
import { customersKey } from './queries.ts';

const path = '/api/customer/customercostcenter';

export type CostCenter = Schema<'CostCenter'>;

export const costCentersKey = [...customersKey, 'costCenters'] as const;

export const fetchCostCenters = (query: ListQuery & { customerId: number }, signal: AbortSignal) =>
  api.get(`${path}/getcostcenters`, query, { signal });
export const fetchCostCenter = async (id: number) =>
  (await api.get(`${path}/getcostcenterforedit`, { id })).costCenter;
export const saveCostCenter = (customerId: number, costCenter: Schema<'CostCenterRequest'>) =>
  api.post(`${path}/createorupdatecostcenter`, { customerId, costCenter });
export const deleteCostCenter = (id: number) => api.del(`${path}/deletecostcenter`, { id });
