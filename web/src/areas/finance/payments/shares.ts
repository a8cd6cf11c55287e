// A payment's current allocations; negative entries are refunds and reversals.
import type { Payment } from '../model.ts';

export interface PaidShare {
  invoiceId: number;
  invoiceNumber: string | null;
  amount: number;
}

/** Nonzero allocations by invoice, in order of payment. */
export function paidOf({ paymentInvoices }: Pick<Payment, 'paymentInvoices'>): PaidShare[] {
  const all = new Map<number, PaidShare>();
  for (const { invoiceId, invoiceNumber, amount } of paymentInvoices) {
    const before = all.get(invoiceId)?.amount ?? 0;
    all.set(invoiceId, {
      invoiceId,
      invoiceNumber,
      amount: Math.round((before + amount) * 10_000) / 10_000,
    });
  }
  return [...all.values()].filter(({ amount }) => amount > 0);
}
