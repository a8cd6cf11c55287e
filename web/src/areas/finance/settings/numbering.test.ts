// Tests of document numbers.
import { expect, test } from 'vitest';
import { countedIn, holesText, nextNumber, seriesOf, written, type Series } from './numbering.ts';

const series: Series = {
  kind: 'CreditNote',
  prefix: 'CN{yy}-{unit}/',
  postfix: '-A',
  digits: 6,
  start: 1,
  byYear: true,
  byUnit: true,
};

test('a number has its year and unit', () => {
  expect(written(series, 42, '2026-03-09', 'SYD')).toBe('CN26-SYD/000042-A');
  expect(countedIn(series, '2026-03-09', 7)).toBe('credit-note:2026:u7');
  expect(countedIn({ ...series, byYear: false, byUnit: false }, '2026-03-09', 7)).toBe(
    'credit-note',
  );
});

test('a series is told apart by its name', () => {
  expect(seriesOf('credit-note:2026:u7')).toEqual({ kind: 'CreditNote', year: '2026', unit: 7 });
  expect(seriesOf('invoice')).toEqual({ kind: 'Invoice', year: null, unit: null });
  expect(seriesOf('else').kind).toBeNull();
});

test('the next number follows what was counted, and is never before the start', () => {
  const codes = [{ organizationUnitId: 7, code: 'SYD' }];
  const proved = [{ series: 'credit-note:2026:u7', lastCounted: 11 }];
  expect(nextNumber(series, codes, proved, '2026-03-09', 7)).toBe('CN26-SYD/000012-A');
  expect(nextNumber({ ...series, start: 500 }, codes, proved, '2026-03-09', 7)).toBe(
    'CN26-SYD/000500-A',
  );
  expect(nextNumber(series, codes, proved, '2027-01-01', 8)).toBe('CN27-8/000001-A');
});

test('holes are told as ranges', () => {
  expect(
    holesText([
      { first: 4, last: 6 },
      { first: 9, last: 9 },
    ]),
  ).toBe('4–6, 9');
});
