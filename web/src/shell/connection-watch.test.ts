// Tests of the watch of the connection: probes, repeated loads, slow calls, missing parts.
import { QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { loopback } from '../../test/loopback.ts';
import { queryClient } from '../api/query-client.ts';
import { callWatch, reach } from '../api/reach.ts';
import { endSession, refreshSession } from '../api/session.ts';
import { slowCalls, watchConnection } from './connection-watch.ts';

let server: Awaited<ReturnType<typeof loopback>>;
let isAway: boolean;
let stop: () => void;
const session = { user: { id: 1, name: 'R' }, accessToken: 't', permissions: [] };

beforeEach(async () => {
  isAway = false;
  server = await loopback(() => (isAway ? { status: 502, text: 'away' } : { json: session }));
  await refreshSession();
  stop = watchConnection({ slow: 60, doubt: 20, probe: 20 });
});
afterEach(async () => {
  stop();
  queryClient.clear();
  endSession();
  reach.set(true);
  await server.close();
});

test('a failed call is looked into, and what failed is loaded again on return', async () => {
  let loads = 0;
  const load = () => {
    loads += 1;
    return isAway ? Promise.reject(new Error('no')) : Promise.resolve('loaded');
  };
  isAway = true;
  const observer = new QueryObserver(queryClient, {
    queryKey: ['watched'],
    queryFn: load,
    retry: false,
    staleTime: Infinity,
  });
  const leave = observer.subscribe(() => undefined);
  await vi.waitFor(() => expect(observer.getCurrentResult().isError).toBe(true));
  callWatch.onFailure?.();
  await vi.waitFor(() => expect(reach.get()).toBe(false));
  isAway = false;
  await vi.waitFor(() => expect(reach.get()).toBe(true));
  await vi.waitFor(() => expect(observer.getCurrentResult().data).toBe('loaded'));
  expect(loads).toBe(2);
  leave();
});

test('one failed call means nothing if the server answers the next', async () => {
  callWatch.onFailure?.();
  const before = server.received.length;
  await vi.waitFor(() => expect(server.received.length).toBe(before + 1));
  expect(reach.get()).toBe(true);
});

test('a call is slow after a while, and a change more than a load', async () => {
  const endRead = callWatch.begin?.(false);
  expect(slowCalls.get()).toBeNull();
  await vi.waitFor(() => expect(slowCalls.get()).toBe('read'));
  const endWrite = callWatch.begin?.(true);
  await vi.waitFor(() => expect(slowCalls.get()).toBe('write'));
  endWrite?.();
  expect(slowCalls.get()).toBe('read');
  endRead?.();
  expect(slowCalls.get()).toBeNull();
});

test('a part that cannot be fetched does not make the router reload the page', () => {
  const payload = new TypeError('Failed to fetch dynamically imported module: /assets/x.js');
  dispatchEvent(Object.assign(new Event('vite:preloadError'), { payload }));
  expect(payload.message).toMatch(/could not be loaded/);
});
