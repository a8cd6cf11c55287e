// Credit note queries and mutations.
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../../api/client.ts';
import type { Schema } from '../../../api/types.ts';
import type { ListQuery } from '../../../kit/list/declare.ts';
import { download } from '../../../lib/download.ts';
import { financeKey } from '../queries.ts';

const BASE = '/api/finance/creditnote';
/** Maximum of one invoice. */
const MAX_CREDIT_NOTES = 50;

export const creditKey = [...financeKey, 'credit-notes'] as const;

export const fetchCreditNotes = (query: ListQuery, signal?: AbortSignal) =>
  api.get(`${BASE}/getcreditnotes`, query, signal ? { signal } : {});
export const creditCountQuery = (filter: string) =>
  queryOptions({
    queryKey: [...creditKey, 'count', filter],
    queryFn: async ({ signal }) =>
      (
        await fetchCreditNotes(
          { ...(filter ? { filter } : {}), maxResultCount: 1, skipCount: 0 },
          signal,
        )
      ).totalCount,
  });

const one = async (id: number, signal: AbortSignal) =>
  (await api.get(`${BASE}/getcreditnoteforedit`, { id }, { signal })).creditNote;
export const creditQuery = (id: number) =>
  queryOptions({ queryKey: [...creditKey, 'one', id], queryFn: ({ signal }) => one(id, signal) });

/** Credit notes, newest first. */
export const ofInvoiceQuery = (invoiceId: number) =>
  queryOptions({
    queryKey: [...creditKey, 'of', invoiceId],
    queryFn: async ({ signal }) =>
      (
        await api.get(
          `${BASE}/getcreditnotes`,
          { invoiceId, sorting: 'id desc', maxResultCount: MAX_CREDIT_NOTES, skipCount: 0 },
          { signal },
        )
      ).items,
  });
/** The same with lines. */
export const wholeOfInvoiceQuery = (invoiceId: number) =>
  queryOptions({
    queryKey: [...creditKey, 'of', invoiceId, 'whole'],
    queryFn: async ({ signal }) => {
      const { items } = await api.get(
        `${BASE}/getcreditnotes`,
        { invoiceId, maxResultCount: MAX_CREDIT_NOTES, skipCount: 0 },
        { signal },
      );
      return Promise.all(items.map(({ id }) => one(id, signal)));
    },
    staleTime: 0,
  });

export const requestCredit = async (request: Schema<'RequestCredit'>) =>
  (await api.post(`${BASE}/createcreditnoterequest`, request)).creditNote;
export const processCredit = async (operation: Schema<'ProcessCredit'>) =>
  (await api.post(`${BASE}/processcreditnoterequest`, operation)).creditNote;
export const remarkCredit = (id: number, note: string) =>
  api.put(`${BASE}/updatecreditnotenotes`, { creditNote: { id, note } });
export const deleteCredit = (id: number) => api.del(`${BASE}/deletecreditnote`, { id });
export const downloadCredit = (id: number) => download(`${BASE}/downloadcreditnote`, { id });
