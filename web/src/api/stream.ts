// A stream of server-sent events, read with the session's token, which a browser's own EventSource
// cannot send.
import { reach } from './reach.ts';
import { sessionState } from './session.ts';

export interface StreamEvent {
  event: string;
  id: string;
  data: string;
}

export interface StreamOptions {
  onEvent: (event: StreamEvent) => void;
  /** Called when the connection opens or closes. */
  onState: (isOpen: boolean) => void;
  signal: AbortSignal;
  /** Milliseconds without a byte after which the stream is opened anew. */
  silence?: number;
}

const FIRST_WAIT = 1_000;
const LONGEST_WAIT = 30_000;

/** Parses events; returns the incomplete tail. */
export function eventsIn(text: string): { events: StreamEvent[]; rest: string } {
  const parts = text.replaceAll('\r\n', '\n').split('\n\n');
  const rest = parts.pop() ?? '';
  const events = parts.flatMap((part) => {
    const fields = new Map<string, string>();
    for (const line of part.split('\n')) {
      const at = line.indexOf(':');
      // Lines that begin with a colon are keep-alives.
      if (at <= 0) continue;
      const [name, value] = [line.slice(0, at), line.slice(at + 1).replace(/^ /, '')];
      fields.set(
        name,
        name === 'data' && fields.has(name) ? `${fields.get(name)}\n${value}` : value,
      );
    }
    const data = fields.get('data');
    return data === undefined
      ? []
      : [{ event: fields.get('event') ?? 'message', id: fields.get('id') ?? '', data }];
  });
  return { events, rest };
}

/** The server sends a heartbeat every 15 seconds; a connection silent for longer is dead. */
const SILENCE = 40_000;

/** Ends early when the server returns. */
const pause = (milliseconds: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const end = () => {
      clearTimeout(timer);
      stop();
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    const stop = reach.subscribe(() => reach.get() && end());
    signal.addEventListener('abort', end, { once: true });
  });

const open = (path: string, lastId: string, signal: AbortSignal): Promise<Response> => {
  const token = sessionState().data?.accessToken;
  return fetch(path, {
    signal,
    cache: 'no-store',
    credentials: 'same-origin',
    headers: {
      accept: 'text/event-stream',
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(lastId ? { 'last-event-id': lastId } : {}),
    },
  });
};

/** Follows a stream until the signal aborts; reconnects after the last event. */
export async function follow(
  path: string,
  { onEvent, onState, signal, silence = SILENCE }: StreamOptions,
): Promise<void> {
  let lastId = '';
  let wait = FIRST_WAIT;
  while (!signal.aborted) {
    const silent = new AbortController();
    let timer = setTimeout(() => silent.abort(), silence);
    try {
      const response = await open(path, lastId, AbortSignal.any([signal, silent.signal]));
      // A missing permission is final; an expired token is renewed by other calls.
      if (response.status === 403 || response.status === 404) return;
      if (!response.ok || !response.body) throw new Error(`${path}: ${response.status}`);
      onState(true);
      const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
      let text = '';
      for (;;) {
        const { done, value } = await reader.read();
        if (done) break;
        clearTimeout(timer);
        timer = setTimeout(() => silent.abort(), silence);
        const read = eventsIn(text + value);
        text = read.rest;
        for (const event of read.events) {
          wait = FIRST_WAIT;
          lastId = event.id || lastId;
          onEvent(event);
        }
      }
    } catch {
      // Broken off: another try, after a pause.
    }
    clearTimeout(timer);
    if (signal.aborted) break;
    onState(false);
    await pause(wait, signal);
    wait = Math.min(wait * 2, LONGEST_WAIT);
  }
  onState(false);
}
