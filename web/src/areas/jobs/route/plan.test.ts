// A plan by hand: moves, pairs, locks, totals, places.
import { describe, expect, it } from 'vitest';
import { some } from '../../../../test/some.ts';
import { bestPlace } from './places.ts';
import {
  changeOf,
  fixedBecause,
  hourWidth,
  isIdle,
  isOnBoard,
  jobsIn,
  lanesOf,
  loadShare,
  locksOf,
  placeAt,
  requestsOf,
  spread,
  stopsAfter,
  stopsOf,
  summaryOf,
  withRoutes,
  type Move,
  type PlanState,
} from './plan.ts';
import type { Run, RunStep } from './wire.ts';

const at = (time: string) => `2026-11-24T${time}:00Z`;
const step = (jobid: number, type: RunStep['type'], time: string, more: Partial<RunStep> = {}) =>
  some<RunStep>({
    type,
    jobid,
    jobno: `J${jobid}`,
    location: null,
    arrival: at(time),
    service: 600,
    waiting: 0,
    load: { weight: 100, volume: 1, pallets: 1 },
    lateness: 0,
    outcome: 'Planned',
    violations: [],
    ...more,
  });
const end = (type: 'start' | 'end', time: string) =>
  step(0, type, time, { jobid: null, jobno: null, service: 0 });
const run = (vehicleid: number, steps: RunStep[], more: Partial<Run> = {}) =>
  some<Run>({
    id: 0,
    vehicleid,
    driverid: vehicleid + 100,
    drivername: `Driver ${vehicleid}`,
    vehiclename: `Van ${vehicleid}`,
    cost: 100,
    distance: 50_000,
    duration: 3600,
    service: 1200,
    waiting: 0,
    lateness: 0,
    steps: [end('start', '07:00'), ...steps, end('end', '12:00')],
    violations: [],
    ...more,
  });
const plan = (members: Partial<PlanState> = {}): PlanState => ({
  routes: [
    run(1, [
      step(11, 'pickup', '08:00'),
      step(12, 'delivery', '09:00'),
      step(11, 'delivery', '10:00'),
    ]),
    run(2, [step(21, 'delivery', '08:00'), step(22, 'delivery', '09:00')]),
  ],
  unassigned: [{ jobid: 31, jobno: 'J31', cause: 'capacity', message: 'Full.' }],
  locks: [],
  ...members,
});
const keys = (state: PlanState, move: Move) =>
  Object.fromEntries(
    [...stopsAfter(state, move)].map(([id, stops]) => [id, stops.map(({ key }) => key)]),
  );

describe('a move', () => {
  it('changes the place of a stop on its vehicle', () => {
    const state = plan();
    expect(keys(state, { jobid: 12, key: '12-delivery', to: 1, at: 0 })).toEqual({
      1: ['12-delivery', '11-pickup', '11-delivery'],
    });
    expect(isIdle(state, { jobid: 12, key: '12-delivery', to: 1, at: 1 })).toBe(true);
  });

  it('keeps a pickup before its delivery', () => {
    const state = plan();
    expect(keys(state, { jobid: 11, key: '11-pickup', to: 1, at: 9 })[1]).toEqual([
      '12-delivery',
      '11-pickup',
      '11-delivery',
    ]);
    expect(keys(state, { jobid: 11, key: '11-delivery', to: 1, at: 0 })[1]).toEqual([
      '11-pickup',
      '11-delivery',
      '12-delivery',
    ]);
  });

  it('takes both stops of a job to another vehicle', () => {
    expect(keys(plan(), { jobid: 11, key: '11-delivery', to: 2, at: 1 })).toEqual({
      1: ['12-delivery'],
      2: ['21-delivery', '11-pickup', '11-delivery', '22-delivery'],
    });
  });

  it('puts a job without a vehicle on one, and takes a job off', () => {
    expect(keys(plan(), { jobid: 31, key: null, to: 2, at: 2 })).toEqual({
      2: ['21-delivery', '22-delivery', '31-job'],
    });
    expect(keys(plan(), { jobid: 21, key: '21-delivery', to: null, at: 0 })).toEqual({
      2: ['22-delivery'],
    });
  });

  it('stays after what is begun or done', () => {
    const state = plan({
      routes: [
        run(1, [step(11, 'delivery', '08:00')]),
        run(2, [step(21, 'delivery', '08:00', { outcome: 'Done' }), step(22, 'delivery', '09:00')]),
      ],
    });
    expect(keys(state, { jobid: 11, key: '11-delivery', to: 2, at: 0 })[2]).toEqual([
      '21-delivery',
      '11-delivery',
      '22-delivery',
    ]);
    expect(fixedBecause(state, '21-delivery')).toBe('done');
    expect(isOnBoard(state, 21)).toBe(true);
    expect(isOnBoard(state, 22)).toBe(false);
  });

  it('names locked stops', () => {
    const state = plan({ locks: ['12-delivery'] });
    expect(fixedBecause(state, '12-delivery')).toBe('locked');
    expect(fixedBecause(state, '11-pickup')).toBeNull();
    expect(locksOf(state)).toEqual([{ jobid: 12, vehicleid: 1, position: 2 }]);
  });
});

