// Tests of invoice periods.
import { expect, test } from 'vitest';
import { periodsOf, withPeriod, withYear } from './calendar.ts';

test('the last day only ends the period before it', () => {
  expect(periodsOf(['2026-07-01', '2026-07-29', '2026-09-02'])).toEqual([
    { from: '2026-07-01', to: '2026-07-28', days: 28 },
    { from: '2026-07-29', to: '2026-09-01', days: 35 },
  ]);
  expect(periodsOf([])).toEqual([]);
});

test('a year of 4, 4 and 5 weeks has 52 weeks and goes on from the last day', () => {
  const year = withYear([], '2026-06-29', 'fourFourFive');
  expect([year.length, year[1], year[3], year.at(-1)]).toEqual([
    13,
    '2026-07-27',
    '2026-09-28',
    '2027-06-28',
  ]);
  expect(withYear(year, '2000-01-01', 'fourWeeks').at(-1)).toBe('2028-06-26');
});

test('one more period is as long as the one before it', () => {
  expect(withPeriod(['2026-07-01', '2026-07-15'])).toEqual([
    '2026-07-01',
    '2026-07-15',
    '2026-07-29',
  ]);
});
