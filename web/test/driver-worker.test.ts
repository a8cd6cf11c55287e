// Tests of the driver pages' service worker: cached and fetched requests.
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';

const ORIGIN = 'http://localhost:3000';
const PART = '/driver/assets/main-1.js';
const TEXTS = '/api/core/language/texts';

/** Caches by name, in the order of their creation. */
const kept = new Map<string, Map<string, Response>>();
const addressOf = (request: Request | URL | string) =>
  new URL(request instanceof Request ? request.url : String(request), ORIGIN).pathname;
const cacheOf = (name: string) => {
  const entries = kept.get(name) ?? new Map<string, Response>();
  kept.set(name, entries);
  const put = async (request: Request | string, response: Response) =>
    void entries.set(addressOf(request), response);
  const add = async (request: Request | string) => put(request, await fetch(request));
  return {
    put,
    add,
    addAll: async (files: string[]) => void (await Promise.all(files.map(add))),
    match: async (request: Request | string) => entries.get(addressOf(request))?.clone(),
  };
};

type Handler = (event: object) => void;
const handlers = new Map<string, Handler>();
let isOnline = true;
const fetched: string[] = [];

/** Lets the worker handle an event; resolves once its work is done. */
async function dispatch(name: string): Promise<void> {
  const work: Promise<unknown>[] = [];
  handlers.get(name)?.({ waitUntil: (promise: Promise<unknown>) => work.push(promise) });
  await Promise.all(work);
}
/** The worker's answer to a request; null if it leaves the request to the browser. */
async function answer(
  path: string,
  { mode = 'cors', method = 'GET' } = {},
): Promise<string | null> {
  const answers: Promise<Response>[] = [];
  const request = new Request(new URL(path, ORIGIN), { method });
  // Only browsers build requests of navigations.
  Object.defineProperty(request, 'mode', { value: mode });
  handlers.get('fetch')?.({
    request,
    respondWith: (response: Promise<Response>) => answers.push(response),
  });
  const [response] = answers;
  return response ? (await response).text() : null;
}

beforeAll(async () => {
  vi.stubGlobal('SHELL', { version: 'v2', files: [PART] });
  vi.stubGlobal('skipWaiting', async () => undefined);
  vi.stubGlobal('clients', { claim: async () => undefined });
  vi.stubGlobal('addEventListener', (name: string, handler: Handler) =>
    handlers.set(name, handler),
  );
  vi.stubGlobal('caches', {
    open: async (name: string) => cacheOf(name),
    keys: async () => [...kept.keys()],
    delete: async (name: string) => kept.delete(name),
    match: async (request: Request) => {
      for (const name of kept.keys()) {
        const found = await cacheOf(name).match(request);
        if (found) return found;
      }
      return undefined;
    },
  });
  vi.stubGlobal('fetch', async (request: Request | string) => {
    if (!isOnline) throw new TypeError('No network');
    const path = addressOf(request);
    fetched.push(path);
    return new Response(`network ${path}`);
  });
  await import('../driver/sw.ts');
});
afterAll(() => vi.unstubAllGlobals());
beforeEach(async () => {
  [isOnline, fetched.length] = [true, 0];
  kept.clear();
  await dispatch('install');
});

test('the page and its parts are there without a network', async () => {
  expect([...(kept.get('waybill-driver-v2')?.keys() ?? [])]).toEqual(['/driver/', PART]);
  isOnline = false;
  expect(await answer(PART)).toBe(`network ${PART}`);
  expect(await answer('/driver/stop/7', { mode: 'navigate' })).toBe('network /driver/');
});

test('the page for invited drivers is not one of the driver pages', async () => {
  for (const path of ['/driver/join', '/driver/join/x', '/drivers', '/'])
    expect(await answer(path, { mode: 'navigate' })).toBeNull();
  expect(await answer('/driver/joined', { mode: 'navigate' })).toBe('network /driver/');
});

test('a part that comes later is kept with its first use', async () => {
  const decoder = '/driver/assets/zxing-1.wasm';
  expect(await answer(decoder)).toBe(`network ${decoder}`);
  isOnline = false;
  expect(await answer(decoder)).toBe(`network ${decoder}`);
});

test('texts are those of the network, and the last ones without it', async () => {
  await answer(TEXTS);
  fetched.length = 0;
  await answer(TEXTS);
  expect(fetched).toEqual([TEXTS]);
  isOnline = false;
  expect(await answer(TEXTS)).toBe(`network ${TEXTS}`);
});

test('data is never kept, and calls go to the network alone', async () => {
  for (const [path, method] of [
    ['/api/jobs/job/jobs', 'GET'],
    ['/api/auth/session', 'GET'],
    ['/driver/assets/main-1.js', 'POST'],
    ['/assets/shell.js', 'GET'],
  ] as const)
    expect(await answer(path, { method })).toBeNull();
});

test('one older version is kept for pages that are still open', async () => {
  kept.clear();
  for (const version of ['v0', 'v1', 'texts']) cacheOf(`waybill-driver-${version}`);
  cacheOf('another');
  await dispatch('install');
  await dispatch('activate');
  expect([...kept.keys()].toSorted()).toEqual([
    'another',
    'waybill-driver-texts',
    'waybill-driver-v1',
    'waybill-driver-v2',
  ]);
});
