// Places of a job in order, and the span of its work.
import { expect, it } from 'vitest';
import { some } from '../../../../test/some.ts';
import type { Job, JobAddress, ScanEvent } from '../model.ts';
import { spanOfWork, stopsOf } from './way.ts';

const place = (suburb: string, latitude: number | null) =>
  some<JobAddress>({ suburb, latitude, longitude: latitude === null ? null : 145 });
const leg = (
  number: number,
  from: JobAddress | null,
  to: JobAddress,
  jobstatus: Job['jobstatus'],
) => some<Job>({ id: number, leg: number, fromaddress: from, toaddress: to, jobstatus });
const scan = (scannedeventdatetime: string) => some<ScanEvent>({ scannedeventdatetime });
const [home, depot, shop] = [
  place('Derrimut', -37.8),
  place('Laverton', -37.9),
  place('Clayton', -38),
];

it('joins legs at their depots, in their order', () => {
  const legs = [leg(2, depot, shop, 'Allocated'), leg(1, home, depot, 'Delivered')];
  expect(
    stopsOf(leg(9, home, shop, 'AtDepot'), legs).map(({ name, kind, reached }) => [
      name,
      kind,
      reached,
    ]),
  ).toEqual([
    ['Derrimut', 'from', true],
    ['Laverton', 'scan', true],
    ['Clayton', 'to', false],
  ]);
});

it('leaves out places without a position', () => {
  const job = leg(1, place('Nowhere', null), shop, 'Unallocated');
  expect(stopsOf(job, []).map(({ name }) => name)).toEqual(['Clayton']);
});

it('spans from before the first scan to the last, or to now', () => {
  const now = new Date('2026-03-02T12:00:00Z');
  const scans = [scan('2026-03-02T10:00:00Z'), scan('2026-03-02T09:00:00Z')];
  const of = (jobstatus: Job['jobstatus'], driverid: number | null, events = scans) =>
    spanOfWork({ jobstatus, driverid }, events, now);
  expect(of('Delivered', 7)).toEqual({
    startDate: '2026-03-02T08:30:00.000Z',
    endDate: '2026-03-02T10:01:00.000Z',
  });
  expect(of('OnBoard', 7)?.endDate).toBe('2026-03-02T12:01:00.000Z');
  expect(of('EnRouteToPickup', 7, [])?.startDate).toBe('2026-03-02T11:30:00.000Z');
  expect(of('Allocated', 7, [])).toBeNull();
  expect(of('OnBoard', null)).toBeNull();
});
