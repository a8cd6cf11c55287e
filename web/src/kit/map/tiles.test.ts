// Tests of tile selection: the zoom level, the tiles of a view, and their addresses.
import { describe, expect, it } from 'vitest';
import { WORLD } from './projection.ts';
import { tileAddress, tilesOf } from './tiles.ts';

const ZOOMS = { minZoom: 0, maxZoom: 19 };
const whole = { x: 0, y: 0, width: WORLD, height: WORLD };

describe('tiles of a view', () => {
  it('cover the whole world at the zoom of their own size', () => {
    expect(tilesOf(whole, 256, ZOOMS, 256)).toEqual([
      { zoom: 0, column: 0, row: 0, x: 0, y: 0, side: WORLD },
    ]);
    const four = tilesOf(whole, 512, ZOOMS, 256);
    expect(four.map(({ zoom, column, row }) => [zoom, column, row])).toEqual([
      [1, 0, 0],
      [1, 1, 0],
      [1, 0, 1],
      [1, 1, 1],
    ]);
  });

  it('repeat across the date line and end at the poles', () => {
    const view = { x: -WORLD / 4, y: -WORLD / 4, width: WORLD / 2, height: WORLD / 2 };
    const tiles = tilesOf(view, 512, ZOOMS, 256);
    expect(tiles.map(({ column, row, x }) => [column, row, x])).toEqual([
      [3, 0, -WORLD / 4],
      [0, 0, 0],
    ]);
  });

  it('keep within the zooms of the source, and leave out views that need too many', () => {
    const street = { x: 9000, y: 6200, width: 0.2, height: 0.1 };
    expect(
      tilesOf(street, 800, { minZoom: 0, maxZoom: 10 }, 256).every(({ zoom }) => zoom === 10),
    ).toBe(true);
    expect(tilesOf(whole, 512, { minZoom: 8, maxZoom: 14 }, 256)).toEqual([]);
    expect(tilesOf(whole, 0, ZOOMS, 256)).toEqual([]);
  });

  it('have an address that changes with the source', () => {
    const [tile] = tilesOf(whole, 256, ZOOMS, 256);
    expect(tile && tileAddress(tile, 'a1')).toBe('/api/route/tiles/0/0/0?v=a1');
  });
});
