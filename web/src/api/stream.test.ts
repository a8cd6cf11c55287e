// Server-sent events out of pieces of text.
import { expect, it, vi } from 'vitest';
import { reach } from './reach.ts';
import { eventsIn, follow } from './stream.ts';

it('reads whole events and keeps what is not whole yet', () => {
  const first = eventsIn('id: 7\nevent: booking\ndata: {"a":1}\n\n: \n\nid: 8\nevent: boo');
  expect(first.events).toEqual([{ event: 'booking', id: '7', data: '{"a":1}' }]);
  expect(first.rest).toBe('id: 8\nevent: boo');
  expect(eventsIn(`${first.rest}king\ndata: x\ndata: y\n\n`)).toEqual({
    events: [{ event: 'booking', id: '8', data: 'x\ny' }],
    rest: '',
  });
});

it('calls an event without a name a message, and drops what carries nothing', () => {
  expect(eventsIn('data:1\r\n\r\nevent: open\r\n\r\n').events).toEqual([
    { event: 'message', id: '', data: '1' },
  ]);
});

/** Streams that stay open without a byte. */
function silentStreams() {
  const opened: AbortSignal[] = [];
  const real = globalThis.fetch;
  globalThis.fetch = (_input, init) => {
    const { signal } = init as { signal: AbortSignal };
    opened.push(signal);
    const body = new ReadableStream({
      start: (stream) => signal.addEventListener('abort', () => stream.error(new Error('aborted'))),
    });
    return Promise.resolve(new Response(body));
  };
  return { opened, restore: () => (globalThis.fetch = real) };
}

it('opens a stream anew that has been silent for too long', async () => {
  const { opened, restore } = silentStreams();
  const ending = new AbortController();
  const end = follow('/stream', {
    onEvent: () => undefined,
    onState: () => undefined,
    signal: ending.signal,
    silence: 50,
  });
  await vi.waitFor(() => expect(opened.length).toBeGreaterThanOrEqual(2), { timeout: 5_000 });
  ending.abort();
  await end;
  restore();
});

it('does not wait out its pause when the server returns', async () => {
  let tries = 0;
  const real = globalThis.fetch;
  globalThis.fetch = () => {
    tries += 1;
    return Promise.reject(new TypeError('Failed to fetch'));
  };
  reach.set(false);
  const ending = new AbortController();
  const end = follow('/stream', {
    onEvent: () => undefined,
    onState: () => undefined,
    signal: ending.signal,
  });
  // After the second failure the pause is two seconds.
  await vi.waitFor(() => expect(tries).toBe(2), { timeout: 5_000 });
  const before = Date.now();
  reach.set(true);
  await vi.waitFor(() => expect(tries).toBe(3), { timeout: 5_000 });
  expect(Date.now() - before).toBeLessThan(1_000);
  ending.abort();
  await end;
  globalThis.fetch = real;
});
