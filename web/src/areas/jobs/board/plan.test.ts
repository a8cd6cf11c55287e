// Plans of a day: order, times, lateness, load, lanes.
import { describe, expect, it } from 'vitest';
import { fromLocalInput, toLocalInput } from '@waybill/plugin';
import type { Driver } from '../../../lib/drivers.ts';
import { some } from '../../../../test/some.ts';
import type { Job, JobAddress } from '../model.ts';
import {
  byFit,
  clockOf,
  laneJobs,
  loadOf,
  planDay,
  previewOf,
  readSlot,
  windowOf,
} from './plan.ts';

const HOUR = 3_600_000;
const DAY = Date.parse('2026-11-24T00:00:00Z');
const clock = (time: number) => DAY + time;
const context = { dayStart: DAY, clock, now: null };
const at = (time: string) => Date.parse(`2026-11-24T${time}:00Z`);
const place = (latitude: number, longitude: number) => some<JobAddress>({ latitude, longitude });

let lastId = 0;
const job = (members: Partial<Job>): Job =>
  some<Job>({
    id: ++lastId,
    jobstatus: 'Allocated',
    jobtype: 'Delivery',
    fromaddress: null,
    toaddress: null,
    timeslot: null,
    deadline: null,
    pickupreadydatetime: null,
    lastscanevent: null,
    totalweight: 100,
    driverid: null,
    ...members,
  });
const driver = (kilograms: number | null, name = 'Ari') =>
  some<Driver>({
    name,
    isavailableforwork: true,
    currentvehicle:
      kilograms === null
        ? null
        : some<NonNullable<Driver['currentvehicle']>>({
            capacity: some<NonNullable<Driver['currentvehicle']>['capacity']>({
              weight: { value: kilograms, unit: 'kg' },
            }),
          }),
  });

describe('a time slot', () => {
  it('is read with and without minutes', () => {
    expect(readSlot('9:00–12:00')).toEqual([9 * HOUR, 12 * HOUR]);
    expect(readSlot('12-14')).toEqual([12 * HOUR, 14 * HOUR]);
    expect(readSlot('13:30 to 14:15')).toEqual([13.5 * HOUR, 14.25 * HOUR]);
  });
  it('is none where the text has no window', () => {
    for (const text of ['', 'morning', '14-12', '9:00–31:00', null])
      expect(readSlot(text)).toBeNull();
  });
});

describe('a day', () => {
  it('follows windows, and waits for one that is not open', () => {
    const late = job({ timeslot: '13:00–15:00' });
    const early = job({ timeslot: '8:00–9:00' });
    const stops = planDay([late, early], context);
    expect(stops.map((stop) => stop.job)).toEqual([early, late]);
    expect(stops.map(({ arrival }) => arrival)).toEqual([at('08:00'), at('13:00')]);
    expect(stops.every(({ isLate }) => !isLate)).toBe(true);
  });
  it('does not begin open work before now, and says what is late', () => {
    const [stop] = planDay([job({ deadline: '2026-11-24T09:00:00Z' })], {
      ...context,
      now: at('10:00'),
    });
    expect(stop?.arrival).toBe(at('10:00'));
    expect(stop?.isLate).toBe(true);
  });
  it('takes longer over a longer way', () => {
    const from = place(-37.8, 144.9);
    const end = (to: JobAddress) =>
      planDay([job({ jobtype: 'PointToPoint', fromaddress: from, toaddress: to })], context)[0]
        ?.end ?? 0;
    expect(end(place(-37.9, 145.1)) - end(place(-37.81, 144.91))).toBeGreaterThan(20 * 60_000);
  });
  it('drives to the next place before it arrives there', () => {
    const [first, second] = planDay(
      [job({ toaddress: some<JobAddress>({ latitude: null, longitude: null }) }), job({})],
      context,
    );
    expect(second?.start).toBe(first?.end);
    expect(second?.arrival).toBe((first?.end ?? 0) + 20 * 60_000);
  });
  it('shows done work at its scan, before open work', () => {
    const done = job({
      jobstatus: 'Delivered',
      lastscanevent: some<NonNullable<Job['lastscanevent']>>({
        code: 'Delivered',
        scannedeventdatetime: '2026-11-24T08:30:00Z',
      }),
    });
    const open = job({});
    const stops = planDay([open, done], context);
    expect(stops.map((stop) => stop.isDone)).toEqual([true, false]);
    expect(stops[0]?.end).toBe(at('08:30'));
  });
});

describe('a day on which the clock changes', () => {
  const ZONE = 'Australia/Sydney';
  const contextOf = (day: string) => ({
    dayStart: Date.parse(fromLocalInput(`${day}T00:00`, ZONE) ?? ''),
    clock: clockOf(day, (local) => fromLocalInput(local, ZONE)),
    now: null,
  });
  it.each([
    // 23 hours, then 25.
    ['2026-10-04', '2026-10-03T22:00:00Z', '2026-10-04T13:00:00Z'],
    ['2026-04-05', '2026-04-04T23:00:00Z', '2026-04-05T14:00:00Z'],
  ])('has the slots of the clock: %s', (day, opens, closes) => {
    const window = windowOf(job({ timeslot: '9:00–24:00' }), contextOf(day));
    expect(window).toEqual({ opens: Date.parse(opens), closes: Date.parse(closes) });
    const [stop] = planDay([job({})], contextOf(day));
    expect(toLocalInput(stop?.arrival, ZONE)).toBe(`${day}T07:00`);
  });
});

describe('a preview', () => {
  it('adds weight, and counts what becomes late', () => {
    const own = [job({ totalweight: 900, deadline: '2026-11-24T07:30:00Z' })];
    const added = [job({ totalweight: 200, deadline: '2026-11-24T07:05:00Z' })];
    const preview = previewOf(driver(1000), own, added, context);
    expect(preview).toMatchObject({ load: 1100, capacity: 1000, isOverloaded: true });
    expect(preview.lateBefore).toBe(0);
    expect(preview.arrival).toBe(at('07:00'));
  });
  it('does not count a job of the driver twice', () => {
    const own = job({ totalweight: 300 });
    expect(previewOf(driver(null), [own], [own], context)).toMatchObject({
      load: 300,
      isOverloaded: false,
    });
  });
  it('puts the driver with room first', () => {
    const heavy = [job({ totalweight: 500 })];
    const fits = byFit(
      [driver(200, 'Small'), driver(2000, 'Large')].map((one) => ({
        driver: one,
        preview: previewOf(one, [], heavy, context),
      })),
    );
    expect(fits.map((fit) => fit.driver.name)).toEqual(['Large', 'Small']);
  });
});

it('leaves out the load of done work', () => {
  expect(loadOf([job({}), job({ jobstatus: 'Delivered' })])).toBe(100);
});

it('keeps the list of a lane without changes', () => {
  const [a, b, c] = [job({ driverid: 1 }), job({ driverid: 2 }), job({ driverid: 2 })];
  const first = laneJobs([a, b], new Map());
  const second = laneJobs([a, b, c], first);
  expect(second.get(1)).toBe(first.get(1));
  expect(second.get(2)).toEqual([b, c]);
});
