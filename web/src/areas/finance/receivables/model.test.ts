// Tests of statements.
import { expect, test } from 'vitest';
import { movementHref, sums, usualDays, withDay } from './model.ts';
import { parseDays } from './search.ts';

test('the usual days begin with the month before', () => {
  const of = (today: string) =>
    Object.fromEntries(usualDays(today).map(({ id, days }) => [id, `${days.from}..${days.to}`]));
  expect(of('2026-03-15')).toEqual({
    recent: '2026-02-01..2026-03-15',
    this: '2026-03-01..2026-03-15',
    last: '2026-02-01..2026-02-28',
    year: '2026-01-01..2026-03-15',
  });
  expect(of('2026-01-31')).toMatchObject({
    recent: '2025-12-01..2026-01-31',
    last: '2025-12-01..2025-12-31',
  });
});

test('days that are none are let go', () => {
  expect(parseDays({ from: '2026-01-01', to: 'x' })).toEqual({ from: '2026-01-01', to: undefined });
});

test('the other day goes along', () => {
  const days = { from: '2026-01-01', to: '2026-01-31' };
  expect(withDay(days, 'from', '2026-02-03')).toEqual({ from: '2026-02-03', to: '2026-02-03' });
  expect(withDay(days, 'to', '2025-12-03')).toEqual({ from: '2025-12-03', to: '2025-12-03' });
  expect(withDay(days, 'to', '2026-01-15')).toEqual({ from: '2026-01-01', to: '2026-01-15' });
});

test('sums are exact', () => {
  expect(
    sums([
      { charges: 0.1, payments: 0 },
      { charges: 0.2, payments: 0.3 },
    ]),
  ).toEqual({ charges: 0.3, payments: 0.3 });
});

test('a movement leads to its document', () => {
  expect(movementHref({ txnType: 'Adjustment', id: 4 })).toBe('/finance/invoices/4');
  expect(movementHref({ txnType: 'CreditNote', id: 4 })).toBe('/finance/credit-notes/4');
  expect(movementHref({ txnType: 'Refund', id: 4 })).toBeNull();
});
