// Tests of webhook states.
import { expect, test } from 'vitest';
import { chosen, deliveryState, grouped, pretty, subscriptionState } from './model.ts';
import type { EventType } from './queries.ts';

const type = (name: string, group: string): EventType => ({
  name,
  group,
  title: name,
  description: '',
  mayChoose: true,
  sample: {},
});
const types = [
  type('customer.created', 'Customers'),
  type('customer.changed', 'Customers'),
  type('booking.booked', 'Bookings'),
];
const health = { failures: 0, failingSince: null, lastFailedTime: null, lastDeliveredTime: null };

test('a delivery that is tried again is no new one', () => {
  expect(deliveryState({ state: 'Waiting', attempts: 0 }).text).toBe('Waiting');
  expect(deliveryState({ state: 'Waiting', attempts: 2 }).text).toBe('Retrying');
  expect(deliveryState({ state: 'Failed', attempts: 10 }).tone).toBe('danger');
  expect(deliveryState({ state: 'Delivered', attempts: 3 }).tone).toBe('success');
});

test('a subscription that the program switched off is paused, not off', () => {
  expect(subscriptionState({ isActive: true, pauseReason: null, health }).text).toBe('Active');
  expect(
    subscriptionState({ isActive: true, pauseReason: null, health: { ...health, failures: 2 } })
      .text,
  ).toBe('Failing');
  expect(subscriptionState({ isActive: false, pauseReason: null, health }).text).toBe('Off');
  expect(subscriptionState({ isActive: false, pauseReason: 'Gone', health }).text).toBe('Paused');
});

test('types stand in groups, and what is chosen in the order of the server', () => {
  expect(grouped(types).map(({ group, types: list }) => [group, list.length])).toEqual([
    ['Customers', 2],
    ['Bookings', 1],
  ]);
  const some = chosen(types, ['booking.booked', 'from.later'], ['customer.created'], true);
  expect(some).toEqual(['customer.created', 'booking.booked', 'from.later']);
  expect(chosen(types, some, ['booking.booked'], false)).toEqual([
    'customer.created',
    'from.later',
  ]);
});

test('a payload is shown with line breaks, and anything else as it is', () => {
  expect(pretty('{"a":1}')).toBe('{\n  "a": 1\n}');
  expect(pretty('no JSON')).toBe('no JSON');
});
