// Tests of home pages by permission.
import { expect, test } from 'vitest';
import type { PermissionName } from '../../api/types.ts';
import { homeAt, homesOf } from './homes.ts';

const staff = (...permissions: PermissionName[]) =>
  homesOf({
    isCustomer: false,
    can: (name) => permissions.includes(name),
    hasFeature: () => true,
  });

test('the home follows what a person may do', () => {
  expect(staff('Pages.Booking', 'Pages.Booking.Create', 'Pages.Booking.Manifest')).toEqual([
    'operations',
    'warehouse',
  ]);
  expect(staff('Pages.Booking', 'Pages.Finance.Invoices')).toEqual(['finance']);
  expect(staff('Pages.Booking', 'Pages.Booking.Manifest')).toEqual(['warehouse']);
  expect(staff('Pages.Booking')).toEqual(['operations']);
});

test('a customer has one home, whatever the roles contain', () => {
  expect(homesOf({ isCustomer: true, can: () => true, hasFeature: () => true })).toEqual([
    'customer',
  ]);
});

test('without the feature there is no home of finance', () => {
  expect(
    homesOf({ isCustomer: false, can: () => true, hasFeature: (name) => name !== 'Finance' }),
  ).toEqual(['operations', 'warehouse']);
});

test('an address of a home that the person does not have shows the usual one', () => {
  expect(homeAt(['finance'], 'warehouse')).toBe('finance');
  expect(homeAt(['operations', 'warehouse'], 'warehouse')).toBe('warehouse');
  expect(homeAt(['operations', 'warehouse'], undefined)).toBe('operations');
});
