// Content of a tile, as the worker hands it to the map.

/** Side of a tile in its own units, whatever its extent was. */
export const UNITS = 4096;

export const AREAS = [
  'earth',
  'wood',
  'park',
  'built',
  'sand',
  'ice',
  'water',
  'building',
] as const;
/** From the lowest to the highest. */
export const ROADS = ['path', 'minor', 'medium', 'major', 'motorway'] as const;
export const LINES = ['waterway', 'rail', 'ferry', ...ROADS, 'state', 'country'] as const;

export type AreaClass = (typeof AREAS)[number];
export type RoadClass = (typeof ROADS)[number];
export type LineClass = (typeof LINES)[number];
export type ShapeClass = AreaClass | LineClass;

export const PLACES = ['country', 'state', 'city', 'town', 'village', 'suburb', 'hamlet'] as const;
export type PlaceClass = (typeof PLACES)[number];
export type LabelClass = PlaceClass | 'water' | 'road';

/** Lines or rings of a class: pairs of coordinates, and the end of each line among the pairs. */
export interface Shape {
  of: ShapeClass;
  points: Float32Array<ArrayBuffer>;
  ends: Uint32Array<ArrayBuffer>;
}

export interface Label {
  of: LabelClass;
  text: string;
  x: number;
  y: number;
  /** Smaller is placed first. */
  rank: number;
  /** Of a road: angle in radians, and length of the straight part that has the text. */
  angle: number;
  length: number;
}

export interface TileContent {
  shapes: Shape[];
  labels: Label[];
  /** Content of a tile that is a picture. */
  picture: ImageBitmap | null;
}

export type TileKind = 'raster' | 'vector';

/** A tile to decode. */
export interface TileBytes {
  kind: TileKind;
  bytes: Uint8Array<ArrayBuffer>;
  /** Languages of names, the preferred one first. */
  languages: readonly string[];
}

export type DecodedTile = { kind: 'tile'; tile: TileContent } | { kind: 'damaged'; reason: string };

/** Result of a request: a tile, a damaged one, none there, or no answer. */
export type TileResult = DecodedTile | { kind: 'missing' } | { kind: 'unreachable' };
