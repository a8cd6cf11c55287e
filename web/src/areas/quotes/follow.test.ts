// Tests of following a price stream: chunks, reconnects and the end.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { eventsIn, follow } from './follow.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'Date'] }));
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('takes whole events of one kind and keeps the rest', () => {
  const { data, rest } = eventsIn(
    'event: quotes\ndata: {"a":\ndata: 1}\n\n' +
      ': beat\n\nevent: open\ndata: x\n\nevent:quotes\r\ndata:2\r\n\r\nevent: quo',
    'quotes',
  );
  expect(data).toEqual(['{"a":\n1}', '2']);
  expect(rest).toBe('event: quo');
});

const answer = (count: number, isCompleted: boolean) => ({
  isCompleted,
  quotes: Array.from({ length: count }, (_, id) => ({ id })),
  failures: [],
});
const event = (count: number, isCompleted: boolean) =>
  `event: quotes\ndata: ${JSON.stringify(answer(count, isCompleted))}\n\n`;

/** A carrier is still waited for. */
const OPEN = Symbol('open');

/** `null` breaks the connection; for polls, the server is unreachable. */
function serving(
  pieces: readonly (string | null | typeof OPEN)[],
  polls: readonly (ReturnType<typeof answer> | null | 404)[],
) {
  const calls = { streams: 0, polls: 0, cancelled: 0 };
  vi.stubGlobal('fetch', (url: string) => {
    if (url.includes('/auth/session'))
      return Promise.resolve(
        new Response(JSON.stringify({ accessToken: 'token', permissions: [] })),
      );
    if (url.includes('/Quote/stream')) {
      calls.streams += 1;
      const left = [...pieces];
      const body = new ReadableStream<Uint8Array>({
        pull(controller) {
          const piece = left.shift();
          if (piece === undefined) controller.close();
          else if (piece === OPEN) return new Promise<void>(() => undefined);
          else if (piece === null) controller.error(new TypeError('network error'));
          else controller.enqueue(new TextEncoder().encode(piece));
          return undefined;
        },
        cancel: () => void (calls.cancelled += 1),
      });
      return Promise.resolve(
        new Response(body, { headers: { 'content-type': 'text/event-stream' } }),
      );
    }
    const poll = polls[calls.polls++];
    if (poll === null || poll === undefined) return Promise.reject(new TypeError('network error'));
    if (poll === 404)
      return Promise.resolve(
        new Response(
          JSON.stringify({
            __abp: true,
            success: false,
            error: { code: 0, message: 'There are no such quotes.' },
          }),
          { status: 404 },
        ),
      );
    return Promise.resolve(
      new Response(JSON.stringify({ __abp: true, success: true, result: poll })),
    );
  });
  return calls;
}

/** Advances the fake clock. */
async function counts(): Promise<number[]> {
  const found: number[] = [];
  const clock = { runs: true };
  const running = (async () => {
    for await (const { quotes } of follow('token', {})) found.push(quotes.length);
  })().finally(() => (clock.runs = false));
  running.catch(() => undefined);
  while (clock.runs) await vi.advanceTimersByTimeAsync(500);
  await running;
  return found;
}

it('tells what the stream tells, in pieces however they are cut, and lets go of it when all is there', async () => {
  const stream = event(1, false) + event(3, true);
  const calls = serving([stream.slice(0, 30), stream.slice(30, 70), stream.slice(70), OPEN], []);
  expect(await counts()).toEqual([1, 3]);
  expect(calls).toEqual({ streams: 1, polls: 0, cancelled: 1 });
});

it('asks again and again once the stream has broken off, and begins the next request with a stream', async () => {
  const calls = serving([event(1, false), null], [answer(2, false), answer(3, true)]);
  expect(await counts()).toEqual([1, 2, 3]);
  expect(calls).toMatchObject({ streams: 1, polls: 2 });
  const next = serving([event(2, true)], []);
  expect(await counts()).toEqual([2]);
  expect(next).toMatchObject({ streams: 1, polls: 0 });
});

it(
  'goes on by asking when the stream ends before all have answered, also ' +
    'where the server is not reached for a moment',
  async () => {
    const calls = serving([event(1, false)], [null, answer(2, true)]);
    expect(await counts()).toEqual([1, 2]);
    expect(calls.polls).toBe(2);
  },
);

it('passes on what the server refuses, and what stays unreachable', async () => {
  serving([null], [404]);
  await expect(counts()).rejects.toThrow('There are no such quotes.');
  serving([null], []);
  await expect(counts()).rejects.toThrow(/could not be reached/);
});
