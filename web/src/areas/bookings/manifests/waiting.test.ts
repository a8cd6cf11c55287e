// Tests of grouping waiting bookings.
import { expect, it } from 'vitest';
import { some } from '../../../../test/some.ts';
import type { Address, Booking } from '../../../lib/bookings/model.ts';
import { senderKey, waitingBy } from './waiting.ts';

const sender = (companyName: string) =>
  some<Address>({ companyName, suburb: 'Richmond', postCode: '3121', countryCode: 'AU' });
const booking = (id: number, change: Partial<Booking> = {}) =>
  some<Booking>({
    id,
    carrier: 'own-fleet',
    carrierAccountId: 1,
    pendingOperation: null,
    fromAddress: sender('A'),
    items: [{ quantity: 2 }],
    totalWeight: { value: 1.5, unit: 'kg' },
    ...change,
  });

it('adds up consignments, pieces and weight of each account', () => {
  const [own, other] = waitingBy([
    booking(1),
    booking(2, { fromAddress: sender('B') }),
    booking(3, { carrierAccountId: 2 }),
  ]);
  expect(own).toMatchObject({
    accountId: 1,
    carrier: 'own-fleet',
    pieces: 4,
    weight: 3,
    senders: 2,
  });
  expect(own?.bookings.map(({ id }) => id)).toEqual([1, 2]);
  expect(other).toMatchObject({ accountId: 2, pieces: 2, senders: 1 });
});

it('leaves out what the carrier is being asked for, and what has no account', () => {
  expect(
    waitingBy([
      booking(1, { pendingOperation: 'Manifest' }),
      booking(2, { carrierAccountId: null }),
    ]),
  ).toEqual([]);
});

it('keeps senders apart where that is asked for, however they are written', () => {
  const groups = waitingBy(
    [
      booking(1),
      booking(2, { fromAddress: sender(' a ') }),
      booking(3, { fromAddress: sender('B') }),
    ],
    ({ fromAddress }) => senderKey(fromAddress),
  );
  expect(groups.map((group) => group.bookings.map(({ id }) => id))).toEqual([[1, 2], [3]]);
});
