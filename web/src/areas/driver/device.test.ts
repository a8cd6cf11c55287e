// The device's knowledge: kept over restarts, renewed by the server, never older than its actions.
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { refusal, result, stage } from '../../../test/stage.tsx';
import type { Received, Reply } from '../../../test/loopback.ts';
import type { DevicePerson } from '../../lib/driver-device.ts';
import { deleteDatabase } from '../../lib/queue/database.ts';
import { start } from './actions.ts';
import type { Job } from './calls.ts';
import { Device } from './device.ts';

const PERSON: DevicePerson = {
  tenantId: 1,
  tenantName: 'T',
  userId: 1,
  name: 'Dana',
  timezone: 'Australia/Melbourne',
  database: 'device-test',
};
const JOB = {
  id: 7,
  jobno: 'J00007',
  jobstatus: 'Acknowledged',
  items: [],
  allowedOperations: ['Start', 'Fail'],
};

let status: string;
let isReachable: boolean;
let answered: string | null;
let server: Awaited<ReturnType<typeof stage>>;
const devices: Device[] = [];

function answer({ path, method }: Received): Reply {
  if (!isReachable) return { status: 503, text: '' };
  if (path.endsWith('/jobs'))
    return result({ totalCount: 1, items: [{ ...JOB, jobstatus: status }] });
  if (path.endsWith('/processjobs')) {
    status = 'EnRouteToPickup';
    return result([{ id: 7, success: true, message: null }]);
  }
  if (path.endsWith('/driver-pre-start-answer')) answered = new Date().toISOString();
  if (path.endsWith('/driver-pre-start-answers'))
    return result({
      totalCount: 0,
      items: answered
        ? [{ creationtime: answered, isbarred: true, reasons: ['Not in order.'] }]
        : [],
    });
  if (path.endsWith('/available-for-work')) return result({ isAvailableForWork: method === 'PUT' });
  if (path.endsWith('/hours-left')) return result({ isbound: false });
  if (path.endsWith('/checklists')) return result({ checklists: {} });
  return result({});
}

async function open(): Promise<Device> {
  const device = await Device.open(PERSON);
  devices.push(device);
  return device;
}

beforeEach(async () => {
  vi.stubGlobal('navigator', {
    ...navigator,
    onLine: true,
    locks: { request: (_: string, work: () => Promise<void>) => work() },
  });
  [status, isReachable, answered] = ['Acknowledged', true, null];
  await deleteDatabase(PERSON.database);
  server = await stage([], answer);
});
afterEach(async () => {
  devices.splice(0).forEach((device) => device.close());
  vi.unstubAllGlobals();
  await server.close();
});

test('the run is there after a restart without a network', async () => {
  const device = await open();
  await device.refresh();
  device.close();
  isReachable = false;
  const restarted = await open();
  await restarted.refresh();
  expect(restarted.state().jobs.map(({ jobno }) => jobno)).toEqual(['J00007']);
  expect(restarted.state().problem).toBeNull();
});

test('a confirmed action changes the stored run at once, and the server has the last word', async () => {
  const device = await open();
  await device.refresh();
  await device.queue.add(start(device.state().jobs[0] as Job));
  await device.queue.replay();
  await vi.waitFor(() => {
    expect(device.queue.state().items).toEqual([]);
    expect(device.state().jobs[0]?.jobstatus).toBe('EnRouteToPickup');
  });
  status = 'OnHold';
  await device.refresh();
  expect(device.state().jobs[0]?.jobstatus).toBe('OnHold');
});

test('a given answer counts at once, and the verdict of the server replaces its own', async () => {
  const device = await open();
  await device.refresh();
  expect(device.state().answer).toBeNull();
  await device.queue.add([{ kind: 'answer', answer: {}, isBarred: false }]);
  await device.queue.replay();
  await vi.waitFor(() =>
    expect(device.state().answer).toEqual({
      day: device.today(),
      isBarred: true,
      reasons: ['Not in order.'],
    }),
  );
});

test('a refusal is shown, and the values stay', async () => {
  const device = await open();
  await device.refresh();
  const permitted = answer;
  await server.close();
  server = await stage([], (request) =>
    request.path.endsWith('/jobs') ? refusal(403, 'Jobs are switched off.') : permitted(request),
  );
  await device.refresh();
  expect(device.state().problem).toBe('Jobs are switched off.');
  expect(device.state().jobs).toHaveLength(1);
});

test('ticks outlive a restart, and go with their job', async () => {
  const device = await open();
  await device.refresh();
  await device.tick(7, 'J00007-001');
  await device.tick(7, 'J00007-001');
  await device.tick(8, 'J00008-001');
  device.close();
  const restarted = await open();
  expect(restarted.state().ticks[7]?.map(({ article }) => article)).toEqual(['J00007-001']);
  await restarted.refresh();
  expect(Object.keys(restarted.state().ticks)).toEqual(['7']);
  await restarted.untick(7);
  expect(restarted.state().ticks).toEqual({});
});

test('two articles that the camera reads at once both remain', async () => {
  const device = await open();
  await Promise.all([device.tick(7, 'J00007-001'), device.tick(7, 'J00007-002'), device.refresh()]);
  const articles = () => device.state().ticks[7]?.map(({ article }) => article);
  expect(articles()).toEqual(['J00007-001', 'J00007-002']);
  await Promise.all([device.untick(7, 'J00007-001'), device.tick(7, 'J00007-003')]);
  expect(articles()).toEqual(['J00007-002', 'J00007-003']);
  device.close();
  const restarted = await open();
  expect(restarted.state().ticks[7]).toHaveLength(2);
});
