// Reminder queries and mutations.
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../../api/client.ts';
import type { ListQuery } from '../../../kit/list/declare.ts';
import { financeKey } from '../queries.ts';

const BASE = '/api/finance/dunning';
/** Maximum of one preview. */
export const MAX_CUSTOMERS = 1000;

export const remindersKey = [...financeKey, 'reminders'] as const;
export const dueKey = [...remindersKey, 'due'] as const;

export const fetchNotices = (query: ListQuery, signal?: AbortSignal) =>
  api.get(`${BASE}/getnotices`, query, signal ? { signal } : {});
export const dueQuery = queryOptions({
  queryKey: [...dueKey, 'all'],
  queryFn: ({ signal }) =>
    api.get(`${BASE}/previewnotices`, { maxResultCount: MAX_CUSTOMERS }, { signal }),
  staleTime: 0,
});
export const sendNotices = () => api.post(`${BASE}/sendnotices`, {});

export const latestNoticesQuery = (customerId: number) =>
  queryOptions({
    queryKey: [...remindersKey, 'latest', customerId],
    queryFn: async ({ signal }) =>
      (
        await api.get(
          `${BASE}/getnotices`,
          { customerId, sorting: 'id desc', maxResultCount: 5, skipCount: 0 },
          { signal },
        )
      ).items,
  });

/** The last credit stop; null if none. */
export const stoppedByQuery = (customerId: number) =>
  queryOptions({
    queryKey: [...remindersKey, 'stopped', customerId],
    queryFn: async ({ signal }) =>
      (
        await api.get(
          `${BASE}/getnotices`,
          {
            customerId,
            filter: 'stopsCredit eq true',
            sorting: 'id desc',
            maxResultCount: 1,
            skipCount: 0,
          },
          { signal },
        )
      ).items[0] ?? null,
  });

/** Account status; needs the customer permission. */
export const accountQuery = (customerId: number) =>
  queryOptions({
    queryKey: ['customers', 'account', customerId],
    queryFn: async ({ signal }) =>
      (await api.get('/api/customer/customer/getCustomerForEdit', { id: customerId }, { signal }))
        .customer,
  });

export const updateLowBalance = (customerId: number, threshold: number | null) =>
  api.put('/api/finance/customer/updatelowbalance', { customerId, threshold });
