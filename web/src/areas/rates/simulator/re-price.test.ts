// Tests of repricing results.
import { expect, test } from 'vitest';
import { customerRows, monthBefore, rePricedCsv, type RePriced } from './re-price.ts';

const t = (text: string) => text;
const RESULT: RePriced = {
  rateCardId: 1,
  rateCardCode: 'STD',
  rateCardVersion: 2,
  currency: 'AUD',
  bookings: 12,
  priced: 9,
  booked: 900,
  rePriced: 990.5,
  reasons: [],
  examples: [],
  customers: [
    { customerId: 1, customerName: 'Bluegum', bookings: 5, priced: 5, booked: 500, rePriced: 450 },
    { customerId: 2, customerName: '=Acme', bookings: 4, priced: 4, booked: 400, rePriced: 540.5 },
    { customerId: 3, customerName: 'Zero', bookings: 3, priced: 0, booked: 0, rePriced: 0 },
  ],
};

test('the month before, over the turn of a year and in a leap year', () => {
  expect(monthBefore('2026-11-23')).toEqual({ since: '2026-10-01', until: '2026-10-31' });
  expect(monthBefore('2027-01-01')).toEqual({ since: '2026-12-01', until: '2026-12-31' });
  expect(monthBefore('2028-03-31')).toEqual({ since: '2028-02-01', until: '2028-02-29' });
});

test('customers stand by their difference, or by what else is chosen', () => {
  const ids = (by: 'difference' | 'customerName' | 'bookings', direction: 'asc' | 'desc') =>
    customerRows(RESULT, { by, direction }).map(({ customerId }) => customerId);
  expect(ids('difference', 'desc')).toEqual([2, 3, 1]);
  expect(ids('difference', 'asc')).toEqual([1, 3, 2]);
  expect(ids('bookings', 'desc')).toEqual([1, 2, 3]);
  expect(ids('customerName', 'desc')[0]).toBe(3);
  expect(customerRows(RESULT, { by: 'difference', direction: 'desc' })[1]).toMatchObject({
    unpriced: 3,
    difference: { amount: 0, share: null },
  });
});

test('the file has a line for each customer and one for all, and no formulas', () => {
  const text = rePricedCsv(
    RESULT,
    customerRows(RESULT, { by: 'difference', direction: 'desc' }),
    t,
  ).join('');
  expect(text.split('\r\n').slice(1)).toEqual([
    "'=Acme,4,4,0,400,540.5,140.5,35.13,AUD",
    'Zero,3,0,3,0,0,0,,AUD',
    'Bluegum,5,5,0,500,450,-50,-10,AUD',
    'All customers,12,9,3,900,990.5,90.5,10.06,AUD',
    '',
  ]);
});
