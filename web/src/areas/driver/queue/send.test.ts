// Sending of queued tasks, and the meaning of answers.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ApiError } from '@waybill/plugin';
import { some } from '../../../../test/some.ts';
import { refusal, result, stage } from '../../../../test/stage.tsx';
import type { Received, Reply } from '../../../../test/loopback.ts';
import { judge } from '../../../lib/queue/judge.ts';
import { send } from './send.ts';
import type { SentScan } from '../calls.ts';
import type { QueueItem, Task } from './tasks.ts';

let answer: (request: Received) => Reply;
let received: Received[];
let server: Awaited<ReturnType<typeof stage>>;
beforeEach(async () => {
  received = [];
  server = await stage([], (request) => {
    received.push(request);
    return answer(request);
  });
});
afterEach(() => server.close());

const sendTask = (task: Task) =>
  send({
    place: 1,
    id: 'a',
    at: '2026-03-02T08:00:00Z',
    task,
    conflict: null,
    failures: 0,
  } satisfies QueueItem);
const ARRIVE: Task = {
  kind: 'operation',
  jobId: 7,
  operation: 'Arrive',
  target: 'AtDelivery',
  note: null,
};
const isProcess = ({ path }: Received) => path.endsWith('/processjobs');

test('an operation is sent for its job, with its moment and the id of the device', async () => {
  answer = () => result([{ id: 7, success: true, message: null }]);
  expect(await sendTask({ ...ARRIVE, articles: ['J1-001'] })).toEqual({ kind: 'done' });
  expect(received.map(({ path, body }) => [path, JSON.parse(body)])).toEqual([
    [
      '/api/jobs/job/processjobs',
      {
        operation: 'Arrive',
        ids: [7],
        note: null,
        articlenumbers: ['J1-001'],
        time: '2026-03-02T08:00:00Z',
        deviceid: 'a',
      },
    ],
  ]);
});

test('a refused operation is done if the job is where it leads', async () => {
  const withStatus = (jobstatus: string) => (request: Received) =>
    isProcess(request)
      ? result([{ id: 7, success: false, message: 'Not possible for a held job.' }])
      : result({ job: { id: 7, jobstatus } });
  answer = withStatus('AtDelivery');
  expect(await sendTask(ARRIVE)).toEqual({ kind: 'done' });
  answer = withStatus('OnHold');
  expect(await sendTask(ARRIVE)).toEqual({
    kind: 'refused',
    message: 'Not possible for a held job.',
  });
});

const scan = (more: Partial<SentScan> = {}): SentScan => ({
  deviceeventid: crypto.randomUUID(),
  code: 'PickedUp',
  jobid: 7,
  articlenumber: null,
  scannedeventdatetime: '2026-03-02T08:00:00Z',
  latitude: null,
  longitude: null,
  signedby: null,
  signature: null,
  images: [],
  reason: null,
  details: [],
  ...more,
});

test('scans that the server has already are done; the first failed one is told', async () => {
  const task: Task = { kind: 'scans', jobId: 7, scans: [scan()] };
  answer = () =>
    result([
      { index: 0, success: true, duplicate: false, message: null },
      { index: 1, success: false, duplicate: true, message: 'Known.' },
    ]);
  expect(await sendTask(task)).toEqual({ kind: 'done' });
  answer = () => result([{ index: 0, success: false, duplicate: false, message: 'Unknown.' }]);
  expect(await sendTask(task)).toEqual({ kind: 'refused', message: 'Unknown.' });
});

test('a scan that waited under the older name of its id keeps that id', async () => {
  answer = () => result([{ index: 0, success: true, duplicate: false, message: null }]);
  const { deviceeventid, ...older } = scan();
  const waiting = { ...older, deviceid: deviceeventid };
  const scans = [some<SentScan>(waiting), scan({ deviceeventid: 'b' })];
  const task: Task = { kind: 'scans', jobId: 7, scans };
  expect(await sendTask(task)).toEqual({ kind: 'done' });
  expect(JSON.parse(received[0]?.body ?? '').scanevents).toMatchObject([
    { deviceid: deviceeventid },
    { deviceeventid: 'b' },
  ]);
});

test('more scans or pictures than a call may have are sent in several', async () => {
  answer = ({ body }) =>
    result(JSON.parse(body).scanevents.map(() => ({ success: true, duplicate: false })));
  const sizes = async (scans: SentScan[]) => {
    received = [];
    expect(await sendTask({ kind: 'scans', jobId: 7, scans })).toEqual({ kind: 'done' });
    return received.map(({ body }) => JSON.parse(body).scanevents.length);
  };
  expect(await sizes(Array.from({ length: 2001 }, () => scan()))).toEqual([1000, 1000, 1]);
  const withPictures = () => scan({ images: Array<string>(10).fill('AAAA'), signature: 'AAAA' });
  expect(await sizes(Array.from({ length: 10 }, withPictures))).toEqual([9, 1]);
  answer = ({ body }) =>
    result(JSON.parse(body).scanevents.map(() => ({ success: false, message: 'Unknown.' })));
  const task: Task = { kind: 'scans', jobId: 7, scans: Array.from({ length: 1001 }, () => scan()) };
  received = [];
  expect(await sendTask(task)).toEqual({ kind: 'refused', message: 'Unknown.' });
  expect(received.length, 'the others are sent all the same').toBe(2);
});

test('answers and availability use their own calls', async () => {
  answer = () => result({ isAvailableForWork: true, driverPreStartAnswer: {} });
  await sendTask({ kind: 'availability', available: true });
  await sendTask({ kind: 'availability', available: false });
  await sendTask({ kind: 'answer', answer: { hadenoughsleep: true }, isBarred: true });
  expect(received.map(({ method, path }) => `${method} ${path}`)).toEqual([
    'PUT /api/drivers/driver/available-for-work',
    'DELETE /api/drivers/driver/available-for-work',
    'POST /api/compliance/pre-start-check/driver-pre-start-answer',
  ]);
  expect(JSON.parse(received[2]?.body ?? '')).toEqual({
    driverPreStartAnswer: { hadenoughsleep: true },
  });
});

test('a rejection is a conflict with its sentence; a missing network is none', async () => {
  answer = () => refusal(403, 'The driver is barred.');
  expect(await sendTask(ARRIVE)).toEqual({ kind: 'refused', message: 'The driver is barred.' });
  const kinds = [0, 401, 429, 502, 503].map((status) => judge(new ApiError(status, '')).kind);
  expect(new Set(kinds)).toEqual(new Set(['away']));
  expect(judge(new ApiError(500, 'Error')).kind).toBe('failed');
  expect(judge(new DOMException('Timeout', 'TimeoutError')).kind).toBe('away');
});

test('messages are marked as read', async () => {
  answer = () => result({ read: 2 });
  expect(await sendTask({ kind: 'read', ids: [4, 3] })).toEqual({ kind: 'done' });
  expect(received.map(({ path, body }) => [path, JSON.parse(body)])).toEqual([
    ['/api/jobs/job/read-messages', { ids: [4, 3] }],
  ]);
});
