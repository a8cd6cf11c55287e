// Writes vector tiles and PMTiles files for tests.
import { gzipSync } from 'node:zlib';
import { PbfWriter } from 'pbf';

type Value = string | number | boolean;

export interface TestFeature {
  layer: string;
  /** 1 for points, 2 for lines, 3 for rings, which are closed. */
  geometry: 1 | 2 | 3;
  /** Lines of pairs of coordinates. */
  lines: readonly (readonly (readonly [x: number, y: number])[])[];
  of?: Readonly<Record<string, Value>>;
}

const zigzag = (value: number) => (value << 1) ^ (value >> 31);

function commandsOf({ geometry, lines }: TestFeature): number[] {
  const commands: number[] = [];
  let [atX, atY] = [0, 0];
  for (const line of lines) {
    for (const [at, [x, y]] of line.entries()) {
      if (at === 0) commands.push((1 << 3) | 1);
      if (at === 1) commands.push(((line.length - 1) << 3) | 2);
      commands.push(zigzag(x - atX), zigzag(y - atY));
      [atX, atY] = [x, y];
    }
    if (geometry === 3) commands.push((1 << 3) | 7);
  }
  return commands;
}

function writeValue(value: Value, pbf: PbfWriter): void {
  if (typeof value === 'string') pbf.writeStringField(1, value);
  else if (typeof value === 'boolean') pbf.writeBooleanField(7, value);
  else if (Number.isInteger(value)) pbf.writeSVarintField(6, value);
  else pbf.writeDoubleField(3, value);
}

/** A tile of the features, by their layers. */
export function encodeTile(
  features: readonly TestFeature[],
  extent = 4096,
): Uint8Array<ArrayBuffer> {
  const tile = new PbfWriter();
  for (const name of new Set(features.map(({ layer }) => layer))) {
    const own = features.filter(({ layer }) => layer === name);
    const keys = [...new Set(own.flatMap(({ of }) => Object.keys(of ?? {})))];
    const values = [...new Set(own.flatMap(({ of }) => Object.values(of ?? {})))];
    tile.writeMessage(
      3,
      (_, pbf) => {
        pbf.writeStringField(1, name);
        for (const feature of own)
          pbf.writeMessage(
            2,
            () => {
              const tags = Object.entries(feature.of ?? {}).flatMap(([key, value]) => [
                keys.indexOf(key),
                values.indexOf(value),
              ]);
              pbf.writePackedVarint(2, tags);
              pbf.writeVarintField(3, feature.geometry);
              pbf.writePackedVarint(4, commandsOf(feature));
            },
            null,
          );
        for (const key of keys) pbf.writeStringField(3, key);
        for (const value of values) pbf.writeMessage(4, writeValue, value);
        pbf.writeVarintField(5, extent);
        pbf.writeVarintField(15, 2);
      },
      null,
    );
  }
  return Uint8Array.from(tile.finish());
}

export interface PlacedTile {
  zoom: number;
  column: number;
  row: number;
  bytes: Uint8Array;
}

/** Number of a tile: those of smaller zooms, then its place on the Hilbert curve of its zoom. */
function numberOf({ zoom, column, row }: PlacedTile): number {
  let number = (4 ** zoom - 1) / 3;
  let [x, y] = [column, row];
  for (let side = 2 ** (zoom - 1); side >= 1; side /= 2) {
    const [right, down] = [(x & side) > 0 ? 1 : 0, (y & side) > 0 ? 1 : 0];
    number += side * side * ((3 * right) ^ down);
    if (down === 0) {
      if (right === 1) [x, y] = [side - 1 - x, side - 1 - y];
      [x, y] = [y, x];
    }
  }
  return number;
}

/** A PMTiles file of vector tiles, compressed by gzip. */
export function encodePmtiles(tiles: readonly PlacedTile[]): Buffer {
  const HEADER = 127;
  const sorted = tiles
    .map((tile) => ({ number: numberOf(tile), bytes: gzipSync(tile.bytes) }))
    .toSorted((a, b) => a.number - b.number);
  const directory = new PbfWriter();
  directory.writeVarint(sorted.length);
  for (const [at, { number }] of sorted.entries())
    directory.writeVarint(number - (sorted[at - 1]?.number ?? 0));
  for (const _ of sorted) directory.writeVarint(1);
  for (const { bytes } of sorted) directory.writeVarint(bytes.length);
  // Each tile follows the one before it.
  for (const at of sorted.keys()) directory.writeVarint(at === 0 ? 1 : 0);
  const root = gzipSync(directory.finish());
  const metadata = gzipSync('{"vector_layers":[]}');
  const data = Buffer.concat(sorted.map(({ bytes }) => bytes));
  const header = Buffer.alloc(HEADER);
  header.write('PMTiles');
  header.writeUInt8(3, 7);
  const dataAt = HEADER + root.length + metadata.length;
  const sections = [HEADER, root.length, HEADER + root.length, metadata.length, dataAt, 0, dataAt];
  for (const [at, value] of [...sections, data.length, ...Array(3).fill(sorted.length)].entries())
    header.writeBigUInt64LE(BigInt(value as number), 8 + at * 8);
  const [gzip, vector] = [2, 1];
  const zooms = tiles.map(({ zoom }) => zoom);
  const bytes = [1, gzip, gzip, vector, Math.min(...zooms), Math.max(...zooms)];
  for (const [at, value] of bytes.entries()) header.writeUInt8(value, 96 + at);
  return Buffer.concat([header, root, metadata, data]);
}
