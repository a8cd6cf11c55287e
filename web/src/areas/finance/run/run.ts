// Invoice runs: periods, totals, progress.
import { addDays } from '../../../lib/days.ts';
import { sum } from '../invoices/lines.ts';
import type { Run } from '../model.ts';

export type RunInvoice = Run['invoices'][number] & { jobs?: number };

export interface Period {
  from: string;
  to: string;
}

const firstOfMonth = (day: string) => `${day.slice(0, 7)}-01`;

/** The previous calendar month. */
export function lastMonth(today: string): Period {
  const to = addDays(firstOfMonth(today), -1);
  return { from: firstOfMonth(to), to };
}

export const thisMonth = (today: string): Period => ({ from: firstOfMonth(today), to: today });

/** The previous week, Monday to Sunday. */
export function lastWeek(today: string): Period {
  const weekday = (new Date(`${today}T00:00:00Z`).getUTCDay() + 6) % 7;
  const monday = addDays(today, -weekday - 7);
  return { from: monday, to: addDays(monday, 6) };
}

export interface CustomerShare {
  customerId: number;
  customerName: string;
  bookings: number;
  /** Without a booking. */
  jobs: number;
  net: number;
  tax: number;
  total: number;
  invoices: RunInvoice[];
}

/** Totals sorted by name. */
export function byCustomer(invoices: readonly RunInvoice[]): CustomerShare[] {
  const all = new Map<number, RunInvoice[]>();
  for (const invoice of invoices) {
    const own = all.get(invoice.customerId);
    if (own) own.push(invoice);
    else all.set(invoice.customerId, [invoice]);
  }
  return [...all]
    .map(([customerId, own]) => ({
      customerId,
      customerName: own[0]?.customerName ?? '',
      bookings: own.reduce((count, { bookings }) => count + bookings, 0),
      jobs: own.reduce((count, { jobs = 0 }) => count + jobs, 0),
      net: sum(own.map(({ taxExclusiveAmount }) => taxExclusiveAmount)),
      tax: sum(own.map(({ tax }) => tax)),
      total: sum(own.map(({ amount }) => amount)),
      invoices: own,
    }))
    .toSorted(
      (a, b) => a.customerName.localeCompare(b.customerName) || a.customerId - b.customerId,
    );
}

export interface Totals {
  invoices: number;
  bookings: number;
  jobs: number;
  net: number;
  tax: number;
  total: number;
}

export const totalsOf = (shares: readonly CustomerShare[]): Totals => ({
  invoices: shares.reduce((count, { invoices }) => count + invoices.length, 0),
  bookings: shares.reduce((count, { bookings }) => count + bookings, 0),
  jobs: shares.reduce((count, { jobs }) => count + jobs, 0),
  net: sum(shares.map(({ net }) => net)),
  tax: sum(shares.map(({ tax }) => tax)),
  total: sum(shares.map(({ total }) => total)),
});
