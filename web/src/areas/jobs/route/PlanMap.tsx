// Map of a plan: routes in the colours of their lanes, jobs without a vehicle, depots.
import { useMemo } from 'react';
import { MarkerMap, type MapRoute, type Marker } from '../../../kit/map/MarkerMap.tsx';
import { decodePolyline, type LatLng } from '../../../lib/polyline.ts';
import { useT } from '../../../lib/i18n.ts';
import { keyOf, stepsOf } from './plan.ts';
import { locationOf } from './places.ts';
import type { Run } from './wire.ts';

/** The road where it is known, else straight lines between the stops. */
const pointsOf = (run: Run): LatLng[] =>
  run.geometry ? decodePolyline(run.geometry) : run.steps.flatMap((step) => locationOf(step) ?? []);

export interface OpenJob extends LatLng {
  jobid: number;
  jobno: string;
}

export interface PlanMapProps {
  routes: readonly Run[];
  /** Jobs without a vehicle. */
  open: readonly OpenJob[];
  /** The vehicle whose route is shown alone; all without one. */
  chosen: number | null;
  onStop: (lane: number, key: string) => void;
  onOpen: (jobid: number) => void;
  className?: string;
}

export default function PlanMap({ routes, open, chosen, onStop, onOpen, className }: PlanMapProps) {
  const t = useT();
  const { markers, targets } = useMemo(() => {
    const all: Marker[] = [];
    const stops: { lane: number; key: string }[] = [];
    for (const [lane, run] of routes.entries()) {
      if (chosen !== null && run.vehicleid !== chosen) continue;
      for (const [place, step] of stepsOf(run).entries()) {
        const spot = locationOf(step);
        if (!spot) continue;
        const key = keyOf(step);
        all.push({
          ...spot,
          id: stops.length,
          kind: 'stop',
          name: step.jobno ?? '',
          colour: lane,
          isChosen: chosen !== null,
          ...(chosen !== null ? { number: place + 1 } : {}),
        });
        stops.push({ lane, key });
      }
    }
    for (const job of open)
      all.push({ ...job, id: job.jobid, kind: 'open', name: job.jobno, isChosen: false });
    const depots = new Map<string, Marker>();
    for (const { steps } of routes)
      for (const step of steps) {
        const spot = step.type === 'start' || step.type === 'end' ? locationOf(step) : null;
        if (spot)
          depots.set(`${spot.latitude} ${spot.longitude}`, {
            ...spot,
            id: depots.size,
            kind: 'depot',
            name: step.description ?? t('Depot'),
          });
      }
    return { markers: [...all, ...depots.values()], targets: stops };
  }, [routes, open, chosen, t]);
  const lines = useMemo(
    () =>
      routes.flatMap((run, colour): MapRoute[] =>
        stepsOf(run).length > 0 && (chosen === null || run.vehicleid === chosen)
          ? [{ points: pointsOf(run), colour }]
          : [],
      ),
    [routes, chosen],
  );
  // The view stays while stops are moved.
  const around = useMemo(
    () => markers.map(({ latitude, longitude }): LatLng => ({ latitude, longitude })),
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- only another choice moves the view
    [chosen, markers.length],
  );
  return (
    <MarkerMap
      label={t('Map of the routes')}
      markers={markers}
      routes={lines}
      around={around}
      onChoose={(marker) => {
        if (marker?.kind === 'open') return onOpen(marker.id);
        const stop = marker?.kind === 'stop' ? targets[marker.id] : undefined;
        if (stop) onStop(stop.lane, stop.key);
      }}
      {...(className ? { className } : {})}
    />
  );
}
