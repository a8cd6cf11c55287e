// Aged receivables and statement movements.
import type { Schema } from '../../../api/types.ts';
import { addDays } from '../../../lib/days.ts';
import { msg } from '../../../lib/i18n.ts';

export type AgedCustomer = Schema<'AgedCustomer'>;
export type Aged = Schema<'AgedAmounts'>;
export type FinanceStatement = Schema<'FinanceStatement'>;
export type Movement = Schema<'StatementItem'>;

export const BUCKETS = ['current', 'days30', 'days60', 'days90', 'days120', 'older'] as const;
export type Bucket = (typeof BUCKETS)[number];

export const BUCKET_NAMES: Record<Bucket, string> = {
  current: msg('Not due'),
  days30: msg('1–30 days late'),
  days60: msg('31–60 days'),
  days90: msg('61–90 days'),
  days120: msg('91–120 days'),
  older: msg('Over 120 days'),
};

/** Colours, redder the later. */
export const BUCKET_FILLS: Record<Bucket, string> = {
  current: 'fill-primary',
  days30: 'fill-warning-text opacity-50',
  days60: 'fill-warning-text opacity-75',
  days90: 'fill-warning-text',
  days120: 'fill-danger-text opacity-75',
  older: 'fill-danger-text',
};

export const MOVEMENTS: Record<Schema<'TxnType'>, string> = {
  Invoice: msg('Invoice'),
  Payment: msg('Payment'),
  CreditNote: msg('Credit note'),
  Refund: msg('Refund'),
  Adjustment: msg('Written off'),
  OpeningBalance: msg('Opening balance'),
};

/** Link to the document; null without a page. */
export function movementHref({ txnType, id }: Pick<Movement, 'txnType' | 'id'>): string | null {
  switch (txnType) {
    case 'Invoice':
    case 'Adjustment':
    case 'OpeningBalance':
      return `/finance/invoices/${id}`;
    case 'Payment':
      return `/finance/payments/${id}`;
    case 'CreditNote':
      return `/finance/credit-notes/${id}`;
    // Their ids belong to payment entries.
    case 'Refund':
      return null;
  }
}

export interface Days {
  from: string;
  to: string;
}

const firstOfMonth = (day: string) => `${day.slice(0, 7)}-01`;
const monthBefore = (day: string) => firstOfMonth(addDays(firstOfMonth(day), -1));

/** The first is the default. */
export function usualDays(today: string): { id: string; text: string; days: Days }[] {
  const last = monthBefore(today);
  return [
    { id: 'recent', text: msg('Since last month'), days: { from: last, to: today } },
    { id: 'this', text: msg('This month'), days: { from: firstOfMonth(today), to: today } },
    {
      id: 'last',
      text: msg('Last month'),
      days: { from: last, to: addDays(firstOfMonth(today), -1) },
    },
    { id: 'year', text: msg('This year'), days: { from: `${today.slice(0, 4)}-01-01`, to: today } },
  ];
}

/** Moves the other day if it would be on the wrong side. */
export const withDay = (days: Days, field: keyof Days, day: string): Days =>
  field === 'from'
    ? { from: day, to: day > days.to ? day : days.to }
    : { from: day < days.from ? day : days.from, to: day };

/** Exact totals. */
export function sums(items: readonly Pick<Movement, 'charges' | 'payments'>[]): {
  charges: number;
  payments: number;
} {
  const of = (values: readonly number[]) =>
    values.reduce((sum, value) => sum + Math.round(value * 10_000), 0) / 10_000;
  return {
    charges: of(items.map(({ charges }) => charges)),
    payments: of(items.map(({ payments }) => payments)),
  };
}
