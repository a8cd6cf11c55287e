// Tests of choosing services.
import { expect, test } from 'vitest';
import type { CarrierService } from '@waybill/plugin';
import { isOffered, toggled } from './service-choice.ts';

const services = (assigned: number[]): CarrierService[] =>
  [1, 2, 3].map((id) => ({
    id,
    name: `S${id}`,
    code: `S${id}`,
    carrierCode: 'c',
    isActive: true,
    isAssigned: assigned.includes(id),
  }));

test('none chosen means all offered', () => {
  expect(services([]).map((s) => isOffered(s, []))).toEqual([true, true, true]);
  expect(services([2]).map((s) => isOffered(s, [2]))).toEqual([false, true, false]);
  expect(isOffered({ ...services([])[0]!, isActive: false }, [])).toBe(false);
});

test('switching', () => {
  expect(toggled(services([]), 2, false)).toEqual([1, 3]);
  expect(toggled(services([1, 3]), 3, false)).toEqual([1]);
  expect(toggled(services([1, 3]), 2, true)).toEqual([]);
  expect(toggled(services([1]), 2, true)).toEqual([1, 2]);
});
