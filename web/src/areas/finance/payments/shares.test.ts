// Tests of allocations after refunds.
import { expect, test } from 'vitest';
import { some } from '../../../../test/some.ts';
import type { Payment } from '../model.ts';
import { paidOf } from './shares.ts';

test('entries of one invoice come to what is still paid of it', () => {
  const of = (...entries: [number, number][]) =>
    paidOf(
      some<Payment>({
        paymentInvoices: entries.map(([invoiceId, amount]) => ({
          invoiceId,
          invoiceNumber: `INV${invoiceId}`,
          amount,
        })),
      }),
    );
  expect(of([1, 0.1], [2, 5], [1, 0.2])).toEqual([
    { invoiceId: 1, invoiceNumber: 'INV1', amount: 0.3 },
    { invoiceId: 2, invoiceNumber: 'INV2', amount: 5 },
  ]);
  expect(of([1, 10], [1, -10], [2, 5], [2, -2])).toEqual([
    { invoiceId: 2, invoiceNumber: 'INV2', amount: 3 },
  ]);
});
