// Tests of pickup queries.
import { expect, it } from 'vitest';
import { firstPickupDay, wantedPickup } from './pickup.ts';

const typed = { pickupDate: '', pickupReadyTime: '', businessClosingTime: '' };
const today = '2026-11-20';
const hours = { openingTime: '07:30', closingTime: '15:00' };

it('leaves everything to the account where nothing was typed', () => {
  expect(wantedPickup(typed, today, null)).toEqual({});
  expect(wantedPickup(typed, today, hours)).toEqual({ closingTime: '2026-11-20T15:00' });
});

it('keeps a later day without a time', () => {
  expect(wantedPickup({ ...typed, pickupDate: '2026-11-24' }, today, null)).toEqual({
    readyTime: '2026-11-24T09:00',
  });
  expect(wantedPickup({ ...typed, pickupDate: '2026-11-24' }, today, hours)).toEqual({
    readyTime: '2026-11-24T07:30',
    closingTime: '2026-11-24T15:00',
  });
});

it('takes times of today where no day was typed', () => {
  expect(
    wantedPickup(
      { ...typed, pickupReadyTime: '14:00', businessClosingTime: '16:30' },
      today,
      hours,
    ),
  ).toEqual({ readyTime: '2026-11-20T14:00', closingTime: '2026-11-20T16:30' });
});

it('offers a guest the next working day that has not ended', () => {
  const holidays = ['2026-12-25', '2026-12-28'];
  expect(firstPickupDay('2026-11-27T16:59', holidays)).toBe('2026-11-27');
  expect(firstPickupDay('2026-11-27T17:00', holidays)).toBe('2026-11-30');
  expect(firstPickupDay('2026-11-28T00:30', holidays)).toBe('2026-11-30');
  expect(firstPickupDay('2026-12-25T09:00', holidays)).toBe('2026-12-29');
});
