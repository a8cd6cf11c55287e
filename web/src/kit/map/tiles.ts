// Tiles of the tenant's map source that cover a view.
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { WORLD, type View } from './projection.ts';

const MINUTES = 60_000;
/** A view that needs more shows the outline only. */
const MAX_TILES = 120;

export const mapSourceQuery = queryOptions({
  queryKey: ['map-source'],
  queryFn: ({ signal }) => api.get('/api/route/map', undefined, { signal }),
  staleTime: 5 * MINUTES,
});

export interface Zooms {
  minZoom: number;
  maxZoom: number;
}

/** A tile with its square in projection units. */
export interface Tile {
  zoom: number;
  column: number;
  row: number;
  x: number;
  y: number;
  side: number;
}

/** Tiles of a view in a frame of a width, at the zoom nearest to their own side in pixels. */
export function tilesOf(
  view: View,
  pixels: number,
  { minZoom, maxZoom }: Zooms,
  ownSide: number,
): Tile[] {
  if (pixels <= 0 || view.width <= 0) return [];
  const fitting = Math.round(Math.log2((pixels * WORLD) / (view.width * ownSide)));
  const zoom = Math.max(minZoom, Math.min(maxZoom, fitting));
  const count = 2 ** zoom;
  const side = WORLD / count;
  const first = Math.floor(view.x / side);
  const last = Math.ceil((view.x + view.width) / side) - 1;
  const top = Math.max(0, Math.floor(view.y / side));
  const bottom = Math.min(count - 1, Math.ceil((view.y + view.height) / side) - 1);
  if ((last - first + 1) * (bottom - top + 1) > MAX_TILES) return [];
  const tiles: Tile[] = [];
  for (let row = top; row <= bottom; row += 1)
    for (let at = first; at <= last; at += 1)
      tiles.push({
        zoom,
        // The map repeats across the date line.
        column: ((at % count) + count) % count,
        row,
        x: at * side,
        y: row * side,
        side,
      });
  return tiles;
}

export const tileAddress = ({ zoom, column, row }: Tile, version: string) =>
  `/api/route/tiles/${zoom}/${column}/${row}?v=${encodeURIComponent(version)}`;