describe('a checked move', () => {
  const move: Move = { jobid: 21, key: '21-delivery', to: 1, at: 1 };
  const checked = [
    run(
      1,
      [
        step(11, 'pickup', '08:00'),
        step(21, 'delivery', '08:30', { lateness: 120 }),
        step(12, 'delivery', '09:30'),
        step(11, 'delivery', '10:30'),
      ],
      { cost: 120, distance: 58_000, drivername: null },
    ),
    run(2, [step(22, 'delivery', '08:30')], { cost: 60, distance: 20_000 }),
  ];

  it('replaces the two routes, and names what changed', () => {
    const before = plan();
    const after = withRoutes(before, move, checked, 'off');
    expect(after.routes.map(({ drivername }) => drivername)).toEqual(['Driver 1', 'Driver 2']);
    expect(changeOf(before, after, move)).toEqual({
      cost: -20,
      distance: -22_000,
      late: 1,
      arrival: at('08:30'),
      lateness: 120,
    });
  });

  it('keeps locks of stops that are still there, by the same list', () => {
    const before = plan({ locks: ['12-delivery'] });
    expect(withRoutes(before, move, checked, 'off').locks).toBe(before.locks);
  });

  it('empties a vehicle, and explains a job that is taken off', () => {
    const before = plan({ routes: [run(1, [step(11, 'delivery', '08:00')], { id: 7 })] });
    const after = withRoutes(
      before,
      { jobid: 11, key: '11-delivery', to: null, at: 0 },
      [],
      'Off.',
    );
    expect(after.routes[0]?.steps).toEqual([]);
    expect(after.unassigned.at(-1)).toMatchObject({ jobid: 11, jobno: 'J11', message: 'Off.' });
    // The run that was sent loses its work on the server, too.
    expect(requestsOf(after)).toEqual([{ vehicleid: 1, driverid: 101, jobids: [], runid: 7 }]);
  });
});

it('plans only what has not ended', () => {
  const state = plan({
    routes: [
      run(1, [step(11, 'delivery', '08:00', { outcome: 'Done' }), step(12, 'delivery', '09:00')], {
        id: 7,
      }),
    ],
    unassigned: [],
    locks: ['12-delivery'],
  });
  expect(requestsOf(state)).toEqual([{ vehicleid: 1, driverid: 101, jobids: [12], runid: 7 }]);
  expect(locksOf(state)).toEqual([{ jobid: 12, vehicleid: 1, position: 1 }]);
  expect(jobsIn(state)).toEqual([12]);
});

it('sends stops in order, a pair as two mentions', () => {
  expect(requestsOf(plan())).toEqual([
    { vehicleid: 1, driverid: 101, jobids: [11, 12, 11] },
    { vehicleid: 2, driverid: 102, jobids: [21, 22] },
  ]);
  expect(jobsIn(plan())).toEqual([11, 12, 21, 22, 31]);
});

it('has a lane for a vehicle without a route, by the name of its driver', () => {
  const lanes = lanesOf(plan().routes, [
    { vehicleid: 3, driverid: 103, name: 'Ari', vehicle: 'Van 3', capacity: 500 },
  ]);
  expect(lanes.map(({ drivername }) => drivername)).toEqual(['Ari', 'Driver 1', 'Driver 2']);
  expect(lanes[0] && stopsOf(lanes[0])).toEqual([]);
});

it('counts totals of the vehicles that are used', () => {
  const state = plan();
  const idle = { ...state, routes: [...state.routes, run(3, [], { cost: 9 })] };
  expect(summaryOf(idle)).toEqual({
    cost: 200,
    distance: 100_000,
    duration: 7200,
    service: 2400,
    waiting: 0,
    late: 0,
    lateness: 0,
    unassigned: 1,
    vehicles: 2,
    longest: 5 * 3600,
  });
});

it('places a drop by its moment', () => {
  const [first] = plan().routes;
  const moment = (time: string) => Date.parse(at(time));
  expect(placeAt(first, moment('07:30'), 99, null)).toBe(0);
  expect(placeAt(first, moment('08:30'), 99, null)).toBe(1);
  expect(placeAt(first, moment('15:00'), 99, null)).toBe(3);
  // The dragged stop itself does not count.
  expect(placeAt(first, moment('09:30'), 12, '12-delivery')).toBe(1);
});

it('finds the place of least detour, after what is fixed', () => {
  const line = (jobid: number, longitude: number, more: Partial<RunStep> = {}) =>
    step(jobid, 'delivery', '08:00', { location: [longitude, -37.8], ...more });
  const way = run(1, [line(1, 144.9), line(2, 145.1), line(3, 145.3)]);
  const spot = { latitude: -37.8, longitude: 145.2 };
  expect(bestPlace(way, spot, null)).toBe(2);
  expect(bestPlace(way, null, null)).toBe(3);
  const begun = run(1, [line(1, 145.1), line(2, 145.3, { outcome: 'Done' }), line(3, 145.5)]);
  expect(bestPlace(begun, spot, null)).toBe(2);
});

it('measures the fullest moment of a route', () => {
  expect(loadShare(run(1, [step(1, 'pickup', '08:00')]), 200)).toBe(0.5);
  expect(loadShare(run(1, []), null)).toBeNull();
});

it('widens the hours for a busy vehicle, within limits', () => {
  const stops = (count: number, minutes: number) =>
    Array.from({ length: count }, (_, index) => {
      const moment = new Date(Date.parse(at('08:00')) + index * minutes * 60_000);
      return step(index + 1, 'delivery', '08:00', { arrival: moment.toISOString() });
    });
  const limits = [50, 180] as const;
  expect(hourWidth([run(1, stops(3, 60))], 25, limits)).toBe(50);
  expect(hourWidth([run(1, []), run(2, stops(24, 10))], 25, limits)).toBe(150);
  expect(hourWidth([run(1, stops(90, 2))], 25, limits)).toBe(180);
});

describe('stops that stand close', () => {
  it('are moved apart, and stay on the line', () => {
    expect(spread([0, 5, 100], 20, 200)).toEqual([0, 20, 100]);
    expect(spread([150, 170, 190], 20, 200)).toEqual([140, 160, 180]);
    expect(spread([], 20, 200)).toEqual([]);
  });
});
