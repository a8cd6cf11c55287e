// A driver's day as a line of stops: order, estimated times, lateness, load.
import { addDays } from '../../../lib/days.ts';
import { metresBetween, spotOf } from '../../../kit/map/distance.ts';
import type { Driver } from '../../../lib/drivers.ts';
import { groupOf, hasGoods, type Job, type JobAddress } from '../model.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** Time at an address. */
const SERVICE = 10 * MINUTE;
/** Without positions of both places. */
const UNKNOWN_DRIVE = 20 * MINUTE;
/** Mean speed in towns, on roads that are longer than the straight line. */
const METRES_PER_MINUTE = 35_000 / 60;
const DETOUR = 1.3;
/** Goods that go further are handed on, not driven by the same driver. */
const MAX_DRIVE = 180 * MINUTE;
/** First work of a day without a time. */
const FIRST_HOUR = 7;

export interface Stop {
  job: Job;
  /** Begin of the drive. */
  start: number;
  /** At the first place. */
  arrival: number;
  end: number;
  /** End of the window or the deadline. */
  due: number | null;
  isLate: boolean;
  isDone: boolean;
}

export interface DayContext {
  /** Start of the day in the tenant's zone. */
  dayStart: number;
  /** Instant of a time of the day, in milliseconds from midnight by the clock. */
  clock: (time: number) => number;
  /** Now, if the day is today; before it nothing can begin. */
  now: number | null;
}

interface Window {
  opens: number | null;
  closes: number | null;
}

const SLOT = /(\d{1,2})(?:[:.](\d{2}))?\s*(?:–|-|—|to)\s*(\d{1,2})(?:[:.](\d{2}))?/u;

/** Edges of a time slot such as `9:00–12:00`, in milliseconds from midnight by the clock. */
export function readSlot(text: string | null | undefined): readonly [number, number] | null {
  const found = SLOT.exec(text ?? '');
  if (!found) return null;
  const time = (hours: string | undefined, minutes: string | undefined) =>
    Number(hours) * HOUR + Number(minutes ?? 0) * MINUTE;
  const from = time(found[1], found[2]);
  const to = time(found[3], found[4]);
  return from < to && to <= DAY ? [from, to] : null;
}

/** The clock of a day, which may have 23 or 25 hours. Jobs share few slots: times are kept. */
export function clockOf(
  day: string,
  toInstant: (local: string) => string | null,
): DayContext['clock'] {
  const known = new Map<number, number>();
  const instantOf = (time: number): number => {
    const local = new Date(time % DAY).toISOString().slice(11, 16);
    return Date.parse(toInstant(`${time < DAY ? day : addDays(day, 1)}T${local}`) ?? '');
  };
  return (time) => {
    const instant = known.get(time) ?? instantOf(time);
    known.set(time, instant);
    return instant;
  };
}

export function windowOf(job: Job, { clock }: Pick<DayContext, 'clock'>): Window {
  const slot = readSlot(job.timeslot);
  const deadline = job.deadline ? Date.parse(job.deadline) : null;
  const closes = slot ? clock(slot[1]) : null;
  const ready = job.pickupreadydatetime ? Date.parse(job.pickupreadydatetime) : null;
  return {
    opens: slot ? clock(slot[0]) : hasGoods(job) ? null : ready,
    closes: closes === null ? deadline : deadline === null ? closes : Math.min(closes, deadline),
  };
}

export function drive(from: JobAddress | null, to: JobAddress | null): number {
  const [start, end] = [spotOf(from), spotOf(to)];
  const distance = start && end ? metresBetween(start, end) : null;
  return distance === null
    ? UNKNOWN_DRIVE
    : Math.min(MAX_DRIVE, Math.round((distance * DETOUR) / METRES_PER_MINUTE) * MINUTE);
}

/** Places that the open part of a job leads to, in order. */
const placesOf = (job: Job): (JobAddress | null)[] => {
  const ends = hasGoods(job) || job.jobtype === 'Delivery' ? [job.toaddress] : [job.fromaddress];
  return job.jobtype === 'Pickup' || hasGoods(job) || job.jobtype === 'Delivery'
    ? ends
    : [...ends, job.toaddress];
};

const scanTime = ({ lastscanevent }: Job): number | null =>
  lastscanevent ? Date.parse(lastscanevent.scannedeventdatetime) : null;

const isDone = (job: Job): boolean => {
  const group = groupOf(job);
  return group === 'done' || group === 'failed';
};

interface Work {
  job: Job;
  window: Window;
  done: boolean;
}

/** Done work first, then goods on board, then by the end of the window. */
function inOrder(jobs: readonly Job[], context: DayContext): Work[] {
  return jobs
    .map((job) => {
      const window = windowOf(job, context);
      const done = isDone(job);
      const rank = done ? 0 : hasGoods(job) ? 1 : 2;
      const by = done ? (scanTime(job) ?? 0) : (window.closes ?? window.opens ?? Infinity);
      return { job, window, done, rank, by };
    })
    .toSorted(
      (a, b) => a.rank - b.rank || (a.by === b.by ? 0 : a.by - b.by) || a.job.id - b.job.id,
    );
}

