// Tests of card payments.
import { expect, test } from 'vitest';
import { ApiError } from '@waybill/plugin';
import {
  chosenAtFirst,
  isChosen,
  isOpen,
  isStillOpen,
  newReference,
  percentOf,
  surchargeOf,
  typeName,
} from './model.ts';

test('a surcharge is that of the card’s type, else of all others', () => {
  const surcharges = [
    { cardType: 'American Express', percent: 2.2 },
    { cardType: '', percent: 1.1 },
  ];
  expect([
    percentOf('amex', surcharges),
    percentOf('american_express', surcharges),
    percentOf('visa', surcharges),
  ]).toEqual([2.2, 2.2, 1.1]);
  expect([
    percentOf(null, surcharges),
    percentOf(null, []),
    percentOf('visa', [{ cardType: 'jcb', percent: 3 }]),
  ]).toEqual([null, 0, 0]);
  expect([surchargeOf(110, 1.5, 2), surchargeOf(0.33, 1.5, 2), surchargeOf(1000, 1.5, 0)]).toEqual([
    1.65, 0, 15,
  ]);
  // Rounds half up, like the server.
  expect(surchargeOf(45, 1.1, 2)).toBe(0.5);
});

test('a type is called as people call it', () => {
  expect(['visa', 'amex', 'mastercard', 'some_other'].map(typeName)).toEqual([
    'Visa',
    'American Express',
    'Mastercard',
    'Some other',
  ]);
});

test('the invoice that one comes from is chosen alone, else all are', () => {
  const invoices = [
    { id: 1, outstandingAmount: 110 },
    { id: 2, outstandingAmount: 5.5 },
  ];
  expect([...chosenAtFirst(invoices, 2, 2)]).toEqual([[2, '5.50']]);
  expect([...chosenAtFirst(invoices, 9, 2)]).toEqual([
    [1, '110.00'],
    [2, '5.50'],
  ]);
  expect([undefined, '', ' ', '0', '1', 'x'].map(isChosen)).toEqual([
    false,
    false,
    false,
    false,
    true,
    true,
  ]);
});

test('a refusal is final; no answer is not', () => {
  const refused = (status: number, code = 0) => new ApiError(status, 'No.', { code });
  expect(
    [refused(0), refused(503), refused(429), refused(400, 5143), new Error('x')].map(isOpen),
  ).toEqual([true, true, true, true, true]);
  expect([refused(400, 5141), refused(400, 5144), refused(400), refused(404)].map(isOpen)).toEqual([
    false,
    false,
    false,
    false,
  ]);
  expect(isStillOpen(refused(400, 5144))).toBe(true);
});

test('a reference is a random UUID', () => {
  expect(newReference()).toMatch(
    /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
  );
  expect(newReference()).not.toBe(newReference());
});
