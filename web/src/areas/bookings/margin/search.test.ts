// Tests of margin search parameters.
import { expect, test } from 'vitest';
import { usualPeriod } from './period.ts';
import { parseMargin } from './search.ts';

const parsed = (raw: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(parseMargin(raw)).filter(([, value]) => value !== undefined));

test('what an address says comes back', () => {
  expect(
    parsed({
      by: 'Lane',
      since: '2026-01-01',
      until: '2026-03-31',
      customer: '7',
      carrier: 'own-fleet',
    }),
  ).toEqual({
    by: 'Lane',
    since: '2026-01-01',
    until: '2026-03-31',
    customer: 7,
    carrier: 'own-fleet',
  });
});

test('what an address cannot mean is gone', () => {
  expect(
    parsed({ by: 'Weight', since: '2026-1-1', until: 'today', customer: -1, carrier: '' }),
  ).toEqual({});
});

test('three months are shown unless somebody says otherwise', () => {
  expect(usualPeriod('2026-11-23')).toEqual({ since: '2026-09-01', until: '2026-11-23' });
  expect(usualPeriod('2026-01-05')).toEqual({ since: '2025-11-01', until: '2026-01-05' });
});
