// What a search for places makes of what it finds.
import { expect, it } from 'vitest';
import { some } from '../../../test/some.ts';
import type { Booking } from '../../lib/bookings/model.ts';
import { emptyParty } from './model.ts';
import { isMeant, merged, pastPlaces, type FoundPlace } from './places.ts';

const to = (companyName: string, addressLine1: string, contactName = '') =>
  some<Booking>({ fromAddress: { suburb: '', postCode: '' }, toAddress: { companyName, contactName, addressLine1, suburb: 'Parramatta', postCode: '2150', state: 'NSW', countryCode: 'AU', type: 'Business' } });

it('gathers past receivers by address, those used most first', () => {
  const found = pastPlaces([to('Lamp House', '2 Church St'), to('Harbour Tools', '8 Macquarie Street', 'Sam Fields'), to('HARBOUR TOOLS', '8 macquarie street'), to('Nowhere', '')], 'to');
  expect(found.map(({ name, uses }) => [name, uses])).toEqual([
    ['Harbour Tools', 2],
    ['Lamp House', 1],
  ]);
});

it('finds a place by the beginnings of its words', () => {
  const [place] = pastPlaces([to('Harbour Tools', '8 Macquarie Street', 'Sam Fields')], 'to');
  const meant = ['harb', 'tools harb', 'sam', '2150', 'macq par', 'bour', 'harb geelong'].map((text) => isMeant(place as FoundPlace, text));
  expect(meant).toEqual([true, true, true, true, true, false, false]);
});

it('shows a place once, as the address book has it and as often as it was used', () => {
  const past = pastPlaces([to('Harbour Tools', '8 Macquarie Street'), to('Harbour Tools', '8 Macquarie Street')], 'to');
  const saved: FoundPlace = { ...(past[0] as FoundPlace), source: 'Frequent', name: 'The shop', uses: 0, instructions: 'Dock 4' };
  const suburb: FoundPlace = { suburb: 'Parramatta', postCode: '2150', state: 'NSW', countryCode: 'AU', source: 'Suburb', name: '', party: emptyParty, uses: 0, residential: null, instructions: '' };
  expect(merged([[saved], past, [suburb]]).map(({ source, name, uses, instructions }) => [source, name, uses, instructions])).toEqual([
    ['Frequent', 'The shop', 2, 'Dock 4'],
    ['Suburb', '', 0, ''],
  ]);
});
