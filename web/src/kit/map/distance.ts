// Straight lines on the globe.
import type { LatLng } from '../../lib/polyline.ts';

const EARTH_RADIUS = 6_371_000;
const radians = (degrees: number) => (degrees * Math.PI) / 180;

/** Great-circle distance. */
export function metresBetween(a: LatLng, b: LatLng): number {
  const across = Math.sin(radians(b.longitude - a.longitude) / 2);
  const up = Math.sin(radians(b.latitude - a.latitude) / 2);
  const share =
    up * up + Math.cos(radians(a.latitude)) * Math.cos(radians(b.latitude)) * across * across;
  return 2 * EARTH_RADIUS * Math.asin(Math.sqrt(share));
}

/** Position of an address; null if it has none. */
export const spotOf = (
  address: { latitude: number | null; longitude: number | null } | null | undefined,
): LatLng | null =>
  address && address.latitude !== null && address.longitude !== null
    ? { latitude: address.latitude, longitude: address.longitude }
    : null;