/** Estimates the day: each stop after the drive from the one before, not before its window. */
export function planDay(jobs: readonly Job[], context: DayContext): Stop[] {
  let at: JobAddress | null = null;
  let free = context.clock(FIRST_HOUR * HOUR);
  const stops: Stop[] = [];
  for (const { job, window, done } of inOrder(jobs, context)) {
    const { opens, closes } = window;
    const places = placesOf(job);
    if (done) {
      const scanned = scanTime(job);
      const end = Math.max(scanned ?? free + SERVICE, context.dayStart);
      const start = Math.max(end - 2 * SERVICE, context.dayStart);
      stops.push({ job, start, arrival: start, end, due: closes, isLate: false, isDone: true });
      free = Math.max(free, end);
      at = job.toaddress ?? job.fromaddress;
      continue;
    }
    const way: number = at ? drive(at, places[0] ?? null) : 0;
    const arrival = Math.max(Math.max(free, context.now ?? 0) + way, opens ?? 0);
    const start = arrival - way;
    const between: number = places
      .slice(1)
      .reduce((sum, place, index) => sum + SERVICE + drive(places[index] ?? null, place), 0);
    const end = arrival + between + SERVICE;
    // Arrival counts, not the time at the address.
    const isLate = closes !== null && end - SERVICE > closes;
    stops.push({ job, start, arrival, end, due: closes, isLate, isDone: false });
    free = end;
    at = places.at(-1) ?? at;
  }
  return stops;
}

const PER_KILOGRAM: Readonly<Record<string, number>> = {
  kg: 1,
  g: 0.001,
  t: 1000,
  lb: 0.45359237,
  oz: 0.028349523125,
};

/** Kilograms that the current vehicle takes; null if unknown. */
export function capacityOf({ currentvehicle }: Driver): number | null {
  const weight = currentvehicle?.capacity.weight;
  const factor = weight && PER_KILOGRAM[weight.unit];
  return weight && factor ? Number(weight.value) * factor : null;
}

/** Kilograms of the work that is not done. */
export const loadOf = (jobs: readonly Job[]): number =>
  jobs.reduce((sum, job) => (isDone(job) ? sum : sum + Number(job.totalweight)), 0);

export interface Preview {
  /** Estimated arrival of the last of the added jobs at its last place. */
  arrival: number | null;
  /** Late jobs with the added ones, and without them. */
  late: number;
  lateBefore: number;
  load: number;
  capacity: number | null;
  isOverloaded: boolean;
  /** Minutes of added work. */
  minutes: number;
}

const lateIn = (stops: readonly Stop[]) => stops.filter(({ isLate }) => isLate).length;
const lengthOf = (stops: readonly Stop[]) =>
  stops.reduce((last, { end }) => Math.max(last, end), 0) - (stops[0]?.start ?? 0);

/** A driver's day as it would be with more jobs. */
export function previewOf(
  driver: Driver,
  jobs: readonly Job[],
  added: readonly Job[],
  context: DayContext,
): Preview {
  const ids = new Set(added.map(({ id }) => id));
  const own = jobs.filter(({ id }) => !ids.has(id));
  const before = planDay(own, context);
  const after = planDay([...own, ...added], context);
  const ends = after.filter(({ job }) => ids.has(job.id)).map(({ end }) => end - SERVICE);
  const load = loadOf([...own, ...added]);
  const capacity = capacityOf(driver);
  return {
    arrival: ends.length > 0 ? Math.max(...ends) : null,
    late: lateIn(after),
    lateBefore: lateIn(before),
    load,
    capacity,
    isOverloaded: capacity !== null && load > capacity,
    minutes: Math.max(0, Math.round((lengthOf(after) - lengthOf(before)) / MINUTE)),
  };
}

/** Drivers that fit best come first: free for work, not overloaded, fewest late, least loaded. */
export const byFit = <T extends { driver: Driver; preview: Preview }>(choices: readonly T[]): T[] =>
  choices.toSorted(
    (a, b) =>
      Number(b.driver.isavailableforwork) - Number(a.driver.isavailableforwork) ||
      Number(a.preview.isOverloaded) - Number(b.preview.isOverloaded) ||
      a.preview.late - a.preview.lateBefore - (b.preview.late - b.preview.lateBefore) ||
      a.preview.load - b.preview.load ||
      a.driver.name.localeCompare(b.driver.name),
  );

/** Lists by driver; a list without a change is the one of `previous`, so its lane is not drawn. */
export function laneJobs(
  jobs: readonly Job[],
  previous: ReadonlyMap<number, readonly Job[]>,
): Map<number, readonly Job[]> {
  const lanes = new Map<number, Job[]>();
  for (const job of jobs) {
    if (job.driverid === null) continue;
    const lane = lanes.get(job.driverid);
    if (lane) lane.push(job);
    else lanes.set(job.driverid, [job]);
  }
  const isSame = (a: readonly Job[], b: readonly Job[] | undefined) =>
    b !== undefined && a.length === b.length && a.every((job, index) => job === b[index]);
  return new Map(
    [...lanes].map(([driver, lane]) => {
      const before = previous.get(driver);
      return [driver, before && isSame(lane, before) ? before : lane] as const;
    }),
  );
}
