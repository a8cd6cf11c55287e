// Ledger queries and mutations.
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../../api/client.ts';
import type { Schema } from '../../../api/types.ts';
import type { ListQuery } from '../../../kit/list/declare.ts';
import { download } from '../../../lib/download.ts';
import { financeKey } from '../queries.ts';
import type { JournalFormat } from './model.ts';

const BASE = '/api/finance/ledger';

export const ledgerKey = [...financeKey, 'ledger'] as const;
export const locksKey = [...ledgerKey, 'locks'] as const;

export const fetchLines = (query: ListQuery, signal?: AbortSignal) =>
  api.get(`${BASE}/getentries`, query, signal ? { signal } : {});
export const balancesQuery = (asOf: string | null) =>
  queryOptions({
    queryKey: [...ledgerKey, 'balances', asOf],
    queryFn: ({ signal }) => api.get(`${BASE}/getbalances`, { asOf }, { signal }),
  });
export const proofQuery = queryOptions({
  queryKey: [...ledgerKey, 'proof'],
  queryFn: ({ signal }) => api.get(`${BASE}/getproof`, undefined, { signal }),
  staleTime: 0,
});
export const updateAccounts = (accounts: Schema<'LedgerCode'>[]) =>
  api.put(`${BASE}/updateaccounts`, { accounts });
export const fetchLocks = (query: ListQuery, signal?: AbortSignal) =>
  api.get(`${BASE}/getlocks`, query, signal ? { signal } : {});
export const createLock = async (lock: Schema<'CreateLedgerLock'>) =>
  (await api.post(`${BASE}/createlock`, lock)).lock;
export const removeLock = (id: number) => api.del(`${BASE}/removelock`, { id });
export const downloadJournal = (
  fromDate: string,
  toDate: string,
  format: JournalFormat,
  taxRate: string | null,
) =>
  download(`${BASE}/downloadjournal`, {
    fromDate,
    toDate,
    format,
    ...(taxRate ? { taxRate } : {}),
  });
