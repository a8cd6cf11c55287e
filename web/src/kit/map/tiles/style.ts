// Style of vector tiles: order, colours by token, and widths by zoom.
import type { AreaClass, LabelClass, LineClass } from './shapes.ts';

/** Colours, each a token `--wb-map-…` of the theme. */
export const COLOURS = [
  'land',
  'water',
  'wood',
  'park',
  'built',
  'sand',
  'ice',
  'building',
  'road',
  'road-edge',
  'major',
  'major-edge',
  'rail',
  'border',
  'text',
  'soft-text',
  'water-text',
] as const;
export type Colour = (typeof COLOURS)[number];
export type Palette = Readonly<Record<Colour, string>>;

/** Pixels at zooms, between which widths grow evenly. */
export type Stops = readonly (readonly [zoom: number, pixels: number])[];

export function widthAt(stops: Stops, zoom: number): number {
  const next = stops.findIndex(([at]) => at > zoom);
  if (next === 0) return 0;
  const [from, low] = stops.at(next === -1 ? -1 : next - 1) ?? [0, 0];
  const [to, high] = stops[next] ?? [from, low];
  if (to === from) return low * 2 ** Math.max(0, (zoom - from) * 0.5);
  // Widths grow by a factor at each zoom, as distances do.
  return low * (high / low) ** ((zoom - from) / (to - from));
}

export interface AreaStyle {
  of: AreaClass;
  colour: Colour;
  /** Smallest zoom that shows it. */
  from: number;
}

/** From the lowest to the highest. */
export const AREA_STYLES: readonly AreaStyle[] = [
  { of: 'earth', colour: 'land', from: 0 },
  { of: 'built', colour: 'built', from: 7 },
  { of: 'sand', colour: 'sand', from: 5 },
  { of: 'park', colour: 'park', from: 5 },
  { of: 'wood', colour: 'wood', from: 4 },
  { of: 'ice', colour: 'ice', from: 0 },
  { of: 'water', colour: 'water', from: 0 },
  { of: 'building', colour: 'building', from: 13.5 },
];

export interface LineStyle {
  of: LineClass;
  colour: Colour;
  width: Stops;
  /** Colour of the edge, from a zoom on. */
  edge?: { colour: Colour; from: number };
  /** Dashes and gaps in pixels. */
  dash?: readonly number[];
}

const thin: Stops = [
  [0, 0.6],
  [10, 1],
  [18, 1.6],
];

/** Lines below roads, roads from the lowest to the highest, and borders. */
export const LINE_STYLES: readonly LineStyle[] = [
  {
    of: 'waterway',
    colour: 'water',
    width: [
      [8, 0.5],
      [14, 2],
      [18, 6],
    ],
  },
  { of: 'ferry', colour: 'water-text', width: thin, dash: [4, 4] },
  {
    of: 'path',
    colour: 'road-edge',
    width: [
      [14, 0.6],
      [18, 2],
    ],
    dash: [3, 2],
  },
  {
    of: 'rail',
    colour: 'rail',
    width: [
      [8, 0.5],
      [14, 1.2],
      [18, 2.5],
    ],
  },
  {
    of: 'minor',
    colour: 'road',
    width: [
      [12, 0.6],
      [14, 2.2],
      [16, 6],
      [18, 15],
    ],
    edge: { colour: 'road-edge', from: 12 },
  },
  {
    of: 'medium',
    colour: 'road',
    width: [
      [9, 0.6],
      [12, 2],
      [14, 4],
      [18, 20],
    ],
    edge: { colour: 'road-edge', from: 9 },
  },
  {
    of: 'major',
    colour: 'major',
    width: [
      [6, 0.6],
      [10, 1.8],
      [14, 5],
      [18, 24],
    ],
    edge: { colour: 'major-edge', from: 6 },
  },
  {
    of: 'motorway',
    colour: 'major',
    width: [
      [4, 0.7],
      [8, 1.8],
      [14, 6],
      [18, 26],
    ],
    edge: { colour: 'major-edge', from: 4 },
  },
  { of: 'state', colour: 'border', width: thin, dash: [4, 3] },
  {
    of: 'country',
    colour: 'border',
    width: [
      [0, 0.8],
      [6, 1.4],
      [18, 2.4],
    ],
    dash: [7, 3],
  },
];

/** Pixels of the edge on each side of a road. */
export const edgeAt = (zoom: number): number => (zoom < 10 ? 0.4 : zoom < 15 ? 0.6 : 0.9);

export interface LabelStyle {
  colour: Colour;
  weight: 400 | 500 | 600;
  /** Size in pixels. */
  size: Stops;
  /** Zooms that show it. */
  from: number;
  to: number;
}

const PLACE = { colour: 'text', from: 0, to: 24 } as const;
export const LABEL_STYLES: Readonly<Record<LabelClass, LabelStyle>> = {
  country: {
    ...PLACE,
    weight: 600,
    size: [
      [0, 11],
      [6, 14],
    ],
    to: 7,
  },
  state: { ...PLACE, colour: 'soft-text', weight: 500, size: [[0, 11]], from: 3, to: 8 },
  city: {
    ...PLACE,
    weight: 600,
    size: [
      [0, 11],
      [12, 15],
    ],
    to: 15,
  },
  town: {
    ...PLACE,
    weight: 500,
    size: [
      [0, 11],
      [14, 14],
    ],
    from: 6,
    to: 16,
  },
  village: { ...PLACE, weight: 500, size: [[0, 11]], from: 9 },
  suburb: { ...PLACE, colour: 'soft-text', weight: 500, size: [[0, 11]], from: 10 },
  hamlet: { ...PLACE, colour: 'soft-text', weight: 400, size: [[0, 11]], from: 12 },
  water: { ...PLACE, colour: 'water-text', weight: 400, size: [[0, 11]], from: 4 },
  road: {
    ...PLACE,
    colour: 'soft-text',
    weight: 500,
    size: [
      [0, 10],
      [15, 10.5],
      [18, 12],
    ],
    from: 11,
  },
};
/** Sizes of text do not grow beyond their last zoom. */
export const sizeAt = (stops: Stops, zoom: number): number => {
  const [last, pixels] = stops.at(-1) ?? [0, 11];
  return zoom >= last ? pixels : widthAt(stops, zoom);
};
