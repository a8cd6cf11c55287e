// Decodes Mapbox vector tiles. A tile may come from anywhere, so all counts are bounded.
import { PbfReader } from 'pbf';
import {
  LINE,
  POINT,
  hasRole,
  labelOf,
  nameOf,
  shapeOf,
  type Properties,
  type Value,
} from './schema.ts';
import { UNITS, type Label, type Shape, type ShapeClass, type TileContent } from './shapes.ts';
import { straightest } from './straightest.ts';

const MAX_LAYERS = 200;
const MAX_FEATURES = 200_000;
const MAX_POINTS = 1_000_000;
const MAX_LABELS = 5000;
const MAX_EXTENT = 1 << 20;
const [MOVE_TO, LINE_TO, CLOSE] = [1, 2, 7];

/** A tile that breaks the format or a limit. */
export class DamagedTile extends Error {}

interface Layer {
  name: string;
  extent: number;
  keys: string[];
  values: (Value | null)[];
  /** Positions of the features. */
  features: number[];
}

interface Feature {
  properties: Properties;
  geometry: number;
  /** Position and end of the commands. */
  from: number;
  to: number;
}

/** Growing lines of a class. */
class Lines {
  private points: number[] = [];
  private ends: number[] = [];

  add(line: readonly number[]): void {
    for (const one of line) this.points.push(one);
    this.ends.push(this.points.length / 2);
  }

  finish(of: ShapeClass): Shape {
    return { of, points: Float32Array.from(this.points), ends: Uint32Array.from(this.ends) };
  }
}

/** Reads the length of a part and returns its end, which is within `end`. */
function endOf(pbf: PbfReader, end: number): number {
  const length = pbf.readVarint();
  if (!(length >= 0) || pbf.pos + length > end) throw new DamagedTile('a part ends too late');
  return pbf.pos + length;
}

/** Calls `read` for each field until `end`; it consumes the value, or returns false. */
function fields(pbf: PbfReader, end: number, read: (tag: number) => boolean): void {
  while (pbf.pos < end) {
    const tag = pbf.readVarint();
    if (!read(tag)) pbf.skip(tag);
  }
  if (pbf.pos !== end) throw new DamagedTile('a value ends too late');
}

const tagOf = (field: number, type: number) => (field << 3) | type;
const NAME = tagOf(1, 2);
const FEATURE = tagOf(2, 2);
const KEY = tagOf(3, 2);
const VALUE = tagOf(4, 2);
const EXTENT = tagOf(5, 0);
const LAYER = tagOf(3, 2);
const TAGS = tagOf(2, 2);
const TYPE = tagOf(3, 0);
const GEOMETRY = tagOf(4, 2);

function textAt(pbf: PbfReader, end: number): string {
  const begin = pbf.pos;
  const to = endOf(pbf, end);
  pbf.pos = begin;
  const text = pbf.readString();
  if (pbf.pos !== to) throw new DamagedTile('a text ends too late');
  return text;
}

function valueAt(pbf: PbfReader, end: number): Value | null {
  let value: Value | null = null;
  const to = endOf(pbf, end);
  const readers: Readonly<Record<number, () => Value>> = {
    [tagOf(1, 2)]: () => textAt(pbf, to),
    [tagOf(2, 5)]: () => pbf.readFloat(),
    [tagOf(3, 1)]: () => pbf.readDouble(),
    [tagOf(4, 0)]: () => pbf.readVarint(true),
    [tagOf(5, 0)]: () => pbf.readVarint(),
    [tagOf(6, 0)]: () => pbf.readSVarint(),
    [tagOf(7, 0)]: () => pbf.readBoolean(),
  };
  fields(pbf, to, (tag) => {
    const read = readers[tag];
    if (!read) return false;
    value = read();
    return true;
  });
  return value;
}

/** Reads the tables of a layer; null for one that is not drawn. */
function layerAt(pbf: PbfReader, end: number): Layer | null {
  const layer: Layer = { name: '', extent: 4096, keys: [], values: [], features: [] };
  const begin = pbf.pos;
  fields(pbf, end, (tag) => {
    if (tag !== NAME) return false;
    layer.name = textAt(pbf, end);
    return true;
  });
  if (!hasRole(layer.name)) return null;
  pbf.pos = begin;
  fields(pbf, end, (tag) => {
    if (tag === FEATURE) {
      layer.features.push(pbf.pos);
      if (layer.features.length > MAX_FEATURES) throw new DamagedTile('too many features');
      pbf.pos = endOf(pbf, end);
    } else if (tag === KEY) layer.keys.push(textAt(pbf, end));
    else if (tag === VALUE) layer.values.push(valueAt(pbf, end));
    else if (tag === EXTENT) layer.extent = pbf.readVarint();
    else return false;
    return true;
  });
  if (!(layer.extent >= 1 && layer.extent <= MAX_EXTENT))
    throw new DamagedTile('an extent is out of range');
  return layer;
}

