// Distances on the globe, and positions of addresses.
import { expect, it } from 'vitest';
import { metresBetween, spotOf } from './distance.ts';

const melbourne = { latitude: -37.8136, longitude: 144.9631 };
const sydney = { latitude: -33.8688, longitude: 151.2093 };

it('measures great circles in metres, in both directions', () => {
  expect(metresBetween(melbourne, sydney) / 1000).toBeCloseTo(713.4, 0);
  expect(metresBetween(sydney, melbourne)).toBeCloseTo(metresBetween(melbourne, sydney));
  expect(metresBetween(sydney, sydney)).toBe(0);
});

it('has no position for an address without one', () => {
  expect(spotOf(melbourne)).toEqual(melbourne);
  expect(spotOf({ latitude: -37.8, longitude: null })).toBeNull();
  expect(spotOf(null)).toBeNull();
});
