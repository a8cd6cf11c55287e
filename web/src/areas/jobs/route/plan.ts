// A plan by hand: order of stops, moves, locks, totals, comparison.
import type { RouteRequest, Vehicle } from './queries.ts';
import type { Run, RunStep, Summary, Unassigned } from './wire.ts';

/** A stop of a job; a job may have one for its pickup and one for its delivery. */
export interface Stop {
  key: string;
  jobid: number;
  type: RunStep['type'];
  /** Begun or ended: it stays where it is. */
  isFixed: boolean;
  /** Done or failed: it is no part of what is planned. */
  isEnded: boolean;
}

/** Routes of a plan as a planner sees and changes them. */
export interface PlanState {
  routes: readonly Run[];
  unassigned: readonly Unassigned[];
  /** Keys of stops that stay with their vehicle, in their place. */
  locks: readonly string[];
}

/** A vehicle with its driver, as the planner names it. */
export interface PlanVehicle extends Vehicle {
  name: string;
  vehicle: string;
  /** Kilograms; null if unknown. */
  capacity: number | null;
}

const NO_WORK = {
  cost: 0,
  duration: 0,
  service: 0,
  waiting: 0,
  distance: 0,
  lateness: 0,
  steps: [],
  violations: [],
  geometry: null,
} satisfies Partial<Run>;

/** Moves the stop of a key, or a job without a vehicle. */
export interface Move {
  jobid: number;
  /** Null for a job without a vehicle. */
  key: string | null;
  /** Null takes the job off its vehicle. */
  to: number | null;
  /** Place among the stops of the target, without the moved ones. */
  at: number;
}

export const keyOf = ({ jobid, type }: Pick<RunStep, 'jobid' | 'type'>): string =>
  `${jobid ?? 0}-${type}`;

export const isStop = ({ jobid, type }: Pick<RunStep, 'jobid' | 'type'>): boolean =>
  jobid !== null && type !== 'start' && type !== 'end' && type !== 'break';

export const stepsOf = (run: Pick<Run, 'steps'>): RunStep[] => run.steps.filter(isStop);

export const stopsOf = (run: Pick<Run, 'steps'>): Stop[] =>
  stepsOf(run).map((step) => ({
    key: keyOf(step),
    jobid: step.jobid ?? 0,
    type: step.type,
    isFixed: step.outcome !== 'Planned',
    isEnded: step.outcome === 'Done' || step.outcome === 'Failed',
  }));

export const routeOf = (state: PlanState, vehicleid: number): Run | undefined =>
  state.routes.find((run) => run.vehicleid === vehicleid);

/** The vehicle that has the stop. */
export const vehicleOf = (state: PlanState, key: string): number | null =>
  state.routes.find((run) => stopsOf(run).some((stop) => stop.key === key))?.vehicleid ?? null;

const isOfJob =
  (jobid: number) =>
  (stop: Pick<Stop, 'jobid'>): boolean =>
    stop.jobid === jobid;

/** First place after the stops that are begun or done. */
export const firstFree = (stops: readonly Stop[]): number =>
  stops.findLastIndex(({ isFixed }) => isFixed) + 1;

const inserted = (stops: readonly Stop[], at: number, added: readonly Stop[]): Stop[] => [
  ...stops.slice(0, at),
  ...added,
  ...stops.slice(at),
];

/** Stops of the two vehicles after the move; a pickup stays before its delivery. */
export function stopsAfter(state: PlanState, move: Move): ReadonlyMap<number, readonly Stop[]> {
  const { jobid, key, to } = move;
  const from = key === null ? null : vehicleOf(state, key);
  const changed = new Map<number, readonly Stop[]>();
  const source = from === null ? undefined : routeOf(state, from);
  const present = source ? stopsOf(source) : [];
  const moved = present.filter(isOfJob(jobid));
  if (from !== null && from === to) {
    const stop = moved.find((one) => one.key === key);
    if (!stop) return changed;
    const others = present.filter((one) => one !== stop);
    const partner = others.findIndex(isOfJob(jobid));
    const isFirst = present.indexOf(stop) <= partner;
    const least = Math.max(firstFree(others), partner >= 0 && !isFirst ? partner + 1 : 0);
    const most = partner >= 0 && isFirst ? partner : others.length;
    changed.set(from, inserted(others, Math.max(least, Math.min(move.at, most)), [stop]));
    return changed;
  }
  if (from !== null)
    changed.set(
      from,
      present.filter((stop) => stop.jobid !== jobid),
    );
  if (to === null) return changed;
  const target = routeOf(state, to);
  const stops = target ? stopsOf(target) : [];
  const added: Stop[] =
    moved.length > 0
      ? moved
      : [{ key: `${jobid}-job`, jobid, type: 'job', isFixed: false, isEnded: false }];
  const at = Math.max(firstFree(stops), Math.min(move.at, stops.length));
  changed.set(to, inserted(stops, at, added));
  return changed;
}

