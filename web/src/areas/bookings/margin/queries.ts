// Margin report queries and export.
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api } from '../../../api/client.ts';
import type { Schema } from '../../../api/types.ts';
import { csvLine } from '../../../kit/csv.ts';
import type { Translate } from '../../../lib/i18n.ts';
import { bookingsKey } from '../../../lib/bookings/queries.ts';
import type { MarginBy } from './search.ts';

const CALL = '/api/booking/margin';

export type Margins = Schema<'Margins'>;
export type MarginRow = Schema<'MarginRow'>;

export interface Narrow {
  fromDate: string;
  toDate: string;
  customerId?: number;
  carrier?: string;
}

export const marginsQuery = (by: MarginBy, narrow: Narrow, isWhole: boolean) =>
  queryOptions({
    queryKey: [...bookingsKey, 'margins', by, narrow],
    queryFn: ({ signal }) => api.get(`${CALL}/getmargins`, { by, ...narrow }, { signal }),
    enabled: isWhole,
    placeholderData: keepPreviousData,
  });

export const worstLanesQuery = (narrow: Narrow, isWhole: boolean) =>
  queryOptions({
    queryKey: [...bookingsKey, 'margins', 'worst', narrow],
    queryFn: ({ signal }) => api.get(`${CALL}/getworstlanes`, { ...narrow }, { signal }),
    enabled: isWhole,
    placeholderData: keepPreviousData,
  });

export const marginsCsv = (
  { rows, currency }: Margins,
  heading: string,
  t: Translate,
): string[] => [
  csvLine([
    heading,
    t('Bookings'),
    t('Quoted'),
    t('Sold'),
    t('Cost'),
    t('Margin'),
    t('Margin %'),
    t('Invoiced'),
    t('Invoiced and approved'),
    t('Recovered'),
    t('Insurance'),
    t('Currency'),
  ]),
  ...rows.map((row) =>
    csvLine([
      row.name,
      row.bookings,
      row.quoted,
      row.sold,
      row.cost,
      row.margin,
      row.marginPercent,
      row.invoiced,
      row.approved,
      row.recovered,
      row.insurance,
      currency,
    ]),
  ),
];
