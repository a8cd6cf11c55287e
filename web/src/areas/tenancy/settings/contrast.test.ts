// Tests of WCAG contrast.
import { expect, it } from 'vitest';
import { contrast, checkContrast } from './contrast.ts';

it('counts from the same to black on white', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 5);
  expect(contrast('#336699', '#336699')).toBe(1);
  expect(contrast('#767676', '#ffffff')).toBeCloseTo(4.54, 2);
  expect(contrast('blue', '#ffffff')).toBeNull();
});

it('judges a colour with the text that stands on it', () => {
  expect(checkContrast('#ffff00')).toMatchObject({ textColor: '#0b1216' });
  expect(checkContrast('#ffff00')?.light).toBeLessThan(3);
  expect(checkContrast('#1d4ed8')).toMatchObject({ textColor: '#ffffff' });
  expect(checkContrast('#1d4ed8')?.text).toBeGreaterThan(4.5);
  expect(checkContrast('red')).toBeNull();
});
