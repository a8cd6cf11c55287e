// Receivables and statement queries.
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../../api/client.ts';
import { everyRow } from '../../../lib/all-pages.ts';
import { holds } from '../../../lib/odata.ts';
import { download } from '../../../lib/download.ts';
import { financeKey } from '../queries.ts';
import type { AgedCustomer, Days } from './model.ts';

const BASE = '/api/finance/customer';
/** Customers per call, and in total. */
const PAGE_SIZE = 1000;
export const MAX_CUSTOMERS = 20_000;

export const receivablesKey = [...financeKey, 'receivables'] as const;

/** Totals of all customers, or one. */
export const agedTotalsQuery = (asOf: string | null, customerId: number | null = null) =>
  queryOptions({
    queryKey: [...receivablesKey, 'totals', asOf, customerId],
    queryFn: ({ signal }) =>
      api.get(`${BASE}/getagedreceivables`, { asOf, customerId, maxResultCount: 0 }, { signal }),
  });

/** All debtors: sorted and paged in the browser. */
export const agedQuery = (asOf: string | null) =>
  queryOptions({
    queryKey: [...receivablesKey, 'customers', asOf],
    queryFn: ({ signal }) =>
      everyRow<AgedCustomer>({
        query: { maxResultCount: PAGE_SIZE, skipCount: 0 },
        fetch: ({ maxResultCount, skipCount }, end) =>
          api.get(
            `${BASE}/getagedreceivables`,
            { asOf, maxResultCount, skipCount },
            { signal: end },
          ),
        rowKey: ({ customerId }) => customerId,
        signal,
        limit: MAX_CUSTOMERS,
      }),
    staleTime: 30_000,
  });

export const statementQuery = (customerId: number, { from, to }: Days, text: string) =>
  queryOptions({
    queryKey: [...financeKey, 'statement', customerId, from, to, text],
    queryFn: ({ signal }) => {
      const filter = text
        ? { filter: holds({ fields: ['referenceNo', 'description'] }, text) }
        : {};
      return api.get(
        `${BASE}/GetFinanceStatement`,
        { customerId, fromDate: from, toDate: to, ...filter },
        { signal },
      );
    },
  });

export const prepaidQuery = (customerId: number) =>
  queryOptions({
    queryKey: [...financeKey, 'prepaid', customerId],
    queryFn: ({ signal }) => api.get(`${BASE}/getprepaidbalance`, { customerId }, { signal }),
  });

export const downloadStatement = (customerId: number, { from, to }: Days, format: 'pdf' | 'csv') =>
  download(`${BASE}/downloadstatement`, { customerId, fromDate: from, toDate: to, format });
export const sendStatement = (
  customerId: number,
  { from, to }: Days,
  emailAddress: string | null,
) => api.post(`${BASE}/sendstatement`, { customerId, fromDate: from, toDate: to, emailAddress });
