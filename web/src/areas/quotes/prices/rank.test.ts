// Tests of sorting and highlights.
import { expect, it } from 'vitest';
import { some } from '../../../../test/some.ts';
import type { Quote } from '../model.ts';
import {
  arrivalDay,
  marks,
  pick,
  priceLine,
  sorted,
  transitDays,
  transitText,
  twins,
  withoutTwins,
} from './rank.ts';

const quote = (
  id: number,
  total: number,
  transitTime: number | null,
  cost: number | null = null,
  account = 1,
) =>
  some<Quote>({
    id: id as Quote['id'],
    carrierAccountId: account as Quote['carrierAccountId'],
    carrier: { code: 'own-fleet', description: 'Own fleet', accountName: `Account ${account}` },
    service: { code: 'GEN', description: 'General', transitTime },
    carrierCost: cost === null ? null : { totalExcludingGst: cost },
    customerCost: {
      totalExcludingGst: total,
      totalIncludingGst: total * 1.1,
      insuranceExcludingGst: 0,
    },
  });
const lines = (...quotes: Quote[]) => quotes.map((one) => priceLine(one, '2026-11-20', []));
const ids = (found: { quote: Quote }[]) => found.map((line) => Number(line.quote.id));

it('puts the cheapest first and the faster of two equals before the other', () => {
  expect(
    ids(sorted(lines(quote(1, 20, 3), quote(2, 10, 5), quote(3, 20, 1)), 'total', false)),
  ).toEqual([2, 3, 1]);
});

it('sorts by any column, both ways', () => {
  const some = lines(quote(1, 20, 3, 10), quote(2, 10, 5, 9), quote(3, 30, null, 29));
  expect(ids(sorted(some, 'arrives', false))).toEqual([1, 2, 3]);
  expect(ids(sorted(some, 'margin', true))).toEqual([1, 2, 3]);
  expect(ids(sorted(some, 'sell', true))).toEqual([3, 1, 2]);
});

it('marks the cheapest, the fastest and the best margin once each', () => {
  expect(marks(lines(quote(1, 20, 1, 19), quote(2, 10, 5, 10), quote(3, 30, null, 20)))).toEqual({
    cheapest: 2,
    fastest: 1,
    bestMargin: 3,
  });
  expect(marks(lines(quote(1, 20, 1, 10), quote(2, 20, 1, 10)))).toEqual({
    cheapest: 1,
    fastest: 1,
    bestMargin: 1,
  });
  expect(marks(lines(quote(1, 20, 1)))).toEqual({
    cheapest: null,
    fastest: null,
    bestMargin: null,
  });
});

it('says what is earned, without what the insurance costs', () => {
  const insured = { ...quote(1, 50, 1, 30) };
  insured.customerCost = { ...insured.customerCost, insuranceExcludingGst: 10 };
  expect(priceLine(insured, null, [])).toMatchObject({ margin: 10, share: 0.25, arrives: null });
  expect(priceLine(quote(1, 50, 1), null, [])).toMatchObject({
    cost: null,
    margin: null,
    share: null,
  });
});

it('tells equal prices of one service apart by their accounts', () => {
  expect([
    ...twins(lines(quote(1, 20, 3, null, 1), quote(2, 20, 3, null, 2), quote(3, 21, 3, null, 3))),
  ]).toEqual([[2, 'Account 1']]);
});

it('shows a guest one line for a service at one price', () => {
  const all = lines(quote(1, 20, 3, null, 1), quote(2, 20, 3, null, 2), quote(3, 21, 3, null, 3));
  expect(withoutTwins(all).map(({ quote: { id } }) => id)).toEqual([1, 3]);
});

it('takes what was chosen at its price of now, or else the cheapest', () => {
  const some = lines(quote(1, 20, 3, null, 1), quote(2, 10, 5, null, 2));
  expect(pick(some, [null, { accountId: 1, serviceCode: 'GEN' }])?.quote.id).toBe(1);
  expect(pick(some, [{ accountId: 7, serviceCode: 'GEN' }])?.quote.id).toBe(2);
  expect(pick([], [null])).toBeNull();
});

it('arrives on working days', () => {
  expect([0, 1, 2, 5].map((days) => arrivalDay('2026-11-20', days, []))).toEqual([
    '2026-11-20',
    '2026-11-23',
    '2026-11-24',
    '2026-11-27',
  ]);
  const holidays = ['2026-12-25', '2026-12-28', '2027-01-01'];
  expect([0, 1, 2, 4, 5].map((days) => arrivalDay('2026-12-24', days, holidays))).toEqual([
    '2026-12-24',
    '2026-12-29',
    '2026-12-30',
    '2027-01-04',
    '2027-01-05',
  ]);
  expect(priceLine(quote(1, 20, 1), '2026-12-24', holidays).arrives).toBe('2026-12-29');
});

it('reads transit times as numbers and as words', () => {
  expect([
    transitDays(2),
    transitDays('3'),
    transitDays('2-3 days'),
    transitDays(null),
    transitDays('overnight'),
  ]).toEqual([2, 3, 2, null, null]);
  expect([
    transitText(0),
    transitText('1'),
    transitText(4),
    transitText('2-3 days'),
    transitText(null),
  ]).toEqual(['Same day', '1 day', '4 days', '2-3 days', '']);
});
