// Repricing requests and result rows.
import { queryOptions } from '@tanstack/react-query';
import { ApiError } from '@waybill/plugin';
import { api } from '../../../api/client.ts';
import type { Schema } from '../../../api/types.ts';
import { csvLine } from '../../../kit/csv.ts';
import type { Translate } from '../../../lib/i18n.ts';
import { ratesKey } from '../queries.ts';
import { differenceTo, type Difference } from './results.ts';

const CALL = '/api/rates/quote';
const POLL_INTERVAL_MS = 1000;

export type RePricedCustomer = Schema<'CustomerRePriced'>;
export type RePriced = Schema<'RePriced'>;

export const startRePrice = async (ask: Schema<'RePrice'>): Promise<string> =>
  (await api.post(`${CALL}/re-price`, ask)).jobToken;
/** The token is the job's id. */
export const cancelRePrice = (jobToken: string) =>
  api.post('/api/core/jobs/canceljob', { id: Number(jobToken) });

/** True for jobs missing or not visible: polling stops. */
const isFinal = (error: unknown): boolean =>
  error instanceof ApiError && error.status >= 400 && error.status < 500;

export const rePricedQuery = (jobToken: string | null) =>
  queryOptions({
    queryKey: [...ratesKey, 're-priced', jobToken],
    queryFn: ({ signal }) => api.get(`${CALL}/re-priced`, { jobToken: jobToken ?? '' }, { signal }),
    enabled: jobToken !== null,
    refetchInterval: ({ state }) =>
      state.data?.isCompleted || isFinal(state.error) ? false : POLL_INTERVAL_MS,
    retry: (failures, error) => failures < 2 && !isFinal(error),
    staleTime: Infinity,
  });

/** The first and last day of the month before a day. */
export function monthBefore(today: string): { since: string; until: string } {
  const [year = 0, month = 1] = today.split('-').map(Number);
  const day = (at: Date) => at.toISOString().slice(0, 10);
  return {
    since: day(new Date(Date.UTC(year, month - 2, 1))),
    until: day(new Date(Date.UTC(year, month - 1, 0))),
  };
}

export type SortField =
  | 'customerName'
  | 'bookings'
  | 'priced'
  | 'booked'
  | 'rePriced'
  | 'difference';
export interface Sort {
  by: SortField;
  direction: 'asc' | 'desc';
}

export interface CustomerRow extends RePricedCustomer {
  unpriced: number;
  difference: Difference;
}

/** Ties by name, for a stable order. */
export function customerRows(
  { customers }: Pick<RePriced, 'customers'>,
  { by, direction }: Sort,
): CustomerRow[] {
  const rows = customers.map((one) => ({
    ...one,
    unpriced: one.bookings - one.priced,
    difference: differenceTo(one.rePriced, one.booked),
  }));
  const names = new Intl.Collator();
  const value = (row: CustomerRow): number =>
    by === 'difference' ? row.difference.amount : by === 'customerName' ? 0 : row[by];
  const way = direction === 'asc' ? 1 : -1;
  return rows.toSorted(
    (a, b) =>
      way *
        (by === 'customerName'
          ? names.compare(a.customerName, b.customerName)
          : value(a) - value(b)) || names.compare(a.customerName, b.customerName),
  );
}

const percent = (share: number | null): number | null =>
  share === null ? null : Math.round(share * 10_000) / 100;

/** Rows by customer, with a total line. */
export function rePricedCsv(
  result: RePriced,
  rows: readonly CustomerRow[],
  t: Translate,
): string[] {
  const { bookings, priced, booked, rePriced, currency } = result;
  const all = differenceTo(rePriced, booked);
  return [
    csvLine([
      t('Customer'),
      t('Bookings'),
      t('Priced'),
      t('No price'),
      t('Booked'),
      t('New'),
      t('Difference'),
      t('Difference in %'),
      t('Currency'),
    ]),
    ...rows.map((row) =>
      csvLine([
        row.customerName,
        row.bookings,
        row.priced,
        row.unpriced,
        row.booked,
        row.rePriced,
        row.difference.amount,
        percent(row.difference.share),
        currency,
      ]),
    ),
    csvLine([
      t('All customers'),
      bookings,
      priced,
      bookings - priced,
      booked,
      rePriced,
      all.amount,
      percent(all.share),
      currency,
    ]),
  ];
}
