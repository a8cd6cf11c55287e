// Map of a job: its places, and the way that its driver drove.
import { lazy, Suspense, useMemo, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Skeleton, useFormat } from '@waybill/plugin';
import { usePermissions, useSession } from '../../../api/session.ts';
import { shortTime } from '../../../kit/list/times.ts';
import { useDriverName } from '../../../lib/drivers.ts';
import { POSITIONS_EVERY, trackQuery } from '../../../lib/driver-tracks.ts';
import { useT } from '../../../lib/i18n.ts';
import { groupOf, type Job } from '../model.ts';
import { legsQuery, scansQuery } from '../queries.ts';
import { spanOfWork, stopsOf } from './way.ts';

const RouteMap = lazy(() =>
  import('../../../kit/map/RouteMap.tsx').then((module) => ({ default: module.RouteMap })),
);
const FRAME = 'h-64';
const NO_JOBS: readonly Job[] = [];

/** Nothing without a place. */
export function RouteCard({ job }: { job: Job }) {
  const t = useT();
  const format = useFormat();
  const driverName = useDriverName();
  const { isTenant } = useSession();
  const mayTrack = usePermissions().has('Pages.Driver.Tracking') && isTenant;
  const legs = useQuery({ ...legsQuery(job.id), enabled: job.haslegs });
  const scans = useQuery(scansQuery(job.id));
  const [opened] = useState(() => new Date());
  const isUnderWay = groupOf(job) === 'underWay';
  const span = useMemo(
    () => (scans.data ? spanOfWork(job, scans.data, opened) : null),
    [job, scans.data, opened],
  );
  const track = useQuery({
    ...trackQuery(job.driverid ?? 0, span ?? { startDate: '', endDate: '' }),
    enabled: mayTrack && span !== null,
    ...(isUnderWay ? { refetchInterval: POSITIONS_EVERY } : {}),
  });
  const stops = useMemo(() => stopsOf(job, legs.data ?? NO_JOBS), [job, legs.data]);
  const last = track.data?.points.at(-1);
  const name = driverName(job.driverid);
  if (stops.length === 0) return null;
  return (
    <section aria-label={t('Map')}>
      <Suspense fallback={<Skeleton className={FRAME} />}>
        <RouteMap
          label={t('Route of {name}', { name: job.jobno })}
          stops={stops}
          {...(span && track.data ? { tracks: track.data.lines } : {})}
          at={
            last && [name, shortTime(last.creationTime, format.timezone)].filter(Boolean).join(', ')
          }
          className={FRAME}
        />
      </Suspense>
    </section>
  );
}
