// Tests of API key expiry.
import { expect, test } from 'vitest';
import { addressLines, expiryOf, expiryState } from './expiry.ts';

const now = new Date('2026-03-01T09:00:00Z');

test('a life in days counts from now, and a day lasts until its end', () => {
  expect(expiryOf('30', '', now)).toBe('2026-03-31T09:00:00.000Z');
  expect(expiryOf('never', '2026-05-01', now)).toBeNull();
  expect(expiryOf('day', '2026-05-01', now)).toBe(new Date('2026-05-01T23:59:59').toISOString());
});

test('addresses stand in lines or behind commas', () => {
  expect(addressLines(' 203.0.113.7\n2001:db8::/32, 10.0.0.1 ')).toEqual([
    '203.0.113.7',
    '2001:db8::/32',
    '10.0.0.1',
  ]);
  expect(addressLines(' \n ')).toBeNull();
});

test('a key is seen to expire two weeks before', () => {
  expect(expiryState('2026-03-01T09:00:00Z', now)).toBe('expired');
  expect(expiryState('2026-03-15T08:59:59Z', now)).toBe('soon');
  expect(expiryState('2026-03-15T09:00:00Z', now)).toBe('later');
});
