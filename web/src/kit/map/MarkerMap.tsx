// Map of places and tracks on the outline of the land or the tenant's tiles.
import { useEffect, useMemo, useRef, type PointerEvent } from 'react';
import { cn } from '@waybill/plugin';
import { MapFrame } from './MapFrame.tsx';
import type { LatLng } from '../../lib/polyline.ts';
import { colourOf, project, seriesColour, type Spot } from './projection.ts';
import { useMapView } from './use-view.ts';

export interface Marker extends LatLng {
  id: number;
  /** `open` is a job without a vehicle, `stop` one on a route. */
  kind: 'driver' | 'job' | 'depot' | 'stop' | 'open';
  name: string;
  /** Shown in a chosen stop: its place on the route. */
  number?: number | undefined;
  /** Position in the series of colours; grey without one. */
  colour?: number | undefined;
  /** Drawn above the others, with its name. */
  isChosen?: boolean | undefined;
}

export interface MapRoute {
  points: readonly LatLng[];
  /** Position in the series of lanes. */
  colour: number;
}

export interface MarkerMapProps {
  label: string;
  markers: readonly Marker[];
  /** Tracks, each a line. */
  lines?: readonly (readonly LatLng[])[];
  /** Routes of vehicles, each in its colour. */
  routes?: readonly MapRoute[];
  onChoose?: (marker: Marker | null) => void;
  /** Markers that the view holds; all by default. */
  around?: readonly LatLng[];
  className?: string;
}

const path = (spots: readonly Spot[]) =>
  spots.map(({ x, y }, at) => `${at === 0 ? 'M' : 'L'}${x.toFixed(3)} ${y.toFixed(3)}`).join('');
const dots = (spots: readonly Spot[]) =>
  spots.map(({ x, y }) => `M${x.toFixed(3)} ${y.toFixed(3)}h.001`).join('');
const spotOf = ({ latitude, longitude }: LatLng) => project(latitude, longitude);
/** Labels closer than this, in pixels, overlap. */
const APART = { x: 90, y: 15 };
const MAX_NAMES = 60;
/** A press this near to a marker, in pixels, means it. */
const REACH = 12;
const SINGLE = 30;
const NO_ROUTES: readonly MapRoute[] = [];

/** Drawn in one path, unless chosen: there are many. */
const isPlain = ({ kind, isChosen }: Marker) => (kind === 'job' || kind === 'stop') && !isChosen;

const SHAPES: Readonly<Record<Marker['kind'], string>> = {
  driver: 'size-3.5 rounded-full border-card',
  depot: 'size-3.5 rounded-none border-card',
  job: 'size-3 rounded-sm border-card',
  stop: 'size-4.5 rounded-full border-card',
  open: 'size-3.5 rounded-full border-danger-text bg-card',
};

