// Fee queries and mutations.
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../../api/client.ts';
import type { Schema } from '../../../api/types.ts';
import type { ListQuery } from '../../../kit/list/declare.ts';
import { financeKey } from '../queries.ts';

const BASE = '/api/finance/fee';

export const feesKey = [...financeKey, 'fees'] as const;

export const fetchFees = (query: ListQuery, signal?: AbortSignal) =>
  api.get(`${BASE}/getFees`, query, signal ? { signal } : {});
export const feeQuery = (id: number) =>
  queryOptions({
    queryKey: [...feesKey, 'one', id],
    queryFn: ({ signal }) => api.get(`${BASE}/getfeeforedit`, { id }, { signal }),
  });
export const saveFee = async (fee: Schema<'FeeRequest'>) =>
  (await api.post(`${BASE}/createorupdatefee`, { fee })).fee;
export const saveCustomerFee = async (customerFee: Schema<'CustomerFeeRequest'>) =>
  (await api.post(`${BASE}/assigncustomerfee`, { customerFee })).customerFee;
export const fetchFeeEntries = (query: ListQuery, signal?: AbortSignal) =>
  api.get(`${BASE}/getfeeentries`, query, signal ? { signal } : {});
export const testQuery = (bookingId: number) =>
  queryOptions({
    queryKey: [...feesKey, 'test', bookingId],
    queryFn: ({ signal }) => api.get(`${BASE}/testfee`, { bookingId }, { signal }),
    staleTime: 0,
  });
