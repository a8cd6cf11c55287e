// Records of live events.
import { renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { queryClient } from '../api/query-client.ts';
import type { StreamOptions } from '../api/stream.ts';
import { Changes, liveTopic, recordOf } from './live.ts';

const streams: StreamOptions[] = [];
vi.mock('../api/stream.ts', () => ({
  follow: (_: string, options: StreamOptions) => {
    streams.push(options);
    return Promise.resolve();
  },
}));

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  streams.length = 0;
});

test('an event names its record, or means all of them', () => {
  expect(recordOf({ data: '{"jobId":7,"status":"Allocated"}' }, 'jobId')).toBe(7);
  expect(recordOf({ data: '{"jobId":"7"}' }, 'jobId')).toBeNull();
  expect(recordOf({ data: 'null' }, 'jobId')).toBeNull();
  expect(recordOf({ data: '{' }, 'jobId')).toBeNull();
});

const kinds = [
  { key: ['runs'], member: 'runId' },
  { key: ['plans'], member: 'planId' },
] as const;
const event = (data: string) => ({ event: 'route', id: '1', data });

test('a stream of two kinds of records changes only the kinds that its events name', () => {
  const changes = new Changes(kinds);
  changes.add(event('{"planId":3}'));
  changes.add(event('{"planId":5}'));
  const changed = changes.kinds();
  expect(changed.map(({ key }) => key)).toEqual([['plans']]);
  expect([3, 4, 5].map((id) => changed[0]?.has(id))).toEqual([true, false, true]);
});

test('an event without a record changes all kinds', () => {
  const changes = new Changes(kinds);
  changes.add(event('{}'));
  expect(changes.kinds().map(({ has }) => has(9))).toEqual([true, true]);
});

test('an opened stream refreshes what was read well before, and then what events name', () => {
  const useLive = liveTopic({ path: '/stream', key: ['runs'], member: 'runId' });
  const refreshed = vi.spyOn(queryClient, 'invalidateQueries').mockResolvedValue();
  const { unmount } = renderHook(() => useLive());
  streams[0]?.onEvent({ event: 'open', id: '', data: '' });
  const isOld = (seconds: number) =>
    refreshed.mock.calls[0]?.[0]?.predicate?.({
      state: { dataUpdatedAt: Date.now() - seconds * 1000 },
    } as never);
  expect([1, 60].map(isOld)).toEqual([false, true]);
  streams[0]?.onEvent(event('{"runId":3}'));
  vi.runAllTimers();
  expect(refreshed).toHaveBeenCalledTimes(2);
  const [filters] = refreshed.mock.calls[1] ?? [];
  expect(filters?.queryKey).toEqual(['runs']);
  const isRefreshed = (id: number) =>
    filters?.predicate?.({ queryKey: ['runs', 'detail', id] } as never);
  expect([3, 4].map(isRefreshed)).toEqual([true, false]);
  unmount();
  expect(streams[0]?.signal.aborted).toBe(true);
});
