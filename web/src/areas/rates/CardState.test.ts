// Tests of rate card states.
import { expect, test } from 'vitest';
import { cardState, dayIn } from './CardState.tsx';

test('a card is in force from its first day to its last, both included', () => {
  const of = (effectiveDate: string | null, expireDate: string | null, isActive = true) =>
    cardState({ isActive, isDraft: false, effectiveDate, expireDate }, '2026-07-01').text;
  expect(of(null, null)).toBe('In effect');
  expect(of('2026-07-01', '2026-07-01')).toBe('In effect');
  expect(of('2026-07-02', null)).toBe('Upcoming');
  expect(of('2026-01-01', '2026-06-30')).toBe('Ended');
  expect(of('2026-07-02', null, false)).toBe('Retired');
  const draft = { isActive: false, isDraft: true, effectiveDate: '2026-01-01', expireDate: null };
  expect(cardState(draft, '2026-07-01').text).toBe('Draft');
});

test('the day is that of the tenant', () => {
  expect(dayIn('Australia/Sydney', new Date('2026-06-30T15:00:00Z'))).toBe('2026-07-01');
  expect(dayIn('UTC', new Date('2026-06-30T15:00:00Z'))).toBe('2026-06-30');
});
