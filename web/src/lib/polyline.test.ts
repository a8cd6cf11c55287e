// Encoded polylines are decoded to their points.
import { expect, test } from 'vitest';
import { decodePolyline } from './polyline.ts';

test('the example of the format is read', () => {
  expect(decodePolyline('_p~iF~ps|U_ulLnnqC_mqNvxq`@')).toEqual([
    { latitude: 38.5, longitude: -120.2 },
    { latitude: 40.7, longitude: -120.95 },
    { latitude: 43.252, longitude: -126.453 },
  ]);
});

test('nothing and a cut-off line are harmless', () => {
  expect(decodePolyline('')).toEqual([]);
  expect(decodePolyline('_p~iF~ps|U_ulL')).toHaveLength(1);
});