/** Vehicles with their stops in order, to be compared. */
const orderOf = ({ routes }: PlanState): string =>
  routes.map((run) => `${run.vehicleid}:${stopsOf(run).map(({ key }) => key)}`).join(';');

/** True if every stop has the same place, whatever the times are. */
export const isSameOrder = (a: PlanState, b: PlanState): boolean =>
  a.routes === b.routes || orderOf(a) === orderOf(b);

/** True if the move leaves every stop where it is. */
export const isIdle = (state: PlanState, move: Move): boolean =>
  [...stopsAfter(state, move)].every(([vehicleid, stops]) => {
    const route = routeOf(state, vehicleid);
    const present = route ? stopsOf(route) : [];
    return (
      present.length === stops.length && present.every(({ key }, at) => key === stops[at]?.key)
    );
  });

/** Reason why a stop stays where it is; null if it can be moved. */
export function fixedBecause(state: PlanState, key: string): 'done' | 'locked' | null {
  const vehicle = vehicleOf(state, key);
  const route = vehicle === null ? undefined : routeOf(state, vehicle);
  const stop = route && stopsOf(route).find((one) => one.key === key);
  if (!route || !stop) return null;
  if (stop.isFixed) return 'done';
  return state.locks.includes(key) ? 'locked' : null;
}

/** True if the goods are on board: another vehicle cannot take over. */
export const isOnBoard = (state: PlanState, jobid: number): boolean =>
  state.routes.some((run) => stopsOf(run).some((stop) => stop.jobid === jobid && stop.isFixed));

export const requestOf = (
  { vehicleid, driverid }: Vehicle,
  stops: readonly Pick<Stop, 'jobid' | 'isEnded'>[],
  runid: number,
): RouteRequest => ({
  vehicleid,
  driverid,
  jobids: stops.flatMap(({ jobid, isEnded }) => (isEnded ? [] : jobid)),
  ...(runid > 0 ? { runid } : {}),
});

/** Routes as the server takes them; vehicles that stay without work are left out. */
export const requestsOf = ({ routes }: Pick<PlanState, 'routes'>): RouteRequest[] =>
  routes.flatMap((run) => {
    const stops = stopsOf(run);
    // A run that was sent and lost its work is sent, to be emptied.
    return (stops.length > 0 || run.id > 0) && run.driverid !== null
      ? [requestOf({ vehicleid: run.vehicleid, driverid: run.driverid }, stops, run.id)]
      : [];
  });

const open = (run: Run): Stop[] => stopsOf(run).filter(({ isEnded }) => !isEnded);

/** Locks of stops. Their places count from 1, without stops that are done. */
export const locksOf = (
  state: PlanState,
): { jobid: number; vehicleid: number; position: number }[] =>
  state.routes.flatMap((run) =>
    open(run).flatMap(({ key, jobid }, at) =>
      state.locks.includes(key) ? [{ jobid, vehicleid: run.vehicleid, position: at + 1 }] : [],
    ),
  );

/** Every job of the plan. */
export const jobsIn = ({ routes, unassigned }: PlanState): number[] => [
  ...new Set([
    ...routes.flatMap((run) => open(run).map(({ jobid }) => jobid)),
    ...unassigned.map(({ jobid }) => jobid),
  ]),
];

/** The state with checked routes in the place of the earlier ones; `off` explains a job taken off. */
export function withRoutes(
  state: PlanState,
  move: Move,
  checked: readonly Run[],
  off: string,
): PlanState {
  const touched = stopsAfter(state, move);
  const routes = state.routes.map((run) => {
    if (!touched.has(run.vehicleid)) return run;
    const next = checked.find(({ vehicleid }) => vehicleid === run.vehicleid);
    const { id, drivername, vehiclename } = run;
    return next ? { ...run, ...next, id, drivername, vehiclename } : emptied(run);
  });
  const present = new Set(routes.flatMap((run) => stopsOf(run).map(({ key }) => key)));
  const others = state.unassigned.filter(({ jobid }) => jobid !== move.jobid);
  const jobno = state.routes.flatMap(stepsOf).find(({ jobid }) => jobid === move.jobid)?.jobno;
  return {
    routes,
    unassigned:
      move.to === null
        ? [...others, { jobid: move.jobid, jobno: jobno ?? '', cause: 'notPlanned', message: off }]
        : others,
    locks: state.locks.every((key) => present.has(key))
      ? state.locks
      : state.locks.filter((key) => present.has(key)),
  };
}

/** Lanes of a plan: its routes, and an empty one for each vehicle that has none. */
export function lanesOf(routes: readonly Run[], vehicles: readonly PlanVehicle[]): Run[] {
  const used = new Set(routes.map(({ vehicleid }) => vehicleid));
  return [
    ...routes.map((run) => {
      const known = vehicles.find(({ vehicleid }) => vehicleid === run.vehicleid);
      return {
        ...run,
        drivername: run.drivername ?? known?.name ?? null,
        vehiclename: run.vehiclename ?? known?.vehicle ?? null,
      };
    }),
    ...vehicles.filter(({ vehicleid }) => !used.has(vehicleid)).map(emptyRun),
  ].toSorted(
    (a, b) => (a.drivername ?? '').localeCompare(b.drivername ?? '') || a.vehicleid - b.vehicleid,
  );
}

