// Tests of zeros before area codes.
import { expect, test } from 'vitest';
import { withZero } from './phones.ts';

test('a national number without its zero gets it, and no other number does', () => {
  expect(withZero('AU', '412345678')).toBe('0412345678');
  expect(withZero('AU', '298765432')).toBe('0298765432');
  expect(withZero('NZ', '211234567')).toBe('0211234567');
  expect(withZero('GB', '2079460000')).toBe('02079460000');
  for (const whole of ['0412345678', '1300123456', '131234', '+61412345678', '412 345 678', ''])
    expect(withZero('AU', whole), whole).toBeNull();
  expect(withZero('US', '2025550123')).toBeNull();
});
