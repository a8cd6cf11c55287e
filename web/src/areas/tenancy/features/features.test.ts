// Tests of the feature tree.
import { expect, it } from 'vitest';
import { featureRows } from './features.ts';

it('stands parents before their children, and knows switches from numbers', () => {
  const rows = featureRows({
    features: [
      {
        name: 'Warehouse.MaxItems',
        parentName: 'Warehouse.Enabled',
        displayName: 'Most items',
        defaultValue: '100',
      },
      { name: 'Booking.Enabled', displayName: 'Bookings', defaultValue: 'true' },
      { name: 'Warehouse.Enabled', displayName: 'Warehouse', defaultValue: 'false' },
      { name: 'Lost.Enabled', parentName: 'Nowhere', displayName: 'Lost' },
    ],
    featureValues: [{ name: 'Lost.Enabled', value: 'true' }],
  });
  expect(rows.map(({ feature, depth, isSwitch }) => [feature.name, depth, isSwitch])).toEqual([
    ['Booking.Enabled', 0, true],
    ['Warehouse.Enabled', 0, true],
    ['Warehouse.MaxItems', 1, false],
    ['Lost.Enabled', 0, true],
  ]);
});
