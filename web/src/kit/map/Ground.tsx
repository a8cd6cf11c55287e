// Ground of a map: the bundled outline of the land, under the tenant's tiles if there are any.
import { useQuery } from '@tanstack/react-query';
// Natural Earth's coast lines 1:110m (public domain), in projection units.
import land from './land.json';
import { WORLD } from './projection.ts';
import { mapSourceQuery, tileAddress, tilesOf } from './tiles.ts';
import type { MapView } from './use-view.ts';

export function Tiles({ of: { view, size } }: { of: MapView }) {
  const { data: source } = useQuery(mapSourceQuery);
  if (!source?.hasTiles) return null;
  return (
    <g className="dark:brightness-75 dark:contrast-125">
      {tilesOf(view, size.width, source).map((tile) => (
        <image
          key={`${tile.zoom}/${tile.x}/${tile.y}`}
          href={tileAddress(tile, source.version)}
          x={tile.x}
          y={tile.y}
          width={tile.side}
          height={tile.side}
          preserveAspectRatio="none"
        />
      ))}
    </g>
  );
}

export function Ground({ of }: { of: MapView }) {
  return (
    <>
      {[-WORLD, 0, WORLD].map((shift) => (
        <path
          key={shift}
          d={land.outline}
          transform={`translate(${shift})`}
          vectorEffect="non-scaling-stroke"
          strokeWidth={1}
          className="fill-card stroke-border"
        />
      ))}
      <Tiles of={of} />
    </>
  );
}

/** Owners of the tiles, whom a map names. */
export function Attribution() {
  const { data: source } = useQuery(mapSourceQuery);
  if (!source?.hasTiles || source.attribution === '') return null;
  return (
    <span className="absolute end-0 bottom-0 max-w-[70%] truncate bg-card/85 px-1 text-[11px] leading-4">
      {source.attribution}
    </span>
  );
}
