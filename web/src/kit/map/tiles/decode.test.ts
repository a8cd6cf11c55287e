// Tests of decoding: shapes and labels by class, and tiles that break the format or a limit.
import { describe, expect, it } from 'vitest';
import { PbfWriter } from 'pbf';
import { encodeTile, type TestFeature } from '../../../../test/vector-tile.ts';
import { DamagedTile, decode } from './decode.ts';

const street: TestFeature = {
  layer: 'transportation',
  geometry: 2,
  lines: [
    [
      [0, 100],
      [2000, 100],
      [2000, 900],
    ],
  ],
  of: { class: 'primary', name: 'Church Street', 'name:ar': 'شارع الكنيسة' },
};
const lake: TestFeature = {
  layer: 'water',
  geometry: 3,
  lines: [
    [
      [0, 0],
      [100, 0],
      [100, 100],
    ],
    [
      [200, 200],
      [300, 200],
      [300, 300],
    ],
  ],
  of: { class: 'lake' },
};
const town: TestFeature = {
  layer: 'place',
  geometry: 1,
  lines: [[[2048, 1024]]],
  of: { class: 'town', name: 'Richmond', rank: 7 },
};

describe('a vector tile', () => {
  it('is decoded into lines and rings by class', () => {
    const { shapes } = decode(encodeTile([street, lake, town]), ['en']);
    expect(shapes.map(({ of }) => of)).toEqual(['major', 'water']);
    expect([...(shapes[0]?.points ?? [])]).toEqual([0, 100, 2000, 100, 2000, 900]);
    expect([...(shapes[0]?.ends ?? [])]).toEqual([3]);
    // Rings are closed.
    expect([...(shapes[1]?.ends ?? [])]).toEqual([4, 8]);
    expect([...(shapes[1]?.points ?? [])].slice(0, 8)).toEqual([0, 0, 100, 0, 100, 100, 0, 0]);
  });

  it('has labels in the language of the page', () => {
    const text = (language: string) =>
      decode(encodeTile([street, town]), [language]).labels.map((label) => label.text);
    expect(text('ar')).toEqual(['شارع الكنيسة', 'Richmond']);
    expect(text('de')).toEqual(['Church Street', 'Richmond']);
    const [road, place] = decode(encodeTile([street, town]), ['en']).labels;
    expect(road).toMatchObject({ of: 'road', x: 1000, y: 100, angle: 0, length: 2000 });
    expect(place).toMatchObject({ of: 'town', x: 2048, y: 1024 });
  });

  it('has one size whatever its extent', () => {
    const { shapes } = decode(encodeTile([street], 8192), ['en']);
    expect([...(shapes[0]?.points ?? [])]).toEqual([0, 50, 1000, 50, 1000, 450]);
  });

  it('leaves out layers and features that are not drawn', () => {
    const other = { ...street, layer: 'poi' };
    const unknown = { ...street, of: { class: 'hyperloop' } };
    expect(decode(encodeTile([other, unknown]), ['en'])).toEqual({
      shapes: [],
      labels: [],
      picture: null,
    });
    expect(decode(new Uint8Array(), ['en']).shapes).toEqual([]);
  });
});

/** A tile of one feature with these commands. */
function commands(all: readonly number[], tags: readonly number[] = []): Uint8Array {
  const tile = new PbfWriter();
  const feature = (_: null, pbf: PbfWriter) => {
    pbf.writePackedVarint(2, [...tags]);
    pbf.writeVarintField(3, 2);
    pbf.writePackedVarint(4, [...all]);
  };
  const layer = (_: null, pbf: PbfWriter) => {
    pbf.writeStringField(1, 'waterway');
    pbf.writeMessage(2, feature, null);
  };
  tile.writeMessage(3, layer, null);
  return tile.finish();
}

describe('a damaged tile', () => {
  const good = encodeTile([street, lake, town]);

  it('is refused with its reason', () => {
    const reason = (bytes: Uint8Array) => {
      try {
        decode(bytes, ['en']);
        return null;
      } catch (error) {
        return error instanceof DamagedTile ? error.message : `not expected: ${String(error)}`;
      }
    };
    expect(reason(commands([9, 0, 0, 10, 2, 2]))).toBeNull();
    expect(reason(new TextEncoder().encode('<!doctype html>'))).not.toBeNull();
    expect(reason(good.slice(0, good.length - 5))).toBe('a part ends too late');
    expect(reason(commands([9, 0, 0, (1 << 28) | 7]))).toBe('a ring is closed several times');
    expect(reason(commands([(1 << 28) | 1, 0, 0]))).toBe('an unknown command');
    expect(reason(commands([13, 0, 0]))).toBe('an unknown command');
    expect(reason(commands([9, 0, 0], [5, 5]))).toBe('a property does not exist');
    expect(reason(encodeTile([street], 1 << 21))).toBe('an extent is out of range');
    const line = Array.from({ length: 1_000_001 }, () => [1, 1] as const);
    expect(reason(encodeTile([{ ...street, lines: [line] }]))).toBe('too many points');
    const many = Array.from({ length: 201 }, (_, at) => ({ ...street, layer: `layer ${at}` }));
    expect(reason(encodeTile(many))).toBe('too many layers');
  });

  it('never fails in another way, whichever byte is wrong', () => {
    for (let at = 0; at < good.length; at += 1)
      for (const byte of [0, 0x7f, 0xff]) {
        const bytes = good.slice();
        bytes[at] = byte;
        try {
          decode(bytes, ['en']);
        } catch (error) {
          expect(error, `byte ${at}`).toBeInstanceOf(DamagedTile);
        }
      }
  });
});
