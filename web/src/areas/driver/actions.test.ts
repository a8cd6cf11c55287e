// Tasks of a driver's actions.
import { expect, test } from 'vitest';
import { some } from '../../../test/some.ts';
import { arrive, deliver, fail, failureReasons, pickUp, type Proof } from './actions.ts';
import type { Job, JobStatus, SentScan } from './calls.ts';
import type { Task } from './queue/tasks.ts';

const job = (jobstatus: JobStatus, articles = ['J1-001', 'J1-002']): Job =>
  some<Job>({ id: 7, jobstatus, items: [{ articlenumbers: articles }] });
const at = new Date('2026-11-24T00:00:00Z');
const moment = { at, fix: { latitude: -37.9123456789, longitude: 145.1, accuracy: 5, at: 0 } };
const proof: Proof = {
  signedBy: 'Sam Fields',
  signature: 'data:image/png;base64,AA==',
  photos: ['data:image/jpeg;base64,AA=='],
  handover: 'HandedOver',
  hasAuthorityToLeave: false,
};
const scansIn = (tasks: Task[]): SentScan[] =>
  tasks.flatMap((task) => (task.kind === 'scans' ? task.scans : []));
const operationIn = (tasks: Task[]) => tasks.find((task) => task.kind === 'operation');

test('scans come before their operation, each with an id of its own', () => {
  const tasks = deliver(job('AtDelivery'), ['J1-001', 'J1-002'], [], proof, moment);
  expect(tasks.map(({ kind }) => kind)).toEqual(['scans', 'operation']);
  expect(new Set(scansIn(tasks).map(({ deviceeventid }) => deviceeventid)).size).toBe(2);
  expect(operationIn(tasks)).toMatchObject({ operation: 'Deliver', target: 'Delivered' });
  expect(operationIn(tasks)).not.toHaveProperty('articles');
});

test('the proof travels once, with the first article', () => {
  const [first, second] = scansIn(
    deliver(job('AtDelivery'), ['J1-001', 'J1-002'], [], proof, moment),
  );
  expect(first).toMatchObject({
    articlenumber: 'J1-001',
    signedby: 'Sam Fields',
    images: proof.photos,
    latitude: -37.912346,
    details: [
      { key: 'handover', value: 'HandedOver' },
      { key: 'authoritytoleave', value: 'false' },
    ],
  });
  expect(second).toMatchObject({ articlenumber: 'J1-002', signedby: null, images: [] });
});

test('a part delivery names its articles', () => {
  const tasks = deliver(job('AtDelivery'), ['J1-002'], [], proof, moment);
  expect(operationIn(tasks)).toMatchObject({ target: 'PartiallyDelivered', articles: ['J1-002'] });
  expect(scansIn(tasks)).toHaveLength(1);
});

test('a scanned article keeps the time of its scan', () => {
  const ticks = [{ article: 'J1-002', at: '2026-11-23T23:55:00.000Z' }];
  expect(scansIn(pickUp(job('AtPickup'), ticks, moment))).toMatchObject([
    { articlenumber: 'J1-002', scannedeventdatetime: '2026-11-23T23:55:00.000Z' },
  ]);
  expect(scansIn(pickUp(job('AtPickup'), [], moment))).toHaveLength(2);
});

test('a job without articles has one event', () => {
  expect(scansIn(pickUp(job('AtPickup', []), [], moment))).toMatchObject([
    { jobid: 7, articlenumber: null, code: 'PickedUp' },
  ]);
  expect(scansIn(arrive(job('EnRouteToDelivery'), moment))).toMatchObject([
    { code: 'AtLocation', scannedeventdatetime: at.toISOString() },
  ]);
});

test('a failure has its reason in words, and a card is a scan of its own kind', () => {
  const reason = failureReasons(job('AtDelivery')).find(({ code }) => code === 'CardLeft');
  if (!reason) throw new Error('No card');
  const tasks = fail(job('AtDelivery'), reason, ' Side gate ', [], moment);
  expect(operationIn(tasks)).toMatchObject({
    operation: 'Fail',
    target: 'FailedDelivery',
    note: 'Nobody there, card left: Side gate',
  });
  expect(scansIn(tasks)).toMatchObject([
    { code: 'CardLeft', reason: 'Nobody there, card left: Side gate' },
  ]);
  expect(failureReasons(job('AtPickup')).map(({ code }) => code)).not.toContain('CardLeft');
});
