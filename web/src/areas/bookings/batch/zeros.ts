// Zeros that a spreadsheet took off postcodes and phone numbers, offered to be put back.
import { useMemo, useState } from 'react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { queryClient } from '../../../api/query-client.ts';
import { isShortCode, lostZerosAmong, type LostZero } from '../../../kit/import/postcodes.ts';
import { withZero } from '../../../lib/phones.ts';
import { placesQuery } from '../../../lib/places.ts';
import { bookingsKey } from '../../../lib/bookings/queries.ts';
import { cell, type Row } from './rows.ts';
import { isLocked, type CellChange, type SheetState } from './sheet-state.ts';

export const POSTCODES = ['to.postCode', 'from.postCode'] as const;
export const PHONES = ['to.telephone', 'from.telephone'] as const;

export interface Zeros {
  /** By the postcode in the cell. */
  codes: ReadonlyMap<string, LostZero>;
  /** Phone numbers with their zero, by the number in the cell. */
  phones: ReadonlyMap<string, string>;
}

const openRows = ({ rows, outcomes }: SheetState): readonly Row[] =>
  rows.filter(({ key }) => !isLocked(outcomes.get(key)));

const distinct = (rows: readonly Row[], columns: readonly string[]): string[] => [
  ...new Set(rows.flatMap((row) => columns.map((column) => cell(row, column)))),
];

export function phonesIn(sheet: SheetState, country: string): Map<string, string> {
  const found = new Map<string, string>();
  for (const phone of distinct(openRows(sheet), PHONES)) {
    const whole = withZero(country, phone);
    if (whole) found.set(phone, whole);
  }
  return found;
}

export const codesIn = (sheet: SheetState): string[] =>
  distinct(openRows(sheet), POSTCODES).filter(isShortCode).toSorted();

/** The cells with their zeros, to be typed in one step. */
export function zeroChanges(sheet: SheetState, { codes, phones }: Zeros): CellChange[] {
  const corrected = (row: Row, column: string) =>
    (POSTCODES as readonly string[]).includes(column)
      ? codes.get(cell(row, column))?.to
      : phones.get(cell(row, column));
  return sheet.rows.flatMap((row, at) =>
    [...POSTCODES, ...PHONES].flatMap((column) => {
      const text = corrected(row, column);
      return text === undefined ? [] : [{ row: at, column, text }];
    }),
  );
}

const NO_ZEROS: readonly LostZero[] = [];

/** Lost zeros of rows that are not booked. Phone numbers may be left as they are. */
export function useZeros(sheet: SheetState, country: string) {
  const codes = useMemo(() => codesIn(sheet), [sheet]);
  const lost =
    useQuery({
      queryKey: [...bookingsKey, 'batch-zeros', country, codes],
      enabled: codes.length > 0,
      staleTime: Infinity,
      queryFn: () =>
        lostZerosAmong(
          codes.map((code) => ({ country, code })),
          (of, text) => queryClient.fetchQuery(placesQuery(of, text)),
        ),
      placeholderData: keepPreviousData,
    }).data ?? NO_ZEROS;
  const phones = useMemo(() => phonesIn(sheet, country), [sheet, country]);
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  return useMemo(() => {
    const offered = new Map([...phones].filter(([phone]) => !left.has(phone)));
    const zeros: Zeros = {
      codes: new Map(lost.filter(({ from }) => codes.includes(from)).map((one) => [one.from, one])),
      phones: offered,
    };
    return { ...zeros, leavePhones: () => setLeft(new Set([...left, ...offered.keys()])) };
  }, [lost, codes, phones, left]);
}