function featureAt(pbf: PbfReader, layer: Layer): Feature {
  const properties: Record<string, Value> = {};
  const feature: Feature = { properties, geometry: 0, from: 0, to: 0 };
  const end = endOf(pbf, pbf.length);
  fields(pbf, end, (tag) => {
    if (tag === TYPE) feature.geometry = pbf.readVarint();
    else if (tag === TAGS) {
      const to = endOf(pbf, end);
      while (pbf.pos < to) {
        const key = layer.keys[pbf.readVarint()];
        const value = layer.values[pbf.readVarint()];
        if (key === undefined || value === undefined)
          throw new DamagedTile('a property does not exist');
        if (value !== null && key !== '__proto__') properties[key] = value;
      }
    } else if (tag === GEOMETRY) {
      feature.to = endOf(pbf, end);
      feature.from = pbf.pos;
      pbf.pos = feature.to;
    } else return false;
    return true;
  });
  return feature;
}

/** Reads the lines, rings or points of a feature, each as pairs of coordinates. */
function linesAt(pbf: PbfReader, { geometry, from, to }: Feature, scale: number): number[][] {
  pbf.pos = from;
  const lines: number[][] = [];
  let line: number[] = [];
  let [x, y] = [0, 0];
  const begin = () => {
    if (line.length > 0) lines.push(line);
    line = [];
  };
  while (pbf.pos < to) {
    const command = pbf.readVarint();
    const [id, count] = [command & 7, command >>> 3];
    if (id === CLOSE) {
      if (count !== 1) throw new DamagedTile('a ring is closed several times');
      const [firstX = 0, firstY = 0] = line;
      line.push(firstX, firstY);
      continue;
    }
    // Each number has at least one byte.
    if ((id !== MOVE_TO && id !== LINE_TO) || count * 2 > to - pbf.pos)
      throw new DamagedTile('an unknown command');
    for (let step = 0; step < count; step += 1) {
      if (id === MOVE_TO && geometry !== POINT) begin();
      x += pbf.readSVarint();
      y += pbf.readSVarint();
      line.push(x * scale, y * scale);
    }
  }
  begin();
  return lines;
}

/** Labels of a feature: of a road, at the longest straight part of each line. */
function addLabels(
  labels: Label[],
  lines: readonly (readonly number[])[],
  kind: { of: Label['of']; rank: number },
  text: string,
): void {
  for (const line of lines) {
    if (labels.length >= MAX_LABELS) return;
    if (kind.of === 'road') {
      const part = straightest(line);
      if (part) labels.push({ ...kind, text, ...part });
      continue;
    }
    const [x = 0, y = 0] = line;
    // Neighbours repeat labels beyond the edge.
    if (x >= 0 && y >= 0 && x < UNITS && y < UNITS)
      labels.push({ ...kind, text, x, y, angle: 0, length: 0 });
  }
}

/** Decodes what the map draws of a tile. */
export function decode(bytes: Uint8Array, languages: readonly string[]): TileContent {
  const pbf = new PbfReader(bytes);
  const byClass = new Map<ShapeClass, Lines>();
  const labels: Label[] = [];
  let [layers, features, points] = [0, 0, 0];
  const addFeature = (layer: Layer, at: number) => {
    features += 1;
    if (features > MAX_FEATURES) throw new DamagedTile('too many features');
    pbf.pos = at;
    const feature = featureAt(pbf, layer);
    const { geometry, properties } = feature;
    const shape = shapeOf(layer.name, geometry, properties);
    const label = labelOf(layer.name, geometry, properties);
    const text = label ? nameOf(properties, languages, label.of) : '';
    if (!shape && text === '') return;
    const lines = linesAt(pbf, feature, UNITS / layer.extent);
    for (const line of lines) points += line.length / 2;
    if (points > MAX_POINTS) throw new DamagedTile('too many points');
    if (label && text !== '') addLabels(labels, lines, label, text);
    if (!shape) return;
    let all = byClass.get(shape);
    if (!all) byClass.set(shape, (all = new Lines()));
    const least = geometry === LINE ? 4 : 6;
    for (const line of lines) if (line.length >= least) all.add(line);
  };
  try {
    fields(pbf, bytes.length, (tag) => {
      if (tag !== LAYER) return false;
      layers += 1;
      if (layers > MAX_LAYERS) throw new DamagedTile('too many layers');
      const end = endOf(pbf, bytes.length);
      const layer = layerAt(pbf, end);
      for (const at of layer?.features ?? []) addFeature(layer as Layer, at);
      pbf.pos = end;
      return true;
    });
  } catch (error) {
    throw error instanceof DamagedTile ? error : new DamagedTile('it is no vector tile');
  }
  const shapes = [...byClass].map(([of, all]) => all.finish(of));
  return { shapes, labels, picture: null };
}