export function MarkerMap({
  label,
  markers,
  lines = [],
  routes = NO_ROUTES,
  onChoose,
  around,
  className,
}: MarkerMapProps) {
  const placed = useMemo(
    () => markers.map((marker) => ({ marker, spot: spotOf(marker) })),
    [markers],
  );
  const tracks = useMemo(() => lines.map((line) => line.map(spotOf)), [lines]);
  const ways = useMemo(
    () => routes.map(({ points, colour }) => ({ d: path(points.map(spotOf)), colour })),
    [routes],
  );
  const stops = useMemo(() => {
    const byColour = new Map<number, Spot[]>();
    for (const { marker, spot } of placed)
      if (marker.kind === 'stop' && isPlain(marker)) {
        const of = byColour.get(marker.colour ?? 0);
        if (of) of.push(spot);
        else byColour.set(marker.colour ?? 0, [spot]);
      }
    return [...byColour].map(([colour, of]) => ({ colour, d: dots(of) }));
  }, [placed]);
  const spots = useMemo(() => {
    const own = around ? around.map(spotOf) : placed.map(({ spot }) => spot);
    const all = [...own, ...(around ? [] : tracks.flat())];
    // A single place is shown with its surroundings.
    return all.length === 1
      ? all.flatMap(({ x, y }) => [
          { x: x - SINGLE, y: y - SINGLE },
          { x: x + SINGLE, y: y + SINGLE },
        ])
      : all;
  }, [around, placed, tracks]);
  const jobs = useMemo(
    () =>
      dots(
        placed
          .filter(({ marker }) => marker.kind === 'job' && !marker.isChosen)
          .map(({ spot }) => spot),
      ),
    [placed],
  );
  const nearest = (event: PointerEvent): Marker | null => {
    const box = map.frame.current?.getBoundingClientRect();
    if (!box) return null;
    let [best, least]: [Marker | null, number] = [null, REACH];
    for (const { marker, spot } of placed) {
      const distance = Math.hypot(
        ((spot.x - map.view.x) / map.view.width) * box.width - (event.clientX - box.left),
        ((spot.y - map.view.y) / map.view.height) * box.height - (event.clientY - box.top),
      );
      if (distance < least) [best, least] = [marker, distance];
    }
    return best;
  };
  const map = useMapView({ spots, edge: 0.12, onPress: (event) => onChoose?.(nearest(event)) });
  const { view, size } = map;
  // A chosen place out of sight is brought to the middle.
  const chosen = placed.find(({ marker }) => marker.isChosen);
  const shown = useRef<number | null>(null);
  useEffect(() => {
    const id = chosen?.marker.id ?? null;
    if (shown.current === id) return;
    shown.current = id;
    if (!chosen) return;
    const { x, y } = chosen.spot;
    const isInside =
      x > view.x && x < view.x + view.width && y > view.y && y < view.y + view.height;
    if (!isInside) map.move({ ...view, x: x - view.width / 2, y: y - view.height / 2 });
  }, [chosen, view, map]);
  const onScreen =
    size.width === 0
      ? []
      : placed
          .map(({ marker, spot }) => ({
            marker,
            left: ((spot.x - view.x) / view.width) * size.width,
            top: ((spot.y - view.y) / view.height) * size.height,
          }))
          .filter(
            ({ left, top }) => left >= 0 && top >= 0 && left <= size.width && top <= size.height,
          )
          .toSorted(
            (a, b) => Number(b.marker.isChosen ?? false) - Number(a.marker.isChosen ?? false),
          );
  const named: typeof onScreen = [];
  for (const one of onScreen)
    if (
      named.length < MAX_NAMES &&
      !isPlain(one.marker) &&
      one.marker.number === undefined &&
      named.every(
        ({ left, top }) => Math.abs(left - one.left) > APART.x || Math.abs(top - one.top) > APART.y,
      )
    )
      named.push(one);
  return (
    <MapFrame
      of={map}
      label={label}
      className={className}
      over={
        <>
          {' '}
          {onScreen
            .filter(({ marker }) => !isPlain(marker))
            .map(({ marker, left, top }) => (
              <span
                key={`${marker.kind}${marker.id}`}
                aria-hidden
                data-marker={marker.kind}
                className="pointer-events-none absolute"
                style={{ left, top, zIndex: marker.isChosen ? 1 : 0 }}
              >
                <span
                  className={cn(
                    'absolute grid -translate-1/2 place-items-center border-2',
                    SHAPES[marker.kind],
                    marker.isChosen && marker.kind !== 'stop' && 'size-4 ring-2 ring-ring',
                    marker.colour === undefined && marker.kind !== 'open' && 'bg-primary',
                    marker.number !== undefined && 'text-[10px] leading-none font-semibold',
                  )}
                  style={
                    marker.colour === undefined
                      ? {}
                      : marker.kind === 'stop'
                        ? {
                            backgroundColor: seriesColour(marker.colour),
                            color: 'var(--wb-series-foreground)',
                          }
                        : { backgroundColor: colourOf(marker.colour) }
                  }
                >
                  {marker.number}
                </span>
              </span>
            ))}
          {named.map(({ marker, left, top }) => (
            <span
              key={`${marker.kind}${marker.id}`}
              aria-hidden
              className={cn(
                'pointer-events-none absolute max-w-40 truncate rounded bg-card/85 px-1 text-[11px]',
                'leading-4',
                marker.isChosen && 'font-medium',
              )}
              style={{
                top: Math.min(top + 6, size.height - 18),
                ...(left > size.width / 2 ? { right: size.width - left + 6 } : { left: left + 6 }),
              }}
            >
              {marker.name}
            </span>
          ))}
        </>
      }
    >
      <g
        fill="none"
        strokeLinecap="round"
        strokeLinejoin="round"
        strokeWidth={3}
        className="stroke-primary"
      >
        {tracks.map((track, at) => (
          <path key={at} d={path(track)} vectorEffect="non-scaling-stroke" />
        ))}
      </g>
      <g fill="none" strokeLinecap="round" strokeLinejoin="round">
        {ways.map(({ d, colour }, at) => (
          <path
            key={at}
            d={d}
            vectorEffect="non-scaling-stroke"
            strokeWidth={2}
            style={{ stroke: seriesColour(colour) }}
          />
        ))}
        {stops.map(({ d, colour }) => (
          <path
            key={colour}
            d={d}
            data-stops={colour}
            vectorEffect="non-scaling-stroke"
            strokeWidth={9}
            style={{ stroke: seriesColour(colour) }}
          />
        ))}
      </g>
      <path
        d={jobs}
        fill="none"
        vectorEffect="non-scaling-stroke"
        strokeWidth={7}
        strokeLinecap="square"
        className="stroke-muted-foreground opacity-70"
      />
    </MapFrame>
  );
}
