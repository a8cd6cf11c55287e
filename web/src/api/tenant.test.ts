// Tests of parsing tenant states and features.
import { expect, test } from 'vitest';
import { availability, featureIsOn } from './tenant.tsx';
import { retryDelay, shouldRetry } from './query-client.ts';
import { ApiError } from './client.ts';

test('1 and 2 are the first two states, anything else is no tenant', () => {
  expect([1, 2, 3, 0, 'Available', 'x'].map(availability)).toEqual([
    'Available',
    'InActive',
    'NotFound',
    'NotFound',
    'Available',
    'NotFound',
  ]);
});

test('a feature is on when the first entry of its name is exactly "true"', () => {
  const values = [
    { name: 'Warehouse.Enabled', value: 'true' },
    { name: 'Warehouse.MaxItems', value: '50' },
    { name: 'Jobs', value: 'True' },
    { name: 'Carrier.Enabled', value: 'false' },
    { name: 'Carrier.Max', value: 'true' },
  ];
  expect(
    ['Warehouse', 'Jobs', 'Carrier', 'Missing'].map((name) => featureIsOn(values, name)),
  ).toEqual([true, false, false, false]);
});

test('refusals are not asked again, failures three times with doubled pauses', () => {
  expect([400, 403, 404, 409].map((status) => shouldRetry(0, new ApiError(status, '')))).toEqual([
    false,
    false,
    false,
    false,
  ]);
  expect([0, 1, 2, 3].map((failures) => shouldRetry(failures, new ApiError(503, '')))).toEqual([
    true,
    true,
    true,
    false,
  ]);
  expect(shouldRetry(0, new ApiError(0, ''))).toBe(true);
  expect([0, 1, 4, 9].map(retryDelay)).toEqual([1000, 2000, 16_000, 30_000]);
});
