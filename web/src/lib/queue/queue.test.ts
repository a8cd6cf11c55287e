// The queue on the device: order, once, restarts, conflicts and two tabs.
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { deleteDatabase, openDatabase, settled } from './database.ts';
import type { Outcome } from './judge.ts';
import { nextOf, Queue, type Bell, type Exclusive, type QueueItem as Queued } from './queue.ts';

interface Task {
  job: number;
  name: string;
}
type QueueItem = Queued<Task>;

const NAME = 'queue-test';
const DONE: Outcome = { kind: 'done' };
const AWAY: Outcome = { kind: 'away' };
const refused = (message: string): Outcome => ({ kind: 'refused', message });

const operation = (job: number, name: string): Task => ({ job, name });
const subjectOf = ({ job }: Task): string => String(job);
const nameOf = ({ task }: QueueItem): string => `${task.job} ${task.name}`;

/** Locks as a browser's: tabs take turns. */
function createLock(): Exclusive {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const turn = last.then(work);
    last = turn.catch(() => undefined);
    return turn;
  };
}
function createBell(): Bell {
  const listeners = new Set<() => void>();
  return {
    ring: () => listeners.forEach((listener) => listener()),
    listen: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

const databases: IDBDatabase[] = [];
const queues: Queue<Task>[] = [];
async function openQueue(
  send: (item: QueueItem) => Promise<Outcome>,
  { exclusive = createLock(), bell = createBell() } = {},
  onDone?: (item: QueueItem, values: IDBObjectStore) => Promise<void>,
): Promise<Queue<Task>> {
  const database = await openDatabase(NAME, 1);
  databases.push(database);
  const queue = new Queue({
    database,
    send,
    subjectOf,
    exclusive,
    bell,
    ...(onDone ? { onDone } : {}),
  });
  queues.push(queue);
  await queue.load();
  return queue;
}
/** A server that accepts everything and notes it. */
function acceptAll() {
  const sent: string[] = [];
  const send = vi.fn(async (item: QueueItem): Promise<Outcome> => {
    sent.push(nameOf(item));
    return DONE;
  });
  return { sent, send };
}

beforeEach(() => deleteDatabase(NAME));
afterEach(() => {
  queues.splice(0).forEach((queue) => queue.close());
  databases.splice(0).forEach((database) => database.close());
});

test('actions are sent once, in the order in which they were done', async () => {
  const { sent, send } = acceptAll();
  const queue = await openQueue(send);
  await queue.add([operation(1, 'Acknowledge'), operation(2, 'Acknowledge')]);
  await queue.add([operation(1, 'Start')]);
  await Promise.all([queue.replay(), queue.replay(), queue.replay()]);
  expect(sent).toEqual(['1 Acknowledge', '2 Acknowledge', '1 Start']);
  expect(queue.state()).toEqual({ items: [], sending: null });
});

test('an action is stored with its own id and time before it is sent', async () => {
  const queue = await openQueue(async () => AWAY);
  const at = new Date('2026-11-24T00:10:00Z');
  await queue.add([operation(1, 'Acknowledge'), operation(1, 'Start')], at);
  await queue.replay();
  const { items } = queue.state();
  expect(items.map(({ at }) => at)).toEqual([at.toISOString(), at.toISOString()]);
  expect(new Set(items.map(({ id }) => id)).size).toBe(2);
});

test('without a network everything stays, and goes out in order after a restart', async () => {
  const offline = await openQueue(async () => AWAY);
  await offline.add([operation(1, 'Acknowledge'), operation(1, 'Start')]);
  await offline.replay();
  expect(offline.state().items).toHaveLength(2);
  offline.close();

  const { sent, send } = acceptAll();
  const restarted = await openQueue(send);
  expect(restarted.state().items.map(nameOf)).toEqual(['1 Acknowledge', '1 Start']);
  await restarted.replay();
  expect(sent).toEqual(['1 Acknowledge', '1 Start']);
  expect(restarted.state().items).toEqual([]);
});

test('what was in flight at a crash is sent again under the same id', async () => {
  const ids: string[] = [];
  const hangs = await openQueue((item) => {
    ids.push(item.id);
    return new Promise(() => undefined);
  });
  await hangs.add([operation(1, 'Acknowledge')]);
  await vi.waitFor(() => expect(ids).toHaveLength(1));
  const restarted = await openQueue(async (item) => {
    ids.push(item.id);
    return DONE;
  });
  await restarted.replay();
  expect(ids).toHaveLength(2);
  expect(ids[0]).toBe(ids[1]);
});

test('a refused action holds back its job alone, until it is tried again', async () => {
  const sent: string[] = [];
  let isRefusing = true;
  const queue = await openQueue(async (item) => {
    sent.push(nameOf(item));
    return isRefusing && nameOf(item) === '1 Start' ? refused('The job is on hold.') : DONE;
  });
  await queue.add([operation(1, 'Acknowledge'), operation(1, 'Start'), operation(1, 'Arrive')]);
  await queue.add([operation(2, 'Acknowledge')]);
  await queue.replay();
  expect(sent).toEqual(['1 Acknowledge', '1 Start', '2 Acknowledge']);
  const [conflict, after] = queue.state().items;
  expect(conflict?.conflict).toBe('The job is on hold.');
  expect(after?.conflict).toBeNull();

  isRefusing = false;
  await queue.retry(conflict?.place ?? 0);
  await queue.replay();
  expect(sent.slice(3)).toEqual(['1 Start', '1 Arrive']);
  expect(queue.state().items).toEqual([]);
});

test('discarding takes along what builds on it, and nothing of other jobs', async () => {
  const queue = await openQueue(async (item) =>
    nameOf(item) === '1 Acknowledge' ? refused('Taken by another driver.') : AWAY,
  );
  await queue.add([operation(1, 'Acknowledge'), operation(2, 'Acknowledge')]);
  await queue.add([operation(1, 'Start')]);
  await queue.replay();
  await queue.discard(queue.state().items[0]?.place ?? 0);
  expect(queue.state().items.map(nameOf)).toEqual(['2 Acknowledge']);
});

test('an action that the server fails on becomes a conflict, so that others go out', async () => {
  const sent: string[] = [];
  const queue = await openQueue(async (item) => {
    sent.push(nameOf(item));
    return nameOf(item) === '1 Acknowledge' ? { kind: 'failed', message: 'Error 500' } : DONE;
  });
  await queue.add([operation(1, 'Acknowledge'), operation(2, 'Acknowledge')]);
  for (let attempt = 0; attempt < 5; attempt += 1) await queue.replay();
  expect(sent.filter((name) => name === '1 Acknowledge')).toHaveLength(5);
  expect(sent.at(-1)).toBe('2 Acknowledge');
  expect(queue.state().items.map(({ conflict }) => conflict)).toEqual(['Error 500']);
});

test('what is discarded while the queue looks for its next item is not sent', async () => {
  const { sent, send } = acceptAll();
  const hold = Date.now();
  const queue = await openQueue(send, { exclusive: (work) => work() });
  await queue.add([operation(7, 'Pickup')], new Date(hold), 60_000);
  const [item] = queue.state().items;
  vi.spyOn(Date, 'now').mockReturnValue(hold + 61_000);
  // The queue reads its items before the discard has removed one.
  const replay = queue.replay();
  expect(queue.state().sending).toBeNull();
  await Promise.all([queue.discard(item?.place ?? 0), replay]);
  await queue.replay();
  vi.restoreAllMocks();
  expect(sent).toEqual([]);
  expect(queue.state().items).toEqual([]);
});

test('a held action can be discarded unsent, and is sent when its time has come', async () => {
  const { sent, send } = acceptAll();
  const queue = await openQueue(send);
  await queue.add([operation(1, 'Start')], new Date(), 60_000);
  await queue.add([operation(2, 'Start')], new Date(), 60_000);
  await queue.replay();
  expect(sent).toEqual([]);
  await queue.discard(queue.state().items[0]?.place ?? 0);
  await queue.release();
  expect(sent).toEqual(['2 Start']);
  await queue.add([operation(3, 'Start')], new Date(), 30);
  await vi.waitFor(() => expect(sent).toEqual(['2 Start', '3 Start']));
});

test('a held action holds back those after it on its subject alone', async () => {
  const { sent, send } = acceptAll();
  const queue = await openQueue(send);
  await queue.add([operation(1, 'Start')], new Date(), 60_000);
  await queue.add([operation(1, 'Arrive'), operation(2, 'Start')]);
  await queue.replay();
  expect(sent).toEqual(['2 Start']);
});

test('two tabs send everything once and see the same queue', async () => {
  const shared = { exclusive: createLock(), bell: createBell() };
  const { sent, send } = acceptAll();
  const slow = async (item: QueueItem) => {
    await new Promise((resolve) => setTimeout(resolve, 5));
    return send(item);
  };
  const one = await openQueue(slow, shared);
  const other = await openQueue(slow, shared);
  await Promise.all([
    one.add([operation(1, 'Acknowledge'), operation(1, 'Start')]),
    other.add([operation(2, 'Acknowledge')]),
  ]);
  await Promise.all([one.replay(), other.replay()]);
  expect(sent.toSorted()).toEqual(['1 Acknowledge', '1 Start', '2 Acknowledge']);
  expect(sent.indexOf('1 Acknowledge')).toBeLessThan(sent.indexOf('1 Start'));
  await vi.waitFor(() => {
    expect(one.state().items).toEqual([]);
    expect(other.state().items).toEqual([]);
  });
});

test('a confirmed action and what it changed are stored together', async () => {
  const { send } = acceptAll();
  const queue = await openQueue(send, {}, async (item, values) => {
    await settled(values.put(nameOf(item), 'last'));
    if (nameOf(item) === '2 Acknowledge') throw new Error('No room on the device');
  });
  await queue.add([operation(1, 'Acknowledge')]);
  await queue.replay();
  await expect(queue.add([operation(2, 'Acknowledge')]).then(() => queue.replay())).rejects.toThrow(
    'No room on the device',
  );
  const database = databases[0];
  const values = database?.transaction('values').objectStore('values');
  expect(await settled(values?.get('last') ?? (Promise.reject(new Error()) as never))).toBe(
    '1 Acknowledge',
  );
  expect(queue.state().items.map(nameOf)).toEqual(['2 Acknowledge']);
});

test('the next item is the first that no conflict of its job precedes', () => {
  const item = (place: number, jobId: number, conflict: string | null): QueueItem => ({
    place,
    id: String(place),
    at: '',
    task: operation(jobId, 'Start'),
    conflict,
    failures: 0,
  });
  const items = [item(1, 1, 'No.'), item(2, 1, null), item(3, 2, null)];
  expect(nextOf(items, subjectOf)?.place).toBe(3);
  expect(nextOf(items.slice(0, 2), subjectOf)).toBeNull();
});
