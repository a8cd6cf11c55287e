// Tests of invoice runs.
import { expect, test } from 'vitest';
import { some } from '../../../../test/some.ts';
import { byCustomer, lastMonth, lastWeek, thisMonth, totalsOf, type RunInvoice } from './run.ts';
import { idsIn, parseRun } from './search.ts';

test('the months around a turn of the year, and weeks from Monday to Sunday', () => {
  expect(lastMonth('2026-01-15')).toEqual({ from: '2025-12-01', to: '2025-12-31' });
  expect(lastMonth('2028-03-31')).toEqual({ from: '2028-02-01', to: '2028-02-29' });
  expect(thisMonth('2026-01-15')).toEqual({ from: '2026-01-01', to: '2026-01-15' });
  // A Monday and a Sunday.
  expect(lastWeek('2026-11-23')).toEqual({ from: '2026-11-16', to: '2026-11-22' });
  expect(lastWeek('2026-11-22')).toEqual({ from: '2026-11-09', to: '2026-11-15' });
});

test('invoices of one customer are put together, customers by name', () => {
  const of = (customerId: number, customerName: string, amount: number) =>
    some<RunInvoice>({
      customerId,
      customerName,
      bookings: 2,
      taxExclusiveAmount: amount,
      tax: amount / 10,
      amount: amount * 1.1,
    });
  const shares = byCustomer([
    of(2, 'Bluegum Wines', 0.1),
    of(1, 'Acme', 10),
    of(2, 'Bluegum Wines', 0.2),
  ]);
  expect(
    shares.map(({ customerName, invoices, bookings, net }) => [
      customerName,
      invoices.length,
      bookings,
      net,
    ]),
  ).toEqual([
    ['Acme', 1, 2, 10],
    ['Bluegum Wines', 2, 4, 0.3],
  ]);
  expect(totalsOf(shares)).toEqual({
    invoices: 3,
    bookings: 6,
    jobs: 0,
    net: 10.3,
    tax: 1.03,
    total: 11.33,
  });
});

test('the address keeps what makes sense alone', () => {
  expect(parseRun({ from: '2026-01-01', to: 'soon', customers: '3-x-3-17', run: '5' })).toEqual({
    from: '2026-01-01',
    to: undefined,
    date: undefined,
    customers: '3-17',
    run: 5,
  });
  expect(parseRun({ customers: 4, run: -1 })).toMatchObject({ customers: '4', run: undefined });
  expect(idsIn(undefined)).toEqual([]);
});
