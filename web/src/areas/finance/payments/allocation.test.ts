// Tests of allocation.
import { expect, test } from 'vitest';
import { allocated, leftOf, problemOf, shareOut, sharesOf, type Payable } from './allocation.ts';
import { parseAllocation } from './search.ts';

const payables: Payable[] = [
  { id: 1, outstanding: 110 },
  { id: 2, outstanding: 50.5 },
  { id: 3, outstanding: 20 },
];
const texts = (paid: number | null, typed: [number, string][] = [], of = payables) => [
  ...shareOut(paid, of, new Map(typed), 2).values(),
];

test('the oldest invoices are paid first, as far as the sum goes', () => {
  expect(texts(null)).toEqual(['', '', '']);
  expect(texts(120)).toEqual(['110.00', '10.00', '']);
  expect(texts(1000)).toEqual(['110.00', '50.50', '20.00']);
});

test('what was typed stays, and the rest goes to the others', () => {
  expect(texts(120, [[1, '0']])).toEqual(['0', '50.50', '20.00']);
  expect(texts(120, [[3, '20']])).toEqual(['100.00', '', '20']);
  // Over-allocated: nothing is proposed.
  expect(texts(10, [[2, '50.5']])).toEqual(['', '50.5', '']);
});

test('a remittance advice proposes what it says', () => {
  expect(
    texts(
      100,
      [],
      [
        { id: 1, outstanding: 110, requestedAmount: 0 },
        { id: 2, outstanding: 50.5, requestedAmount: 40 },
      ],
    ),
  ).toEqual(['', '40.00']);
});

test('the rest is exact to the cent', () => {
  const shares = sharesOf(
    new Map([
      [1, '0.1'],
      [2, '0.2'],
      [3, ''],
    ]),
  );
  expect(shares).toEqual([
    { invoiceId: 1, amount: 0.1 },
    { invoiceId: 2, amount: 0.2 },
  ]);
  expect([allocated(shares, 2), leftOf(0.3, shares, 2), leftOf(0.25, shares, 2)]).toEqual([
    0.3, 0, -0.05,
  ]);
});

test('a share is a number, at most what is outstanding, in whole cents', () => {
  expect(
    ['', 'ten', '-1', '110.01', '1.005', '1,0.00', '110'].map((text) => problemOf(text, 110, 2)),
  ).toEqual([null, 'number', 'negative', 'tooMuch', 'digits', 'number', null]);
});

test('the address names a customer, an invoice or a remittance advice', () => {
  expect(parseAllocation({ customer: '3', invoice: 'x', remittance: 'REM000001' })).toEqual({
    customer: 3,
    invoice: undefined,
    remittance: 'REM000001',
  });
});
