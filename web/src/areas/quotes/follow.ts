// Follows arriving prices by stream, else by polling.
import { ApiError, type RequestOptions } from '@waybill/plugin';
import { api, send } from '../../api/client.ts';
import type { QuoteAnswer } from './model.ts';

const POLL_EVERY = 500;
/** The server gives carriers a few seconds. */
const STREAM_TIMEOUT = 30_000;

/** `rest` is the incomplete tail. */
export function eventsIn(text: string, kind: string): { data: string[]; rest: string } {
  const blocks = text.replaceAll('\r\n', '\n').split('\n\n');
  const rest = blocks.pop() ?? '';
  const data = blocks.flatMap((block) => {
    const lines = block.split('\n');
    const field = (name: string) =>
      lines
        .filter((line) => line.startsWith(`${name}:`))
        .map((line) => line.slice(name.length + 1).replace(/^ /, ''));
    return field('event')[0] === kind ? [field('data').join('\n')] : [];
  });
  return { data, rest };
}

async function* streamed(
  resourceToken: string,
  options: RequestOptions,
): AsyncGenerator<QuoteAnswer> {
  const response = await send(
    'GET',
    `/api/booking/Quote/stream?${new URLSearchParams({ resourceToken }).toString()}`,
    undefined,
    { accept: 'text/event-stream' },
    options,
  );
  if (
    !response.ok ||
    !response.body ||
    !(response.headers.get('content-type') ?? '').startsWith('text/event-stream')
  ) {
    await response.body?.cancel();
    throw new Error('no stream of quotes');
  }
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      const { data, rest } = eventsIn(text + value, 'quotes');
      text = rest;
      // Payload of the API description.
      for (const one of data) yield JSON.parse(one) as QuoteAnswer;
    }
  } finally {
    // Frees the connection.
    await reader.cancel().catch(() => undefined);
  }
}

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

async function* polled(
  resourceToken: string,
  options: RequestOptions,
): AsyncGenerator<QuoteAnswer> {
  for (const until = Date.now() + STREAM_TIMEOUT; Date.now() < until; await pause(POLL_EVERY)) {
    try {
      const answer = await api.get('/api/booking/Quote/GetQuotes', { resourceToken }, options);
      yield answer;
      if (answer.isCompleted) return;
    } catch (error) {
      // Rejections are final.
      if (!(error instanceof ApiError) || error.status !== 0 || Date.now() + POLL_EVERY >= until)
        throw error;
    }
  }
}

export async function* follow(
  resourceToken: string,
  options: RequestOptions,
): AsyncGenerator<QuoteAnswer> {
  try {
    for await (const answer of streamed(resourceToken, options)) {
      yield answer;
      if (answer.isCompleted) return;
    }
  } catch (error) {
    if (options.signal?.aborted) throw error;
  }
  // The stream broke. The next request tries one again.
  yield* polled(resourceToken, options);
}
