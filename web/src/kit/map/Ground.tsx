// Ground of a map: the bundled outline of the land, under the tenant's tiles if there are any.
import { lazy, Suspense, useState, type ComponentType } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { Schema } from '../../api/types.ts';
// Natural Earth's coast lines 1:110m (public domain), in projection units.
import land from './land.json';
import { WORLD } from './projection.ts';
import { mapSourceQuery } from './tiles.ts';
import type { TileGroundProps } from './tiles/TileGround.tsx';
import type { MapView } from './use-view.ts';

/** Draws tiles; without it, as on a lost connection, a map shows the outline. */
const TileGround = lazy<ComponentType<TileGroundProps>>(() =>
  import('./tiles/TileGround.tsx').catch(() => ({ default: () => null })),
);

export interface GroundState {
  source: Schema<'MapSource'> | undefined;
  /** The canvas has drawn tiles, and the outline below them. */
  isDrawn: boolean;
  onDrawn: () => void;
}

export function useGround(): GroundState {
  const { data: source } = useQuery(mapSourceQuery);
  const [drawn, setDrawn] = useState<string | null>(null);
  return {
    source,
    isDrawn: source?.hasTiles === true && drawn === source.version,
    onDrawn: () => setDrawn(source?.version ?? null),
  };
}

/** Outline of the land, until the canvas has drawn it below the tiles. */
export function Outline({ isDrawn }: GroundState) {
  if (isDrawn) return null;
  return [-WORLD, 0, WORLD].map((shift) => (
    <path
      key={shift}
      d={land.outline}
      transform={`translate(${shift})`}
      vectorEffect="non-scaling-stroke"
      strokeWidth={1}
      className="fill-card stroke-border"
    />
  ));
}

/** Tiles, below the drawing of a map. */
export function Tiles({
  of,
  ground: { source, onDrawn },
  hasLand,
}: {
  of: MapView;
  ground: GroundState;
  hasLand: boolean;
}) {
  if (!source?.hasTiles) return null;
  return (
    <Suspense>
      <TileGround of={of} source={source} hasLand={hasLand} onDrawn={onDrawn} />
    </Suspense>
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
