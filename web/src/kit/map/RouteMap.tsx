// Route map on the outline of the land or the tenant's tiles.
import { useMemo } from 'react';
import { cn } from '@waybill/plugin';
import { MapFrame } from './MapFrame.tsx';
import type { LatLng } from '../../lib/polyline.ts';
import { projectAll, type Spot } from './projection.ts';
import { useMapView } from './use-view.ts';

export interface Stop {
  key: string;
  name: string;
  latitude: number;
  longitude: number;
  kind: 'from' | 'scan' | 'to';
  reached: boolean;
}

const line = (spots: readonly Spot[]) =>
  spots.map(({ x, y }, at) => `${at === 0 ? 'M' : 'L'}${x.toFixed(2)} ${y.toFixed(2)}`).join('');
const DOTS = { from: 'bg-card border-2 border-primary', scan: 'bg-primary', to: 'bg-foreground' };
/** Labels closer than this, in pixels, overlap. */
const APART = 16;

const NO_TRACKS: readonly (readonly LatLng[])[] = [];

export function RouteMap({
  label,
  stops,
  tracks = NO_TRACKS,
  at,
  className,
}: {
  label: string;
  stops: readonly Stop[];
  /** Ways that were driven, each a line; the stops are joined by straight lines. */
  tracks?: readonly (readonly LatLng[])[];
  /** Name of the last place of the tracks. */
  at?: string | undefined;
  className?: string;
}) {
  const { spots, driven } = useMemo(() => {
    const all = [...stops, ...tracks.flat()];
    const projected = projectAll(
      all.map(({ latitude }) => latitude),
      all.map(({ longitude }) => longitude),
    );
    const ends = tracks.map((_, index) =>
      tracks.slice(0, index + 1).reduce((sum, track) => sum + track.length, stops.length),
    );
    return {
      spots: projected.slice(0, stops.length),
      driven: tracks.map((track, index) => {
        const end = ends[index] ?? 0;
        return projected.slice(end - track.length, end);
      }),
    };
  }, [stops, tracks]);
  // A single place is shown with its surroundings.
  const around = useMemo(() => {
    const all = [...spots, ...driven.flat()];
    return all.length > 1
      ? all
      : all.flatMap(({ x, y }) => [
          { x: x - 30, y: y - 20 },
          { x: x + 30, y: y + 20 },
        ]);
  }, [spots, driven]);
  const map = useMapView({ spots: around, edge: 0.25 });
  const { view, size } = map;
  const last = stops.findLastIndex(({ reached }) => reached);
  const newest = driven.at(-1)?.at(-1);
  const onScreen = ({ x, y }: Spot) => ({
    left: ((x - view.x) / view.width) * size.width,
    top: ((y - view.y) / view.height) * size.height,
  });
  const placed = stops.map((stop, at) => {
    const { x = 0, y = 0 } = spots[at] ?? {};
    return { ...stop, ...onScreen({ x, y }) };
  });
  // Of overlapping points, the later label wins.
  const named = placed.filter((stop, at) =>
    placed
      .slice(at + 1)
      .every((other) => Math.hypot(other.left - stop.left, other.top - stop.top) > APART),
  );
  return (
    <MapFrame
      of={map}
      label={label}
      className={className}
      over={
        <>
          {' '}
          {size.width > 0 &&
            placed.map(({ key, name, kind, left, top }) => (
              <span
                key={key}
                aria-hidden
                className="pointer-events-none absolute"
                style={{ left, top }}
              >
                <span className={cn('absolute size-2.5 -translate-1/2 rounded-full', DOTS[kind])} />
                {named.some((one) => one.key === key) && (
                  <span
                    className={cn(
                      'absolute top-1.5 max-w-40 truncate rounded bg-card/85 px-1 text-[11px] leading-4',
                      left > size.width / 2 ? 'right-1.5' : 'left-1.5',
                    )}
                  >
                    {name}
                  </span>
                )}
              </span>
            ))}
          {newest && at && size.width > 0 && (
            <span
              aria-hidden
              data-marker="driver"
              className="pointer-events-none absolute z-[1]"
              style={onScreen(newest)}
            >
              <span
                className={cn(
                  'absolute size-3.5 -translate-1/2 rounded-full border-2 border-card bg-info-text',
                  'ring-2 ring-ring',
                )}
              />
              <span
                className={cn(
                  'absolute top-2 max-w-40 truncate rounded bg-card/85 px-1 text-[11px] leading-4',
                  'font-medium whitespace-nowrap',
                  onScreen(newest).left > size.width / 2 ? 'right-2' : 'left-2',
                )}
              >
                {at}
              </span>
            </span>
          )}
        </>
      }
    >
      <g
        fill="none"
        strokeLinecap="round"
        strokeLinejoin="round"
        strokeWidth={2}
        className="stroke-primary"
      >
        {driven.map((track, index) => (
          <path
            key={index}
            d={line(track)}
            strokeWidth={4}
            vectorEffect="non-scaling-stroke"
            className="stroke-info-text"
          />
        ))}
        <path d={line(spots.slice(0, last + 1))} vectorEffect="non-scaling-stroke" />
        <path
          d={line(spots.slice(Math.max(0, last)))}
          vectorEffect="non-scaling-stroke"
          strokeDasharray="1 6"
        />
      </g>
    </MapFrame>
  );
}
