// Invoice lines by booking or job.
import type { WholeInvoice } from '../model.ts';

export type Line = WholeInvoice['invoiceDetails'][number];

export interface LineGroup {
  key: string;
  /** Null without a booking. */
  bookingId: number | null;
  /** Of a job without a booking; else null. */
  jobId: number | null;
  /** The consignment or job. */
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
    const key =
      line.bookingId !== null
        ? `booking/${line.bookingId}`
        : line.jobId !== null
          ? `job/${line.jobId}`
          : 'other';
    const group = groups.get(key);
    if (group) group.push(line);
    else groups.set(key, [line]);
  }
  return [...groups].map(([key, own]) => {
    const first = own[0];
    const bookingId = first?.bookingId ?? null;
    const jobId = bookingId === null ? (first?.jobId ?? null) : null;
    const isOne = bookingId !== null || jobId !== null;
    const isSame = own.every(({ description }) => description === first?.description);
    return {
      key,
      bookingId,
      jobId,
      reference: isOne ? (first?.referenceNo ?? null) : null,
      description: isOne && isSame ? (first?.description ?? null) : null,
      lines: own,
      net: sum(own.map(({ taxExclusiveAmount }) => taxExclusiveAmount)),
      tax: sum(own.map(({ tax }) => tax)),
      total: sum(own.map(({ amount }) => amount)),
    };
  });
}
