// Tests of manifest totals.
import { expect, it } from 'vitest';
import { sumsOf } from './sums.ts';

const manifest = (totalBookings: number, totalItems: number, kilograms: number, cubic: number) => ({
  totalBookings,
  totalItems,
  totalWeight: { value: kilograms, unit: 'kg' as const },
  totalCubic: { value: cubic, unit: 'm3' as const },
});

it('adds up what the server has counted for each', () => {
  expect(sumsOf([manifest(2, 6, 30, 0.25), manifest(1, 4, 12.5, 0.5)])).toEqual({
    consignments: 3,
    pieces: 10,
    weight: 42.5,
    volume: 0.75,
  });
  expect(sumsOf([])).toEqual({ consignments: 0, pieces: 0, weight: 0, volume: 0 });
});
