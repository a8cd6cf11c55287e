// Tests of grouping pickups by day.
import { expect, it } from 'vitest';
import { some } from '../../../../test/some.ts';
import type { Address, Booking } from '../../../lib/bookings/model.ts';
import { toCollect } from './waiting.ts';

const booking = (id: number, pickupReadyTime: string | null, companyName = 'A') =>
  some<Booking>({
    id,
    carrier: 'own-fleet',
    carrierAccountId: 1,
    pendingOperation: null,
    pickupReadyTime,
    items: [{ quantity: 1 }],
    fromAddress: some<Address>({ companyName, suburb: 'Richmond' }),
  });
const dayOf = (moment: string) => moment.slice(0, 10);

it('groups by sender and day, and takes a day that has passed for today', () => {
  const all = [
    booking(1, null),
    booking(2, '2026-03-01T09:00:00Z'),
    booking(3, '2026-03-05T09:00:00Z'),
    booking(4, '2026-03-05T11:00:00Z'),
    booking(5, null, 'B'),
  ];
  const groups = toCollect(all, '2026-03-02', dayOf);
  expect(groups.map((group) => group.bookings.map(({ id }) => id))).toEqual([[1, 2], [3, 4], [5]]);
  expect(groups.map(({ readyTime }) => readyTime)).toEqual([null, '2026-03-05T11:00:00Z', null]);
});
