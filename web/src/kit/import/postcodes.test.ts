// Tests of postcodes without their zero.
import { expect, test } from 'vitest';
import type { Place } from '../../lib/places.ts';
import { lostZerosAmong } from './postcodes.ts';

const PLACES: Place[] = [
  { suburb: 'Darwin City', postCode: '0800', state: 'NT', countryCode: 'AU' },
  { suburb: 'Lisboa', postCode: '0123', state: '', countryCode: 'XX' },
  { suburb: 'Lagos', postCode: '0456', state: '', countryCode: 'XX' },
  { suburb: 'Porto', postCode: '123', state: '', countryCode: 'XX' },
];
const find = (country: string, text: string) =>
  Promise.resolve(
    PLACES.filter((one) => one.countryCode === country && one.postCode.startsWith(text)),
  );
const among = (country: string, ...codes: string[]) =>
  lostZerosAmong(
    codes.map((code) => ({ country, code })),
    find,
  );

test('a code too short for its country lost a zero, also without a known place', async () => {
  expect(await among('AU', '3121', '800', '822')).toEqual([
    { country: 'AU', from: '800', to: '0800', place: 'Darwin City NT' },
    { country: 'AU', from: '822', to: '0822', place: '' },
  ]);
});

test('elsewhere the longer code has a place and the shorter one has none', async () => {
  expect(await among('XX', '123', '456')).toMatchObject([{ from: '456', place: 'Lagos' }]);
  expect(await among('GB', '800')).toEqual([]);
});
