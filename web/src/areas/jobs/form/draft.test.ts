// Values of the form of a job: requests, copies, incomplete drafts.
import { expect, it } from 'vitest';
import { some } from '../../../../test/some.ts';
import { inEnglish } from '@waybill/plugin';
import type { Job, JobAddress, JobItem } from '../model.ts';
import { copyOf, formName, jobProblems, toDraft, toRequest, type Clock } from './draft.ts';

const clock: Clock = {
  toLocalInput: (value) => value.slice(0, 16),
  fromLocalInput: (local) => `${local}:00Z`,
};
const derrimut = some<JobAddress>({
  companyname: 'Bluegum Wines',
  addressline1: '41 Boundary Road',
  suburb: 'Derrimut',
  postcode: '3026',
  statecode: 'VIC',
  countrycode: 'AU',
  latitude: -37.8,
  longitude: 144.7,
});
const pallet = some<JobItem>({
  id: 7,
  packagetype: 'Pallet',
  quantity: 2,
  weight: { value: 390, unit: 'kg' },
  length: { value: 120, unit: 'cm' },
  width: null,
  height: null,
});
const stored = some<Job>({
  id: 4,
  rowVersion: 3,
  jobtype: 'Delivery',
  fromaddress: derrimut,
  toaddress: null,
  items: [pallet],
  deadline: '2026-11-24T05:00:00Z',
});

it('sends back what it read, with the position of the same place', () => {
  const request = toRequest(toDraft(stored, clock), stored, clock);
  expect(request).toMatchObject({ id: 4, rowVersion: 3, deadline: '2026-11-24T05:00:00Z' });
  expect(request.fromaddress).toMatchObject({ suburb: 'Derrimut', latitude: -37.8 });
  expect(request.toaddress).toBeNull();
  expect(request.items).toEqual([
    expect.objectContaining({ id: 7, quantity: 2, weight: { value: 390, unit: 'kg' } }),
  ]);
});

it('drops the position of another street', () => {
  const draft = toDraft(stored, clock);
  const request = toRequest(
    { ...draft, from: { ...draft.from, addressline1: '1 Other Street' } },
    stored,
    clock,
  );
  expect(request.fromaddress?.latitude).toBeNull();
});

it('keeps the id of an item only once', () => {
  const draft = toDraft(stored, clock);
  const items = [...draft.items, ...draft.items];
  expect(toRequest({ ...draft, items }, stored, clock).items?.map(({ id }) => id)).toEqual([7, 0]);
});

it('leaves out the goods of a leg', () => {
  const leg = { ...stored, parentid: 1 };
  expect(toRequest(toDraft(leg, clock), leg, clock).items).toBeUndefined();
});

it('copies a job without its times and articles', () => {
  const copy = copyOf(stored, clock, '2026-11-25');
  expect(copy).toMatchObject({ pickupdate: '2026-11-25', deadline: '' });
  expect(copy.items[0]).toMatchObject({ itemid: 0, weight: '390' });
});

it('lets a draft be incomplete, but not wrong', () => {
  const empty = toDraft(null, clock);
  expect(jobProblems(empty, true, inEnglish)).toEqual({});
  expect(Object.keys(jobProblems(empty, false, inEnglish))).toEqual([
    'from.place',
    'to.place',
    'items.0.weight',
  ]);
  const street = { ...empty.from, addressline1: '1 Street' };
  expect(jobProblems({ ...empty, from: street }, true, inEnglish)).toHaveProperty(['from.place']);
});

it('finds the field of a member', () => {
  expect(formName('job.fromaddress')).toBe('from.place');
  expect(formName('job.toaddress.telephone')).toBe('to.telephone');
  expect(formName('job.items[2].packagetype')).toBe('items.2.packageType');
  expect(formName('job.pickupreadydatetime')).toBe('ready');
});
