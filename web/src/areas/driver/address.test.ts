// Addresses of the driver pages, and sizes of photos.
import { expect, test } from 'vitest';
import { hrefOf, placeAt, type Place } from './address.ts';
import { fitWithin } from './photo.ts';

test('each page has an address that leads back to it', () => {
  const places: Place[] = [
    { page: 'run' },
    { page: 'scan' },
    { page: 'day' },
    { page: 'pre-start' },
    { page: 'queue' },
    { page: 'stop', jobId: 7 },
    { page: 'deliver', jobId: 7 },
    { page: 'fail', jobId: 7 },
  ];
  for (const place of places) expect(placeAt(hrefOf(place))).toEqual(place);
});

test('unknown addresses lead to the run', () => {
  for (const path of ['/driver', '/driver/', '/driver/stop', '/driver/stop/x', '/driver/else'])
    expect(placeAt(path)).toEqual({ page: 'run' });
});

test('photos keep their shape within the longest edge, and are never enlarged', () => {
  expect(fitWithin(4000, 3000)).toEqual({ width: 1600, height: 1200 });
  expect(fitWithin(3000, 4000)).toEqual({ width: 1200, height: 1600 });
  expect(fitWithin(800, 600)).toEqual({ width: 800, height: 600 });
});
