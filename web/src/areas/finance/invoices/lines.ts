// Groups invoice lines by booking with subtotals.
import type { WholeInvoice } from '../model.ts';

export type Line = WholeInvoice['invoiceDetails'][number];

export interface LineGroup {
  key: string;
  /** Null for lines without a booking. */
  bookingId: number | null;
  /** The consignment. */
  reference: string | null;
  /** Description common to all lines: "Richmond – Parramatta". */
  description: string | null;
  lines: Line[];
  net: number;
  tax: number;
  total: number;
}

/**
 * Sums of decimals with up to four places, without the last digits that the binary form makes up.
 */
export const sum = (amounts: readonly number[]): number =>
  Math.round(amounts.reduce((all, one) => all + one, 0) * 10_000) / 10_000;

/** In the order in which the invoice first names each booking. */
export function groupLines(lines: readonly Line[]): LineGroup[] {
  const groups = new Map<string, Line[]>();
  for (const line of lines) {
    const key = line.bookingId === null ? 'other' : `booking/${line.bookingId}`;
    const group = groups.get(key);
    if (group) group.push(line);
    else groups.set(key, [line]);
  }
  return [...groups].map(([key, own]) => {
    const first = own[0];
    const bookingId = first?.bookingId ?? null;
    const isSame = own.every(({ description }) => description === first?.description);
    return {
      key,
      bookingId,
      reference: bookingId === null ? null : (first?.referenceNo ?? null),
      description: bookingId !== null && isSame ? (first?.description ?? null) : null,
      lines: own,
      net: sum(own.map(({ taxExclusiveAmount }) => taxExclusiveAmount)),
      tax: sum(own.map(({ tax }) => tax)),
      total: sum(own.map(({ amount }) => amount)),
    };
  });
}
