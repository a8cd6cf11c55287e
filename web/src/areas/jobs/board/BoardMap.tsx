// Map of the board: drivers at their last position, jobs at their next address.
import { useMemo } from 'react';
import { spotOf } from '../../../kit/map/distance.ts';
import { MarkerMap, type Marker } from '../../../kit/map/MarkerMap.tsx';
import type { Driver } from '../../../lib/drivers.ts';
import { useT } from '../../../lib/i18n.ts';
import { nextAddress, type Job } from '../model.ts';

export interface BoardMapProps {
  /** Unallocated jobs of the page. */
  jobs: readonly Job[];
  drivers: readonly Driver[];
  chosenDriver: number | null;
  /** Jobs of the chosen driver, in order of the day. */
  route: readonly Job[];
  chosenJob: number | null;
  onDriver: (driver: Driver) => void;
  onJob: (job: Job) => void;
}

export default function BoardMap({
  jobs,
  drivers,
  chosenDriver,
  route,
  chosenJob,
  onDriver,
  onJob,
}: BoardMapProps) {
  const t = useT();
  const markers = useMemo(
    () => [
      ...[...jobs, ...route].flatMap((job): Marker[] => {
        const spot = spotOf(nextAddress(job));
        return spot
          ? [{ ...spot, id: job.id, kind: 'job', name: job.jobno, isChosen: job.id === chosenJob }]
          : [];
      }),
      ...drivers.flatMap((driver, index): Marker[] => {
        const { latitude, longitude } = driver.lastwaypoint ?? {};
        return latitude === null ||
          latitude === undefined ||
          longitude === null ||
          longitude === undefined
          ? []
          : [
              {
                latitude,
                longitude,
                id: driver.id,
                kind: 'driver',
                name: driver.name,
                colour: index,
                isChosen: chosenJob === null && driver.id === chosenDriver,
              },
            ];
      }),
    ],
    [jobs, route, drivers, chosenDriver, chosenJob],
  );
  const lines = useMemo(() => {
    const line = route.flatMap((job) => spotOf(nextAddress(job)) ?? []);
    return line.length > 1 ? [line] : [];
  }, [route]);
  if (markers.length === 0)
    return (
      <p className="shrink-0 rounded-lg border border-border bg-card p-3 text-[13px] text-muted-foreground">
        {t('No job or driver has a position yet.')}
      </p>
    );
  return (
    <MarkerMap
      label={t('Map of jobs and drivers')}
      markers={markers}
      lines={lines}
      onChoose={(marker) => {
        if (marker?.kind === 'driver') {
          const driver = drivers.find(({ id }) => id === marker.id);
          if (driver) onDriver(driver);
        } else if (marker?.kind === 'job') {
          const job = [...jobs, ...route].find(({ id }) => id === marker.id);
          if (job) onJob(job);
        }
      }}
      className="h-[36%] min-h-44 shrink-0"
    />
  );
}