const emptyRun = ({ vehicleid, driverid, name, vehicle }: PlanVehicle): Run => ({
  id: 0,
  rowVersion: 0,
  rundate: '',
  driverid,
  drivername: name,
  vehicleid,
  vehiclename: vehicle,
  start: null,
  end: null,
  shift: { from: '', to: '' },
  iscompleted: false,
  isallocated: false,
  creationTime: null,
  ...NO_WORK,
});

/** A route without work. */
export const emptied = (run: Run): Run => ({ ...run, ...NO_WORK });

const time = (moment: string) => Date.parse(moment);

/** End of a step: the vehicle leaves. */
export const endOf = ({ arrival, waiting, service }: RunStep): number =>
  time(arrival) + (waiting + service) * 1000;

/** Milliseconds from the first departure to the last step. */
export function shiftOf({ steps }: Pick<Run, 'steps'>): number {
  const [first, last] = [steps[0], steps.at(-1)];
  return first && last ? Math.max(0, endOf(last) - time(first.arrival)) : 0;
}

export const lateStops = (run: Pick<Run, 'steps'>): number =>
  stepsOf(run).filter(({ lateness }) => lateness > 0).length;

const sum = <T>(all: readonly T[], of: (one: T) => number): number =>
  all.reduce((total, one) => total + of(one), 0);

/** Totals of a plan, as the server counts them. */
export function summaryOf({
  routes,
  unassigned,
}: Pick<PlanState, 'routes' | 'unassigned'>): Summary {
  const used = routes.filter((run) => stepsOf(run).length > 0);
  return {
    cost: sum(used, ({ cost }) => Number(cost)),
    distance: sum(used, ({ distance }) => distance),
    duration: sum(used, ({ duration }) => duration),
    service: sum(used, ({ service }) => service),
    waiting: sum(used, ({ waiting }) => waiting),
    late: sum(used, lateStops),
    lateness: Math.max(0, ...used.map(({ lateness }) => lateness)),
    unassigned: unassigned.length,
    vehicles: used.length,
    longest: Math.max(0, ...used.map((run) => shiftOf(run) / 1000)),
  };
}

export interface Change {
  cost: number;
  distance: number;
  late: number;
  /** Arrival of the moved stop; null if it is taken off. */
  arrival: string | null;
  lateness: number;
}

/** Effect of a move on cost, distance and lateness. */
export function changeOf(before: PlanState, after: PlanState, move: Move): Change {
  const [old, next] = [summaryOf(before), summaryOf(after)];
  const steps = after.routes.flatMap((run) => stepsOf(run));
  const step =
    steps.find((one) => keyOf(one) === move.key) ?? steps.find(({ jobid }) => jobid === move.jobid);
  return {
    cost: next.cost - old.cost,
    distance: next.distance - old.distance,
    late: next.late - old.late,
    arrival: step?.arrival ?? null,
    lateness: step?.lateness ?? 0,
  };
}

/** Place for a drop at a moment: before the first stop, without the moved ones, that is later. */
export function placeAt(
  run: Run | undefined,
  moment: number,
  jobid: number,
  key: string | null,
): number {
  const others = (run ? stepsOf(run) : []).filter(
    (step) => !(key === null ? step.jobid === jobid : keyOf(step) === key),
  );
  const place = others.findIndex((step) => (time(step.arrival) + endOf(step)) / 2 > moment);
  return place < 0 ? others.length : place;
}

/** Share of the capacity that the fullest moment takes; null if the capacity is unknown. */
export const loadShare = (run: Pick<Run, 'steps'>, capacity: number | null): number | null =>
  capacity ? Math.max(0, ...run.steps.map(({ load }) => Number(load.weight))) / capacity : null;

/** Pixels of an hour in which the stops of the busiest vehicle are apart, within limits. */
export function hourWidth(
  routes: readonly Run[],
  size: number,
  [least, most]: readonly [number, number],
): number {
  const needed = routes.map((run) => {
    const stops = stepsOf(run);
    const [first, last] = [stops[0], stops.at(-1)];
    if (!first || !last) return 0;
    const hours = (endOf(last) - time(first.arrival)) / 3_600_000;
    return (stops.length * size) / Math.max(1, hours);
  });
  return Math.round(Math.min(most, Math.max(least, ...needed)));
}

/** Moves the items of a line apart, so that each can be read: places in pixels. */
export function spread(places: readonly number[], size: number, width: number): number[] {
  const spots: number[] = [];
  for (const [at, place] of places.entries())
    spots.push(Math.max(place, at > 0 ? (spots[at - 1] ?? 0) + size : 0));
  // Items beyond the end are moved back.
  let limit = width - size;
  for (let at = spots.length - 1; at >= 0 && (spots[at] ?? 0) > limit; at -= 1) {
    spots[at] = Math.max(0, limit);
    limit -= size;
  }
  return spots;
}
