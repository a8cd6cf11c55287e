// Reference field queries and mutations.
import { api } from '../../api/client.ts';
import type { Schema } from '../../api/types.ts';
import type { ListQuery } from '../../kit/list/declare.ts';
import { customersKey } from './queries.ts';

const path = '/api/customer/customerreferences';

export type Reference = Schema<'CustomerReference'>;

export const referencesKey = [...customersKey, 'references'] as const;

export const fetchReferences = (query: ListQuery & { customerId: number }, signal: AbortSignal) =>
  api.get(`${path}/getreferences`, query, { signal });
export const fetchReference = async (id: number) =>
  (await api.get(`${path}/getreferenceforedit`, { id })).reference;
export const saveReference = (customerId: number, reference: Schema<'CustomerReferenceRequest'>) =>
  api.post(`${path}/createorupdatereference`, { customerId, reference });
export const deleteReference = (id: number) => api.del(`${path}/deleteReference`, { id });
