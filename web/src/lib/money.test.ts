// Tests of rounding amounts.
import { expect, test } from 'vitest';
import { digitsOf, fromMinor, roundTo, toMinor } from './money.ts';

test('a half is rounded away from zero, as it was typed', () => {
  expect([1.005, 2.675, -1.005, 0.004, -0.004, 100.005].map((value) => roundTo(value, 2))).toEqual([
    1.01, 2.68, -1.01, 0, 0, 100.01,
  ]);
});

test('currencies have their own smallest unit', () => {
  expect([digitsOf('AUD'), digitsOf('JPY'), digitsOf('KWD')]).toEqual([2, 0, 3]);
  expect([toMinor(0.1 + 0.2, 2), toMinor(1234.565, 2), fromMinor(30, 2), toMinor(150, 0)]).toEqual([
    30, 123457, 0.3, 150,
  ]);
});
