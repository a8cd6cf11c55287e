// Sending of scans: repeats after a lost answer, refusals, and undo.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { refusal, result, stage } from '../../../../test/stage.tsx';
import type { Received, Reply } from '../../../../test/loopback.ts';
import { send, type Task } from './tasks.ts';

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

const AT = '2026-11-24T04:00:00Z';
const sendTask = (task: Task) =>
  send({ place: 1, id: 'a', at: AT, task, conflict: null, failures: 0 });
const common = { scanId: 'scan', article: 'J1-001', haulId: 7, haulCode: 'LH00007' };
const LOAD: Task = { ...common, kind: 'load', isForced: false };
const row = (success: boolean, state: string, message: string | null = null) =>
  result([{ articlenumber: 'J1-001', success, state, message, jobid: 1, jobno: 'J1' }]);
const DONE = { kind: 'done' };
const bodies = () => received.map(({ body }) => JSON.parse(body) as unknown);

test('an article is loaded, by force only where a person took it', async () => {
  answer = () => row(true, 'Loaded');
  expect(await sendTask(LOAD)).toEqual(DONE);
  expect(await sendTask({ ...LOAD, isForced: true })).toEqual(DONE);
  expect(bodies()).toEqual([
    { allocation: { linehaulid: 7, articlenumbers: ['J1-001'] } },
    { allocation: { linehaulid: 7, articlenumbers: ['J1-001'], force: true } },
  ]);
});

test('a repeat after a lost answer is done; another refusal is told', async () => {
  answer = () => row(false, 'Loaded', 'J1-001 is loaded already.');
  expect(await sendTask(LOAD)).toEqual(DONE);
  answer = () => row(false, 'Free', 'J1 is on LH00008.');
  expect(await sendTask(LOAD)).toEqual({ kind: 'refused', message: 'J1 is on LH00008.' });
  answer = () => row(false, 'Over', 'J1-001 is unloaded already.');
  expect(await sendTask({ ...common, kind: 'unload' })).toEqual(DONE);
  answer = () => row(false, 'Loaded', 'LH00007 is Departed.');
  expect(await sendTask({ ...common, kind: 'unload' })).toEqual({
    kind: 'refused',
    message: 'LH00007 is Departed.',
  });
});

test('an undo leaves a planned article planned, and frees one that was not', async () => {
  answer = () => row(true, received.length % 2 === 1 ? 'Allocated' : 'Free');
  expect(await sendTask({ ...common, kind: 'off', isFree: false })).toEqual(DONE);
  expect(received).toHaveLength(1);
  received = [];
  expect(await sendTask({ ...common, kind: 'off', isFree: true })).toEqual(DONE);
  expect(received).toHaveLength(2);
});

test('an undo of unloading puts the article on board, once', async () => {
  const task: Task = { ...common, kind: 'back', isFree: false };
  answer = () => row(true, 'Loaded');
  expect(await sendTask(task)).toEqual(DONE);
  expect(received.map(({ path }) => path)).toEqual(['/api/jobs/linehaul/un-unload-articles']);
  answer = () => row(false, 'Loaded', 'J1-001 is not unloaded.');
  expect(await sendTask(task)).toEqual(DONE);
  answer = () => row(false, 'Unloaded', 'LH00007 is Completed.');
  expect(await sendTask(task)).toEqual({ kind: 'refused', message: 'LH00007 is Completed.' });
});

test("a door's event has the time and the id of its scan, by which it is undone", async () => {
  answer = () => result([{ index: 0, id: 5, success: false, duplicate: true, message: 'Known.' }]);
  const pass = { scanId: 'scan', article: 'J1-001' };
  expect(await sendTask({ ...pass, kind: 'pass', code: 'DepotIn', port: 'MEL' })).toEqual(DONE);
  expect(bodies()).toEqual([
    {
      scanevents: [
        {
          code: 'DepotIn',
          articlenumber: 'J1-001',
          warehousecode: 'MEL',
          scannedeventdatetime: AT,
          deviceeventid: 'scan',
        },
      ],
    },
  ]);
  received = [];
  answer = ({ method }) =>
    method === 'GET' ? result({ items: [{ id: 5 }], totalCount: 1 }) : { status: 204 };
  expect(await sendTask({ ...pass, kind: 'unpass' })).toEqual(DONE);
  expect(received.map(({ method }) => method)).toEqual(['GET', 'DELETE']);
  expect(received[0]?.query.get('filter')).toBe("deviceeventid eq 'scan'");
});

test('a rejected call is a refusal, a missing network is none', async () => {
  answer = () => refusal(403, 'You are not permitted to do this.');
  expect(await sendTask(LOAD)).toMatchObject({ kind: 'refused' });
  await server.close();
  expect(await sendTask(LOAD)).toEqual({ kind: 'away' });
});
