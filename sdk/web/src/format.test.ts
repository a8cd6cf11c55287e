// Tests of formats: zones, clock changes, words, units.
import { expect, test } from 'vitest';
import {
  formatDateTime,
  formatMoney,
  formatQuantity,
  fromLocalInput,
  toLocalInput,
  words,
} from './format.ts';
import { inEnglish, speak } from './i18n.ts';

const ZONE = 'Australia/Sydney';

test('a local time is the instant of its zone', () => {
  expect(fromLocalInput('2026-07-01T09:30', ZONE)).toBe('2026-06-30T23:30:00.000Z');
  expect(fromLocalInput('2026-12-01T09:30', ZONE)).toBe('2026-11-30T22:30:00.000Z');
  expect(fromLocalInput('', ZONE)).toBeNull();
});

test('there and back around the change to summer time', () => {
  for (const local of [
    '2026-10-04T01:59',
    '2026-10-04T03:00',
    '2026-10-04T04:30',
    '2026-04-05T01:30',
    '2026-04-05T03:30',
  ]) {
    const instant = fromLocalInput(local, ZONE);
    expect([local, toLocalInput(instant, ZONE)]).toEqual([local, local]);
  }
});

test('a time that the clock skips is the one after, on the same day', () => {
  const shown = (local: string, zone: string) => toLocalInput(fromLocalInput(local, zone), zone);
  expect(fromLocalInput('2026-09-06T00:00', 'America/Santiago')).toBe('2026-09-06T04:00:00.000Z');
  expect(shown('2026-09-06T00:30', 'America/Santiago')).toBe('2026-09-06T01:30');
  expect(shown('2026-10-04T02:30', ZONE)).toBe('2026-10-04T03:30');
});

test('what is missing is a dash, never "undefined"', () => {
  expect([
    formatMoney(null, 'AUD'),
    formatQuantity(undefined),
    formatDateTime('nonsense', ZONE),
  ]).toEqual(['–', '–', '–']);
});

test('money, quantities and words', () => {
  expect(formatMoney(1234.5, 'AUD')).toMatch(/1,234\.50/);
  expect(formatQuantity({ value: 1.25, unit: 'm3' })).toBe('1.25 m³');
  expect(['InTransit', 'customer-portal', 'UNCode'].map(words)).toEqual([
    'In transit',
    'Customer portal',
    'Uncode',
  ]);
});

test('from right to left, an amount keeps its order and everything its own direction', () => {
  speak({ language: 'ar', direction: 'rtl', t: inEnglish });
  // Between isolates, without the marks that Arabic puts before an amount.
  expect(formatMoney(84.07, 'AUD')).toMatch(
    /^\u2066[^\u200e\u200f\u061c]*84[.,]07[^\u200f]*\u2069$/,
  );
  expect(formatQuantity({ value: 356, unit: 'kg' })).toBe('\u2066356 kg\u2069');
  expect(formatDateTime('2026-03-01T00:00:00Z', ZONE)).toMatch(/^\u2068.+\u2069$/);
  expect(formatMoney(null, 'AUD')).toBe('–');
  speak({ language: 'en', direction: 'ltr', t: inEnglish });
  expect(formatQuantity({ value: 356, unit: 'kg' })).toBe('356 kg');
});
