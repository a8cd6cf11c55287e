// Tests of fee tiers.
import { expect, test } from 'vitest';
import { holdsOn, offeredEvents, ratesOf, ratesText, tierProblems, tiersOf } from './model.ts';

const t = (text: string, values: Record<string, unknown> = {}) =>
  text.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(values[name]));
const tier = (upTo: string, basic: string, rate: string) => ({ upTo, basic, rate });

test('tiers are sent in their places and read in their order', () => {
  const rates = ratesOf([tier('5', '', '1.5'), tier('', '2', '')]);
  expect(rates).toEqual([
    { order: 1, basic: 0, break: 5, rate: 1.5 },
    { order: 2, basic: 2, break: null, rate: 0 },
  ]);
  expect(tiersOf(rates.toReversed())).toEqual([tier('5', '', '1.5'), tier('', '2', '')]);
});

test('each tier ends beyond the one before it, and only the last goes on', () => {
  expect(tierProblems([tier('5', '1', '1'), tier('10', '', 'x'), tier('', '', '')], t)).toEqual({
    'feeRates.1.rate': 'Enter a number',
  });
  expect(tierProblems([tier('', '', ''), tier('5', '-1', ''), tier('5', '', '')], t)).toEqual({
    'feeRates.0.upTo': 'Only the last tier has no upper limit',
    'feeRates.1.basic': 'Must be at least 0',
    'feeRates.2.upTo': 'Must be more than 5',
  });
  expect(tierProblems([], t)).toEqual({});
});

test('the rates in one line', () => {
  const text = (
    calcMethod: 'Percentage' | 'Fixed' | 'Override',
    ...tiers: ReturnType<typeof tier>[]
  ) =>
    ratesText(
      { calcMethod, minimum: 0, feeRates: ratesOf(tiers) },
      (value) => `$${value}`,
      (value) => `${value} %`,
      t,
    );
  expect(text('Percentage', tier('', '3', '5'))).toBe('$3 + 5 %');
  expect(text('Fixed', tier('5', '', '2'), tier('', '', '1'))).toBe('$2 each, 2 tiers');
  expect(text('Override', tier('', '9', '1'))).toBe('$9');
  expect(text('Fixed')).toBe('');
});

test('a fee holds between its days while it is active', () => {
  const fee = { isActive: true, effectiveDate: '2026-01-01', expireDate: '2026-01-31' };
  expect(
    ['2025-12-31', '2026-01-01', '2026-01-31', '2026-02-01'].map((day) => holdsOn(fee, day)),
  ).toEqual([false, true, true, false]);
  expect(holdsOn({ ...fee, isActive: false }, '2026-01-15')).toBe(false);
});

test('a type has its own events, and a stored fee keeps its event', () => {
  const types = [
    { feeType: 'Storage' as const, events: ['ScanEvent' as const] },
    { feeType: 'CreditCardSurcharge' as const, events: [] },
  ];
  const stored = { feeType: 'Storage' as const, applyOn: 'Booking' as const };
  expect(offeredEvents(types, '', null)).toContain('Booking');
  expect(offeredEvents(types, 'Storage', null)).toEqual(['ScanEvent']);
  expect(offeredEvents(types, 'CreditCardSurcharge', stored)).toEqual([]);
  expect(offeredEvents(types, 'Storage', stored)).toEqual(['ScanEvent', 'Booking']);
});
