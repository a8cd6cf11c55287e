// Tests of typed numbers by the reader's language.
import { describe, expect, it, vi } from 'vitest';
import { formatNumber } from './format.ts';
import { inLanguage } from '../../../web/test/reader.ts';
import {
  COMMA,
  fromPlain,
  notation,
  notationOf,
  numberError,
  POINT,
  readNumber,
  readSheetNumber,
  readWritten,
  toPlain,
  writeNumber,
} from './numbers.ts';

/** Text, and its number with a decimal point (English, Arabic) and comma (German, Spanish). */
const TYPED: [text: string, point: number | null, comma: number | null][] = [
  ['1234', 1234, 1234],
  [' 12 ', 12, 12],
  ['-3', -3, -3],
  ['−3', -3, -3],
  ['- 3', -3, -3],
  // Own groups and decimals.
  ['1,234.50', 1234.5, null],
  ['1.234,50', null, 1234.5],
  ['1234,50', null, 1234.5],
  ['12,50', null, 12.5],
  ['12,5', null, 12.5],
  [',5', null, 0.5],
  ['.5', 0.5, 0.5],
  ['12.', 12, 12],
  ['12,', null, 12],
  ['0,125', null, 0.125],
  ['1,234,567', 1_234_567, null],
  ['1.234.567', null, 1_234_567],
  ['1.234.567,8', null, 1_234_567.8],
  // The same text as the app shows it.
  ['1,234', 1234, 1.234],
  ['1.234', 1.234, 1234],
  // A point that parts no group.
  ['12.50', 12.5, 12.5],
  ['0.125', 0.125, 0.125],
  ['1.2345', 1.2345, 1.2345],
  ['1234.567', 1234.567, 1234.567],
  // Wrong groups.
  ['1,2', null, 1.2],
  ['1,0.00', null, null],
  ['12,34', null, 12.34],
  ['1.2.3', null, null],
  ['1,2,3', null, null],
  ['1.23.456', null, null],
  // Spaces and apostrophes.
  ['1 234', 1234, 1234],
  ['1\u00a0234\u00a0567', 1_234_567, 1_234_567],
  ["10'000", 10_000, 10_000],
  ['10’000', 10_000, 10_000],
  ['1 234,5', null, 1234.5],
  ['12 50', null, null],
  // Arabic and Persian digits and signs.
  ['١٢٣٤', 1234, 1234],
  ['۱۲', 12, 12],
  ['١٢٫٥', 12.5, 12.5],
  ['١٬٢٣٤٫٥', 1234.5, 1234.5],
  ['٠٫١٢٥', 0.125, 0.125],
  ['\u200e-12', -12, -12],
  ...['', ' ', '-', '.', ',', 'ten', '1e3', '0x1f', '1-2', '12 kg'].map(
    (text): [string, null, null] => [text, null, null],
  ),
];

describe.each([
  ['en', 1],
  ['ar', 1],
  ['de', 2],
  ['es', 2],
] as const)('a reader of %s', (language, at) => {
  it.each(TYPED)('types %j', (text, ...values) =>
    expect(inLanguage(language, () => readNumber(text))).toBe(values[at - 1]),
  );

  it('reads back what fields and pages show', () =>
    inLanguage(language, () => {
      for (const value of [0, 1.234, 1234, 0.125, -12.5, 1234.567, 1_234_567.89]) {
        expect(readNumber(writeNumber(value))).toBe(value);
        expect(readNumber(formatNumber(value, 6))).toBe(value);
      }
      expect(readNumber(writeNumber(1.234, 3))).toBe(1.234);
    }));
});

it('writes the decimal sign of the reader, without groups', () => {
  const written = () => [writeNumber(1234.5), writeNumber(1234.5, 2), writeNumber(7)];
  expect(written()).toEqual(['1234.5', '1234.50', '7']);
  expect(inLanguage('de', written)).toEqual(['1234,5', '1234,50', '7']);
  expect(inLanguage('ar', written)).toEqual(['1234.5', '1234.50', '7']);
});

it('has the signs of the country, where the browser names it', () => {
  const languages = vi.spyOn(navigator, 'languages', 'get');
  const of = (locale: string) => {
    languages.mockReturnValue([locale]);
    return inLanguage(locale.split('-')[0] ?? '', notation);
  };
  expect(of('de-CH')).toEqual({ decimal: '.', group: '' });
  expect(of('es-MX')).toEqual(POINT);
  expect(of('de-AT')).toEqual(COMMA);
  expect(of('fr-FR')).toEqual({ decimal: ',', group: '' });
  // A sign that the country does not use may mean either.
  expect([readNumber('1,234', of('de-CH')), readNumber('1.234', of('fr-FR'))]).toEqual([
    null,
    null,
  ]);
  expect(readNumber('12.50', of('fr-FR'))).toBe(12.5);
  expect(readNumber('12,34,567', of('en-IN'))).toBe(1_234_567);
});

it('refuses a pasted cell that has two meanings', () => {
  const cells = ['2,25', '1.250,5', ',5', '1250', '2.25', '0.125', '1.250', '-1.250', '1,2,5'];
  expect(inLanguage('de', () => cells.map((cell) => readSheetNumber(cell)))).toEqual([
    2.25,
    1250.5,
    0.5,
    1250,
    2.25,
    0.125,
    null,
    null,
    null,
  ]);
  expect(['1,250', '1.250', '2,25'].map((cell) => readSheetNumber(cell))).toEqual([
    1250,
    1.25,
    null,
  ]);
});

it('knows the notation of a file by numbers with one meaning', () => {
  expect(notationOf(['1.250', '12,5', 'x'])).toEqual(COMMA);
  expect(notationOf(['1,250', '12.5'])).toEqual(POINT);
  expect(notationOf(['1.250', '7', ''])).toBeNull();
  expect(notationOf(['12,5', '12.5'])).toBeNull();
});

it('reads a number of a file by its notation', () => {
  const numbers = ['1.250', '1,250', '12,5', '12.5', '7', 'x'];
  const read = (of: typeof POINT | null) => numbers.map((text) => readWritten(text, of));
  expect(read(COMMA)).toEqual([1250, 1.25, 12.5, 12.5, 7, null]);
  expect(read(POINT)).toEqual([1.25, 1250, 12.5, 12.5, 7, null]);
  expect(read(null)).toEqual([null, null, 12.5, 12.5, 7, null]);
});

it('stores a number in the same way for all readers', () => {
  const stored = () => ['1,234', '12.5', '1,234.50', '12,50', 'x'].map((text) => toPlain(text));
  expect(stored()).toEqual(['1234', '12.5', '1234.5', '12,50', 'x']);
  expect(inLanguage('de', stored)).toEqual(['1.234', '12.5', '1,234.50', '12.5', 'x']);
  expect(inLanguage('de', () => ['1.234', '12', 'x'].map((text) => fromPlain(text)))).toEqual([
    '1,234',
    '12',
    'x',
  ]);
});

it('says which sign to write', () => {
  const t = (text: string) => text;
  expect(numberError('12,50', t)).toMatch('with a point');
  expect(inLanguage('de', () => numberError('1,234.50', t))).toMatch('with a comma');
});
