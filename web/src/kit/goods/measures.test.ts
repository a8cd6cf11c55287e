// Weights and volumes of a consignment.
import { describe, expect, it } from 'vitest';
import { inLanguage } from '../../../test/reader.ts';
import { emptyItem, itemBody } from './items.ts';
import { lineVolume, totals, typedNumber } from './measures.ts';
import { inUnit, kilograms } from './units.ts';

const carton = { quantity: 3, length: 40, width: 30, height: 30, weight: 12.5 };
const pallet = { quantity: 1, length: 120, width: 120, height: 150, weight: 420 };

it('adds lines up by their pieces', () => {
  expect(totals([carton, pallet])).toEqual({
    pieces: 4,
    deadWeight: 457.5,
    volume: 2.268,
    cubicWeight: 567,
    chargeable: 567,
  });
});

it('charges the scales when the goods are dense', () => {
  expect(totals([{ quantity: 1, length: 50, width: 50, height: 40, weight: 80 }])).toMatchObject({
    cubicWeight: 25,
    chargeable: 80,
  });
});

it('takes another factor', () => {
  expect(totals([pallet], 333).cubicWeight).toBe(719.28);
});

it('does not gather the errors of binary fractions', () => {
  expect(
    totals(Array.from({ length: 10 }, () => ({ ...carton, quantity: 1, weight: 0.1 }))).deadWeight,
  ).toBe(1);
});

it('counts a line that is half filled in for what it has', () => {
  expect(
    totals([{ quantity: 2, length: Number.NaN, width: 30, height: 30, weight: 5 }]),
  ).toMatchObject({ deadWeight: 10, volume: 0 });
  expect(lineVolume({ ...carton, quantity: -1 })).toBe(0);
});

describe('typedNumber', () => {
  it.each([
    ['12.5', 12.5],
    [' 7 ', 7],
    ['1,200', 1200],
    ['1,200.5', 1200.5],
  ])('reads %j', (text, value) => expect(typedNumber(text)).toBe(value));
  it('reads decimals as the reader writes them', () =>
    inLanguage('de', () => {
      expect(['12,5', '1.200', '1.200,5', '12.5'].map((text) => typedNumber(text))).toEqual([
        12.5, 1200, 1200.5, 12.5,
      ]);
      expect(itemBody({ ...emptyItem, weight: '12,5' }).weight).toEqual({
        value: 12.5,
        unit: 'kg',
      });
      expect(inUnit({ value: 1234, unit: 'g' }, kilograms)).toBe('1,234');
    }));
  it.each(['', 'ten', '1,2', '--3'])('does not take %j for a number', (text) =>
    expect(typedNumber(text)).toBeNaN(),
  );
});
