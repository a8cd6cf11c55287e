// Parts of the planner without a screen: addresses, counts, problems, order of choices, progress.
import { describe, expect, it } from 'vitest';
import { some } from '../../../../test/some.ts';
import { problemsOf } from './Attention.tsx';
import { byChange } from './MoveStop.tsx';
import { jobCounts } from './Side.tsx';
import { stepsPath } from './Solving.tsx';
import { readVehicles, vehiclesText } from './vehicles.ts';
import { clock, letterOf } from './words.ts';
import type { Run, RunStep } from './wire.ts';

describe('vehicles in an address', () => {
  it('are written and read with their drivers', () => {
    const vehicles = [
      { vehicleid: 7, driverid: 3 },
      { vehicleid: 8, driverid: 5 },
    ];
    expect(vehiclesText(vehicles)).toBe('7-3.8-5');
    expect(readVehicles('7-3.8-5')).toEqual(vehicles);
  });
  it('are left out where they are no ids', () => {
    for (const text of ['', '7', '7-x', '-1-2', '7-3-5', '0-1', undefined])
      expect(readVehicles(text)).toEqual([]);
  });
});

const step = (jobid: number, type: RunStep['type'], more: Partial<RunStep> = {}) =>
  some<RunStep>({ jobid, jobno: `J${jobid}`, type, outcome: 'Planned', violations: [], ...more });

it('counts jobs by their stops', () => {
  const routes = [
    some<Run>({
      steps: [step(1, 'pickup'), step(2, 'delivery'), step(1, 'delivery'), step(3, 'pickup')],
    }),
    some<Run>({ steps: [step(4, 'job')] }),
  ];
  expect(jobCounts({ routes })).toEqual({ pairs: 1, pickups: 2, deliveries: 1 });
});

it('lists broken rules of routes and of stops, each sentence once', () => {
  const late = { cause: 'delay' as const, duration: 60, message: 'Late.' };
  const routes = [
    some<Run>({ vehicleid: 1, drivername: 'Ari', violations: [], steps: [step(1, 'delivery')] }),
    some<Run>({
      vehicleid: 2,
      drivername: 'Bo',
      vehiclename: 'Van',
      violations: [{ cause: 'hoursLeft' as const, duration: null, message: 'Too long.' }],
      steps: [step(2, 'delivery', { violations: [late, late] })],
    }),
  ];
  expect(problemsOf(routes).map(({ lane, key, messages }) => ({ lane, key, messages }))).toEqual([
    { lane: 1, key: null, messages: ['Too long.'] },
    { lane: 1, key: '2-delivery', messages: ['Late.'] },
  ]);
});

it('offers vehicles without more late stops first, then by cost; refused ones last', () => {
  const choice = (lane: number) => ({
    lane,
    name: '',
    vehicle: '',
    move: { jobid: 1, key: null, to: lane, at: 0 },
  });
  const change = (cost: number, late: number) => ({
    change: { cost, late, distance: 0, arrival: null, lateness: 0 },
  });
  const checks = new Map<number, ReturnType<typeof change> | { error: string }>([
    [0, change(-5, 1)],
    [1, change(9, 0)],
    [2, { error: 'No.' }],
    [4, change(3, -1)],
  ]);
  const order = [0, 1, 2, 3, 4].map(choice).toSorted(byChange(checks));
  expect(order.map(({ lane }) => lane)).toEqual([4, 1, 0, 3, 2]);
});

it('draws the best cost as steps down', () => {
  const points = [
    { elapsed: 0, cost: 300 },
    { elapsed: 500, cost: 200 },
    { elapsed: 1000, cost: 100 },
  ];
  expect(stepsPath(points, 1000)).toBe('M0.0 2.0H45.0V10.0H90.0V18.0');
  expect(stepsPath([], 1000)).toBe('');
  expect(stepsPath([{ elapsed: 500, cost: 5 }], 1000)).toBe('M45.0 2.0');
});

it('writes hours and letters of plans', () => {
  expect(clock(9 * 3600 + 55 * 60 + 20)).toBe('9:55');
  expect(clock(60)).toBe('0:01');
  expect([0, 1, 25, 26].map(letterOf)).toEqual(['A', 'B', 'Z', 'A']);
});
