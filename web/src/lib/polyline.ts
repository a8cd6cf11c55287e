// Encoded polylines of precision 5, as the server sends tracks.

export interface LatLng {
  latitude: number;
  longitude: number;
}

const PRECISION = 1e5;

/** Points of a line; a cut-off tail is left out. */
export function decodePolyline(encoded: string): LatLng[] {
  const points: LatLng[] = [];
  let [at, latitude, longitude] = [0, 0, 0];
  const next = (): number | null => {
    let [shift, value] = [0, 0];
    while (at < encoded.length) {
      const bits = encoded.charCodeAt(at) - 63;
      at += 1;
      value |= (bits & 31) << shift;
      shift += 5;
      if (bits < 32) return value & 1 ? ~(value >> 1) : value >> 1;
    }
    return null;
  };
  while (at < encoded.length) {
    const [north, east] = [next(), next()];
    if (north === null || east === null) break;
    latitude += north;
    longitude += east;
    points.push({ latitude: latitude / PRECISION, longitude: longitude / PRECISION });
  }
  return points;
}
