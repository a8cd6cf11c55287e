// Tests of number previews.
import { expect, it } from 'vitest';
import type { Numbering } from './model.ts';
import { firstNumbers, longest, numberAt } from './numbering.ts';

const numbering: Numbering = {
  isManual: false,
  defaultType: 'Account',
  prefix: 'C',
  postfix: '',
  format: '00000',
  start: 1,
  end: null,
  maxLength: 32,
};
const day = '2026-03-07';

it('fills up with zeros and no further', () => {
  expect(numberAt(numbering, 42, day)).toBe('C00042');
  expect(numberAt({ ...numbering, format: '0' }, 42, day)).toBe('C42');
  expect(numberAt({ ...numbering, format: '' }, 1234567, day)).toBe('C1234567');
});

it('knows year and month', () => {
  expect(numberAt({ prefix: 'INV-{yyyy}{MM}-', postfix: '/{yy}', format: '0000' }, 7, day)).toBe(
    'INV-202603-0007/26',
  );
});

it('counts from the start and not past the end', () => {
  expect(firstNumbers({ ...numbering, start: 99 }, day)).toEqual(['C00099', 'C00100', 'C00101']);
  expect(firstNumbers({ ...numbering, start: 8, end: 9 }, day)).toEqual(['C00008', 'C00009']);
  expect(longest({ ...numbering, end: 1234567 }, day)).toBe('C1234567');
});
