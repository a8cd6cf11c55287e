// Goods as people type them in one go.
import { describe, expect, it } from 'vitest';
import { inLanguage } from '../../../test/reader.ts';
import { packageOf, readQuick } from './quick.ts';

const TYPES = ['Carton', 'Pallet', 'Box', 'Satchel', 'Drum', 'Crate', 'Bag', 'Skid'];
const read = (text: string, usual = 'Carton') => {
  const { item, problem } = readQuick(text, TYPES, usual);
  return item
    ? [
        item.quantity,
        item.packageType,
        item.length,
        item.width,
        item.height,
        item.weight,
        item.description,
      ]
    : problem;
};

describe('readQuick', () => {
  it.each([
    ['3 ctn 40x30x25 12.5', ['3', 'Carton', '40', '30', '25', '12.5', '']],
    ['3 ctns 40 x 30 x 25 12,5', ['3', 'Carton', '40', '30', '25', '12.5', '']],
    ['3 ctn 40,5x30x25 12', ['3', 'Carton', '40.5', '30', '25', '12', '']],
    ['2 plt 120x80x150 1,200 kg', ['2', 'Pallet', '120', '80', '150', '1200', '']],
    ['٣ ctn ٤٠x٣٠x٢٥ ١٢٫٥', ['3', 'Carton', '40', '30', '25', '12.5', '']],
    ['3ctn 40×30×25 12.5kg', ['3', 'Carton', '40', '30', '25', '12.5', '']],
    ['3 x ctn 40x30x25cm 12.5 kg', ['3', 'Carton', '40', '30', '25', '12.5', '']],
    ['3x40x30x25 5', ['3', 'Carton', '40', '30', '25', '5', '']],
    ['40x30x25 5', ['1', 'Carton', '40', '30', '25', '5', '']],
    [
      '2 pallets 1.2x0.8x1.5m 420kg each, tiles',
      ['2', 'Pallet', '120', '80', '150', '420', 'tiles'],
    ],
    ['2 plt 1200x800x1500mm 840 total', ['2', 'Pallet', '120', '80', '150', '420', '']],
    ['1 pal 48x40x60 in 900 lb', ['1', 'Pallet', '121.92', '101.6', '152.4', '408.233133', '']],
    ['20 bag 5x5x1 2 oz', ['20', 'Bag', '5', '5', '1', '0.056699046', '']],
    ['4 box 16"x12"x10" 11lbs', ['4', 'Box', '40.64', '30.48', '25.4', '4.98951607', '']],
    ['10 sat 30x20x2 500g magazines', ['10', 'Satchel', '30', '20', '2', '0.5', 'magazines']],
    ['1 crate 2x1x1 m 1.2t', ['1', 'Crate', '200', '100', '100', '1200', '']],
    ['3 ctn 12.5kg 40x30x25 red lamps', ['3', 'Carton', '40', '30', '25', '12.5', 'red lamps']],
    ['3 ctn total 37.5 kg 40x30x25', ['3', 'Carton', '40', '30', '25', '12.5', '']],
    ['3 ctn 40x30x25 @ 12.5', ['3', 'Carton', '40', '30', '25', '12.5', '']],
    [
      '3 ctn 40x30x25 37.5 all up Shiraz 12 x 750',
      ['3', 'Carton', '40', '30', '25', '12.5', 'Shiraz 12 x 750'],
    ],
    ['40x30x25 7 lamps', ['1', 'Carton', '40', '30', '25', '7', 'lamps']],
    ['5 lamps 40x30x25 7', ['5', 'Carton', '40', '30', '25', '7', 'lamps']],
    ['3 ctn', ['3', 'Carton', '', '', '', '', '']],
    ['2 pallet 420kg', ['2', 'Pallet', '', '', '', '420', '']],
    ['PLT 120X80X100 250KG', ['1', 'Pallet', '120', '80', '100', '250', '']],
    ['1 ctn 40x30x25 .5', ['1', 'Carton', '40', '30', '25', '0.5', '']],
    ['1 ctn 400mm x 30 x 25 cm 3', ['1', 'Carton', '40', '30', '25', '3', '']],
  ])('reads %j', (text, item) => expect(read(text)).toEqual(item));

  it('keeps the usual package where none is named', () =>
    expect(read('2 40x30x25 5', 'Pallet')).toEqual(['2', 'Pallet', '40', '30', '25', '5', '']));

  it.each([
    ['', 'Type goods like 3 ctn 40x30x25 12.5'],
    ['lamps', 'Type goods like 3 ctn 40x30x25 12.5'],
    ['0 ctn 40x30x25 5', 'The number of pieces must be from 1 to 99,999'],
    ['3 ctn 40x30 5', 'Enter length × width × height, like 40x30x25'],
    ['3 ctn 40x30x25 1.2.3', 'Write decimals with a point, like 12.5'],
  ])('says what is wrong with %j', (text, problem) => expect(read(text)).toBe(problem));
});

it('reads decimals as the reader writes them', () =>
  inLanguage('de', () => {
    expect(read('3 ctn 40,5x30x25 12,5')).toEqual(['3', 'Carton', '40,5', '30', '25', '12,5', '']);
    const pallets = ['2', 'Pallet', '120', '80', '150', '1200', ''];
    expect(read('2 plt 1.2x0.8x1.5m 1.200 kg')).toEqual(pallets);
    expect(read('1 ctn 40x30x25 1,234.5')).toContain('1234,5');
    expect(read('1 ctn 40x30x25 1,2,3')).toBe('Write decimals with a comma, like 12,5');
  }));

it('knows packages by name, plural, abbreviation and beginning', () => {
  expect(
    ['carton', 'Cartons', 'boxes', 'ctn', 'satch', 'plts', 'ca', 'lamps'].map((word) =>
      packageOf(word, TYPES),
    ),
  ).toEqual(['Carton', 'Carton', 'Box', 'Carton', 'Satchel', 'Pallet', null, null]);
});
