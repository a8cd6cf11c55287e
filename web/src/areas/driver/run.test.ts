// Order of a run, and the details of a stop.
import { expect, test } from 'vitest';
import { some } from '../../../test/some.ts';
import type { Job, JobAddress, JobStatus } from './calls.ts';
import {
  addressOf,
  callLink,
  lineOf,
  navigationLink,
  orderRun,
  piecesOf,
  routeOf,
  stopName,
} from './run.ts';

const job = (jobno: string, jobstatus: JobStatus, deadline: string | null = null): Job =>
  some<Job>({ jobno, jobstatus, deadline, routecode: 'MEL-7' });
const numbers = (jobs: Job[]) => jobs.map(({ jobno }) => jobno);

test('jobs come by deadline, then by number; those without a deadline last', () => {
  const { open } = orderRun([
    job('J00010', 'Allocated'),
    job('J00003', 'Allocated', '2026-11-24T04:00:00Z'),
    job('J00002', 'Allocated', '2026-11-24T04:00:00Z'),
    job('J00004', 'Allocated', '2026-11-24T01:00:00Z'),
  ]);
  expect(numbers(open)).toEqual(['J00004', 'J00002', 'J00003', 'J00010']);
});

test('the job under way is next, whatever its deadline', () => {
  const { open } = orderRun([
    job('J00001', 'Allocated', '2026-11-24T01:00:00Z'),
    job('J00002', 'AtDelivery', '2026-11-24T09:00:00Z'),
  ]);
  expect(numbers(open)).toEqual(['J00002', 'J00001']);
});

test('held and finished jobs are apart', () => {
  const { open, held, done } = orderRun([
    job('J00001', 'Delivered'),
    job('J00002', 'OnHold'),
    job('J00003', 'FailedPickup'),
    job('J00004', 'OnBoard'),
  ]);
  expect([open, held, done].map(numbers)).toEqual([['J00004'], ['J00002'], ['J00001', 'J00003']]);
});

test('a run has the name of its route if all jobs share it', () => {
  expect(routeOf([job('1', 'Allocated'), job('2', 'Allocated')])).toBe('MEL-7');
  expect(routeOf([job('1', 'Allocated'), some<Job>({ routecode: null })])).toBeNull();
  expect(routeOf([])).toBeNull();
});

const address = (text: Partial<JobAddress>): JobAddress =>
  some<JobAddress>({
    companyname: null,
    contactperson: null,
    addressline1: null,
    addressline2: null,
    suburb: '',
    statecode: null,
    postcode: '',
    latitude: null,
    longitude: null,
    telephone: null,
    ...text,
  });

test('the address is the one to go to next', () => {
  const there = (jobstatus: JobStatus) =>
    addressOf(
      some<Job>({
        jobstatus,
        fromaddress: address({ companyname: 'From' }),
        toaddress: address({ companyname: 'To' }),
      }),
    ).companyname;
  expect(there('EnRouteToPickup')).toBe('From');
  expect(there('OnBoard')).toBe('To');
});

test('links navigate by coordinates or text, and call by digits', () => {
  const harbour = address({
    companyname: 'Harbour Tools',
    addressline1: '8 Kirkham Road',
    suburb: 'Clayton',
    statecode: 'VIC',
    postcode: '3168',
    telephone: '(03) 9555-0100',
  });
  expect(lineOf(harbour)).toBe('8 Kirkham Road, Clayton VIC 3168');
  expect(navigationLink(harbour, 'Android')).toBe(
    `geo:0,0?q=${encodeURIComponent('Harbour Tools, 8 Kirkham Road, Clayton VIC 3168')}`,
  );
  const placed = { ...harbour, latitude: -37.92, longitude: 145.12 };
  expect(navigationLink(placed, 'Android')).toMatch(/^geo:-37\.92,145\.12\?q=-37\.92,145\.12\(/);
  expect(navigationLink(placed, 'iPhone')).toBe('https://maps.apple.com/?daddr=-37.92,145.12');
  expect(callLink(harbour)).toBe('tel:0395550100');
  expect(callLink(address({}))).toBeNull();
});

test('pieces are counted by their numbers, or else by quantities', () => {
  const items = [
    { quantity: 2, articlenumbers: ['A', 'B'] },
    { quantity: 1, articlenumbers: ['C'] },
  ];
  expect(piecesOf(some<Job>({ items }))).toBe(3);
  const unnumbered = items.map((item) => ({ ...item, articlenumbers: [] }));
  expect(piecesOf(some<Job>({ items: unnumbered }))).toBe(3);
});

test('a job without an address is named by its number', () => {
  const job = some<Job>({ jobno: 'J00007', jobstatus: 'Allocated', fromaddress: null });
  expect(stopName(job)).toBe('J00007');
  expect(lineOf(addressOf(job))).toBe('');
});
