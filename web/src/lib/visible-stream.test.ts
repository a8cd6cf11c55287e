// A stream that is open only while the page is visible.
import { afterEach, expect, test, vi } from 'vitest';
import type { StreamOptions } from '../api/stream.ts';
import { followWhileVisible } from './visible-stream.ts';

const streams: { path: string; options: StreamOptions }[] = [];
vi.mock('../api/stream.ts', () => ({
  follow: (path: string, options: StreamOptions) => {
    streams.push({ path, options });
    options.onState(true);
    return Promise.resolve();
  },
}));

function show(state: DocumentVisibilityState): void {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state);
  document.dispatchEvent(new Event('visibilitychange'));
}

afterEach(() => {
  vi.restoreAllMocks();
  streams.length = 0;
});

test('hidden pages close the stream, and open it anew when they are shown', () => {
  const states: boolean[] = [];
  show('visible');
  const stop = followWhileVisible('/stream', {
    onEvent: () => undefined,
    onState: (isOpen) => states.push(isOpen),
  });
  expect(streams.map(({ path }) => path)).toEqual(['/stream']);
  show('hidden');
  expect(streams[0]?.options.signal.aborted).toBe(true);
  show('visible');
  expect(streams).toHaveLength(2);
  stop();
  expect(streams[1]?.options.signal.aborted).toBe(true);
  show('hidden');
  show('visible');
  expect(streams).toHaveLength(2);
  expect(states).toEqual([true, false, true, false]);
});
