// Names of countries.
import { expect, test } from 'vitest';
import { countryText } from './country.ts';

test('a country has its name in the reader’s language', () => {
  expect(countryText('AU', 'en')).toBe('Australia');
  expect(countryText('DE', 'de')).toBe('Deutschland');
});

test('codes without a country stay, and nothing is a dash', () => {
  expect(countryText('A1', 'en')).toBe('A1');
  expect(countryText(null, 'en')).toBe('–');
});
