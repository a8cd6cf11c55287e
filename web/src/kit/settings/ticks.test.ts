// Tests of emailed statuses.
import { expect, it } from 'vitest';
import { MAILED, withStatus } from './BookingMails.tsx';

it('keeps the order of the way, and each status once', () => {
  expect(withStatus(['Delivered', 'Booked'], 'InTransit', true)).toEqual([
    'Booked',
    'InTransit',
    'Delivered',
  ]);
  expect(withStatus(['Booked'], 'Booked', true)).toEqual(['Booked']);
  expect(withStatus(['Booked', 'Delivered'], 'Booked', false)).toEqual(['Delivered']);
  expect(withStatus(MAILED, 'Cancelled', false)).toHaveLength(MAILED.length - 1);
});
