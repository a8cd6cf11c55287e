// A job's way on a map: its places in order, and the time its driver had it.
import type { Stop } from '../../../kit/map/RouteMap.tsx';
import type { Span } from '../../../lib/driver-tracks.ts';
import {
  groupOf,
  hasGoods,
  partyText,
  townText,
  type Job,
  type JobAddress,
  type ScanEvent,
} from '../model.ts';

const HOUR = 3_600_000;

const placeOf = (address: JobAddress | null) =>
  address && address.latitude !== null && address.longitude !== null
    ? { latitude: Number(address.latitude), longitude: Number(address.longitude) }
    : null;

const nameOf = (address: JobAddress | null): string =>
  address?.suburb || partyText(address) || townText(address);

const isDelivered = ({ jobstatus }: Pick<Job, 'jobstatus'>) => jobstatus === 'Delivered';

/** The stretches of a job are its legs, or itself. */
export function stopsOf(job: Job, legs: readonly Job[]): Stop[] {
  const stretches = legs.length > 0 ? legs.toSorted((a, b) => a.leg - b.leg) : [job];
  const stops: Stop[] = [];
  const add = (address: JobAddress | null, key: string, kind: Stop['kind'], reached: boolean) => {
    const place = placeOf(address);
    const before = stops.at(-1);
    if (!place) return;
    // The depot that a leg ends at is where the next one begins.
    if (before && before.latitude === place.latitude && before.longitude === place.longitude)
      before.reached ||= reached;
    else stops.push({ ...place, key, kind, reached, name: nameOf(address) });
  };
  for (const [at, stretch] of stretches.entries()) {
    const has = hasGoods(stretch) || isDelivered(stretch);
    add(stretch.fromaddress, `${stretch.id} from`, at === 0 ? 'from' : 'scan', has);
    const isLast = at === stretches.length - 1;
    add(stretch.toaddress, `${stretch.id} to`, isLast ? 'to' : 'scan', isDelivered(stretch));
  }
  return stops;
}

/** From shortly before the first scan to the last, or to now; null before the work begins. */
export function spanOfWork(
  job: Pick<Job, 'jobstatus' | 'driverid'>,
  scans: readonly ScanEvent[],
  now: Date,
): Span | null {
  if (job.driverid === null) return null;
  const times = scans.map(({ scannedeventdatetime }) => Date.parse(scannedeventdatetime));
  const isOver = groupOf(job) === 'done';
  const isUnderWay = groupOf(job) === 'underWay' && job.jobstatus !== 'Allocated';
  if (times.length === 0 && !isUnderWay) return null;
  const first = Math.min(...times, now.getTime());
  const last = isOver ? Math.max(...times) : now.getTime();
  return {
    startDate: new Date(first - HOUR / 2).toISOString(),
    endDate: new Date(last + 60_000).toISOString(),
  };
}
