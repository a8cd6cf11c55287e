// Tests of ticked values.
import { expect, it } from 'vitest';
import { ticked } from './TicksField.tsx';

const ALL = ['Booked', 'PickedUp', 'InTransit', 'Delivered'] as const;

it('keeps the order of all values, and each value once', () => {
  expect(ticked(ALL, ['Delivered', 'Booked'], 'InTransit', true)).toEqual([
    'Booked',
    'InTransit',
    'Delivered',
  ]);
  expect(ticked(ALL, ['Booked'], 'Booked', true)).toEqual(['Booked']);
  expect(ticked(ALL, ['Booked', 'Delivered'], 'Booked', false)).toEqual(['Delivered']);
});
