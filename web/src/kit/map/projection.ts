// Mercator projection and views.

export interface Spot {
  x: number;
  y: number;
}

export interface View {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** The equator is this long. */
export const WORLD = 10_000;
/** Beyond it Mercator has no end. */
const MAX_LATITUDE = 85;
/** The smallest part that is shown: some ten kilometres. */
const SMALLEST = 3;
const EDGE = 0.06;

export function project(latitude: number, longitude: number): Spot {
  const angle = (Math.max(-MAX_LATITUDE, Math.min(MAX_LATITUDE, latitude)) * Math.PI) / 180;
  return {
    x: ((longitude + 180) / 360) * WORLD,
    y: (0.5 - Math.log(Math.tan(Math.PI / 4 + angle / 2)) / (2 * Math.PI)) * WORLD,
  };
}

/** Latitude and longitude of a spot. */
export const unproject = ({ x, y }: Spot): { latitude: number; longitude: number } => ({
  latitude: (Math.atan(Math.sinh((0.5 - y / WORLD) * 2 * Math.PI)) * 180) / Math.PI,
  longitude: ((((x / WORLD) % 1) + 1) % 1) * 360 - 180,
});

/** Places on one map; crosses the date line where that keeps them together. */
export function projectAll(latitudes: readonly number[], longitudes: readonly number[]): Spot[] {
  const spots = latitudes.map((latitude, at) => project(latitude, longitudes[at] ?? 0));
  const span = (all: readonly Spot[]) =>
    all.length === 0
      ? 0
      : all.reduce((max, { x }) => Math.max(max, x), -Infinity) -
        all.reduce((min, { x }) => Math.min(min, x), Infinity);
  const shifted = spots.map(({ x, y }) => ({ x: x < WORLD / 2 ? x + WORLD : x, y }));
  return span(shifted) < span(spots) ? shifted : spots;
}

/** View of all spots, in the frame's shape. */
export function fit(spots: readonly Spot[], ratio: number, edge = EDGE, smallest = SMALLEST): View {
  if (spots.length === 0) return { x: 0, y: 0, width: WORLD, height: WORLD / ratio };
  let [left, right, top, bottom] = [Infinity, -Infinity, Infinity, -Infinity];
  for (const { x, y } of spots) {
    left = Math.min(left, x);
    right = Math.max(right, x);
    top = Math.min(top, y);
    bottom = Math.max(bottom, y);
  }
  const width = Math.max(
    (right - left) * (1 + 2 * edge),
    (bottom - top) * (1 + 2 * edge) * ratio,
    smallest,
  );
  return centred((left + right) / 2, (top + bottom) / 2, width, ratio);
}

const centred = (x: number, y: number, width: number, ratio: number): View => ({
  x: x - width / 2,
  y: y - width / ratio / 2,
  width,
  height: width / ratio,
});

/** The pixels of the whole world at zoom 0. */
const TILE = 512;
const MAX_ZOOM = 22;
/** Minimum and maximum width for a frame: zoom 22 and zoom 0. */
export const widths = (pixels: number): readonly [narrowest: number, widest: number] =>
  pixels > 0
    ? [(pixels * WORLD) / (TILE * 2 ** MAX_ZOOM), (pixels * WORLD) / TILE]
    : [SMALLEST, 2 * WORLD];

/** Zooms (above 1: in) around the pointer. */
export function zoomed(
  view: View,
  factor: number,
  { x, y }: Spot = { x: view.x + view.width / 2, y: view.y + view.height / 2 },
  [narrowest, widest]: readonly [number, number] = [SMALLEST, 2 * WORLD],
): View {
  const width = Math.max(narrowest, Math.min(view.width / factor, widest));
  const scale = width / view.width;
  return {
    x: x - (x - view.x) * scale,
    y: y - (y - view.y) * scale,
    width,
    height: view.height * scale,
  };
}

/** Pans by a fraction of the view. */
export const panned = (view: View, across: number, down: number): View => ({
  ...view,
  x: view.x + view.width * across,
  y: view.y + view.height * down,
});

/** Distinguishable colours: neighbours differ in hue. */
export const colourOf = (at: number): string =>
  `oklch(${[0.62, 0.55, 0.68][at % 3] ?? 0.62} 0.16 ${Math.round((at * 137.508) % 360)})`;

/** Colours of lanes and their routes, of one lightness: each is legible under its own text. */
export const seriesColour = (at: number): string =>
  `oklch(var(--wb-series-lightness) 0.13 ${Math.round((215 + at * 137.508) % 360)})`;

/** The equator, in metres. */
const EQUATOR = 40_075_017;

/** Width of the view's centre in metres; shrinks away from the equator. */
export function metresWide(view: View): number {
  const latitude = Math.atan(Math.sinh((0.5 - (view.y + view.height / 2) / WORLD) * 2 * Math.PI));
  return (view.width / WORLD) * EQUATOR * Math.cos(latitude);
}

/** Round scale length within the metres, and its pixels. */
export function scaleOf(metres: number, pixels: number): { length: number; width: number } {
  const power = 10 ** Math.floor(Math.log10(Math.max(metres, 1e-3)));
  const length = ([5, 2, 1].find((step) => step * power <= metres) ?? 1) * power;
  return { length, width: (length / metres) * pixels };
}
