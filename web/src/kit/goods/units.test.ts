// Tests of unit conversion.
import { expect, it } from 'vitest';
import { centimetres, inUnit, kilograms } from './units.ts';

it('keeps small measures when it changes the unit', () => {
  expect(inUnit({ value: 0.4, unit: 'g' }, kilograms)).toBe('0.0004');
  expect(inUnit({ value: 0.3, unit: 'lb' }, kilograms)).toBe('0.136077711');
  expect(inUnit({ value: 2, unit: 'oz' }, kilograms)).toBe('0.056699046');
  expect(inUnit({ value: 0.3, unit: 'mm' }, centimetres)).toBe('0.03');
  expect(inUnit({ value: 1.1, unit: 'm' }, centimetres)).toBe('110');
  expect(inUnit({ value: 1, unit: 'furlong' }, centimetres)).toBe('');
});
