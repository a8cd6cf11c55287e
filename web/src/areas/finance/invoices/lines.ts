// Invoice lines by booking.
import type { WholeInvoice } from '../model.ts';

export type Line = WholeInvoice['invoiceDetails'][number];

export interface LineGroup {
  key: string;
  /** Null without a booking. */
  bookingId: number | null;
  /** The consignment. */
  reference: string | null;
  /** Common to all lines: "Richmond – Parramatta". */
  description: string | null;
  lines: Line[];
  net: number;
  tax: number;
  total: number;
}

/** Four decimals, without binary fractions. */
export const sum = (amounts: readonly number[]): number =>
  Math.round(amounts.reduce((all, one) => all + one, 0) * 10_000) / 10_000;

/** Groups in the invoice's order. */
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
