// Tests of exceptions by next step.
import { expect, it } from 'vitest';
import { some } from '../../../test/some.ts';
import type { Booking } from '../../lib/bookings/model.ts';
import { statusesOf } from '../../lib/bookings/status.ts';
import { byNextStep, NEXT_STEPS } from './next-step.ts';

it('has one next step for every exception', () => {
  const all = NEXT_STEPS.flatMap(({ statuses }) => statuses);
  expect(all.toSorted()).toEqual([...statusesOf('exception')].toSorted());
});

it('puts those that wait longest first, and leaves out steps without work', () => {
  const booking = (
    id: number,
    bookingStatus: Booking['bookingStatus'],
    lastTrackingModifiedTime: string | null,
  ) =>
    some<Booking>({
      id,
      bookingStatus,
      lastTrackingModifiedTime,
      creationTime: '2026-01-01T00:00:00Z',
    });
  const found = byNextStep([
    booking(1, 'OnHold', null),
    booking(2, 'FailedDelivery', '2026-01-03T00:00:00Z'),
    booking(3, 'DeliveryAttempted', '2026-01-02T00:00:00Z'),
    booking(4, 'Delivered', null),
  ]);
  expect(found.map(({ step, bookings }) => [step.id, bookings.map(({ id }) => id)])).toEqual([
    ['redeliver', [3, 2]],
    ['release', [1]],
  ]);
});
