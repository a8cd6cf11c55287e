// Tests of matching scans to places.
import { expect, it } from 'vitest';
import { some } from '../../../../test/some.ts';
import type { Schema } from '../../../api/types.ts';
import type { Address, BookingDetail } from '../../../lib/bookings/model.ts';
import { bestMatch, pointsOf, soughtBy } from './route.ts';

const address = (suburb: string, stateCode: string, postCode: string) =>
  some<Address>({ suburb, stateCode, postCode, countryCode: 'AU' });
const ends = {
  fromAddress: address('Hobart', 'TAS', '7000'),
  toAddress: address('Adelaide', 'SA', '5000'),
};
const place = (suburb: string, state: string, postCode: string, latitude = -30) =>
  some<Schema<'Location'>>({ suburb, state, postCode, latitude, longitude: 140 });

it('takes the words of a scan apart', () => {
  expect(soughtBy('Parramatta NSW 2150', ends)).toEqual({
    countryCode: 'AU',
    suburb: 'Parramatta',
    postCode: '2150',
    states: ['NSW'],
  });
  expect(soughtBy('Port Augusta', ends)).toEqual({
    countryCode: 'AU',
    suburb: 'Port Augusta',
    postCode: '',
    states: ['SA', 'TAS'],
  });
});

it('means the place of that name and post code, else of the nearest state, and none without coordinates', () => {
  const found = [
    place('Richmond', 'NSW', '2753'),
    place('Richmond', 'VIC', '3121'),
    place('Richmond', 'SA', '5033', 0),
  ];
  expect(
    bestMatch(found, { countryCode: 'AU', suburb: 'richmond', postCode: '3121', states: [] })
      ?.state,
  ).toBe('VIC');
  expect(
    bestMatch(found, { countryCode: 'AU', suburb: 'Richmond', postCode: '', states: ['VIC'] })
      ?.state,
  ).toBe('VIC');
  expect(
    bestMatch(
      [
        some<Schema<'Location'>>({
          suburb: 'Nowhere',
          postCode: '1',
          state: '',
          latitude: 0,
          longitude: 0,
        }),
      ],
      { countryCode: 'AU', suburb: 'Nowhere', postCode: '1', states: [] },
    ),
  ).toBeNull();
});

it('leads over each place once, in the order of the scans', () => {
  const scan = (location: string, updatedAt: string) => ({
    status: 'InTransit' as const,
    updatedAt,
    creationTime: updatedAt,
    details: location ? [{ key: 'location', value: location }] : [],
  });
  const booking = some<BookingDetail>({
    ...ends,
    trackingDetails: [
      scan('Launceston', '2026-02-01T01:00:00Z'),
      scan('Adelaide SA 5000', '2026-02-03T01:00:00Z'),
      scan('Launceston', '2026-02-02T01:00:00Z'),
      scan('', '2026-02-02T02:00:00Z'),
    ],
  });
  expect(pointsOf(booking).map(({ kind, sought }) => [kind, sought.suburb])).toEqual([
    ['from', 'Hobart'],
    ['scan', 'Launceston'],
    ['scan', 'Adelaide'],
    ['to', 'Adelaide'],
  ]);
});
