// A stream of server-sent events, read with the session's token, which a browser's own EventSource cannot send.
import { ApiError } from '@waybill/plugin';
import { refreshSession, sessionState } from './session.ts';

export interface StreamEvent {
  event: string;
  id: string;
  data: string;
}

export interface StreamOptions {
  onEvent: (event: StreamEvent) => void;
  /** Whether the server is being listened to at the moment. */
  onState: (isOpen: boolean) => void;
  signal: AbortSignal;
}

const FIRST_WAIT = 1_000;
const LONGEST_WAIT = 30_000;

/** The events in a piece of text, and what is left of one that is not whole yet. */
export function eventsIn(text: string): { events: StreamEvent[]; rest: string } {
  const parts = text.replaceAll('\r\n', '\n').split('\n\n');
  const rest = parts.pop() ?? '';
  const events = parts.flatMap((part) => {
    const fields = new Map<string, string>();
    for (const line of part.split('\n')) {
      const at = line.indexOf(':');
      // A line that begins with a colon keeps the connection alive and says nothing.
      if (at <= 0) continue;
      const [name, value] = [line.slice(0, at), line.slice(at + 1).replace(/^ /, '')];
      fields.set(name, name === 'data' && fields.has(name) ? `${fields.get(name)}\n${value}` : value);
    }
    const data = fields.get('data');
    return data === undefined ? [] : [{ event: fields.get('event') ?? 'message', id: fields.get('id') ?? '', data }];
  });
  return { events, rest };
}

const pause = (milliseconds: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener('abort', () => (clearTimeout(timer), resolve()), { once: true });
  });

/** Asks once more with a new token where the old one has run out; what is not permitted stays so. */
async function open(path: string, lastId: string, signal: AbortSignal): Promise<Response> {
  const attempt = (token: string | undefined) =>
    fetch(path, {
      signal,
      cache: 'no-store',
      credentials: 'same-origin',
      headers: { accept: 'text/event-stream', ...(token ? { authorization: `Bearer ${token}` } : {}), ...(lastId ? { 'last-event-id': lastId } : {}) },
    });
  const response = await attempt(sessionState().data?.accessToken);
  if (response.status !== 401) return response;
  const token = (await refreshSession()).data?.accessToken;
  if (!token) throw new ApiError(401, 'The session has ended');
  return attempt(token);
}

/** Follows a stream until the signal ends it: what breaks off is taken up again where it was. */
export async function follow(path: string, { onEvent, onState, signal }: StreamOptions): Promise<void> {
  let lastId = '';
  let wait = FIRST_WAIT;
  while (!signal.aborted) {
    try {
      const response = await open(path, lastId, signal);
      if ([401, 403, 404].includes(response.status)) return;
      if (!response.ok || !response.body) throw new ApiError(response.status, 'No stream');
      onState(true);
      const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
      let text = '';
      for (;;) {
        const { done, value } = await reader.read();
        if (done) break;
        const read = eventsIn(text + value);
        text = read.rest;
        for (const event of read.events) {
          wait = FIRST_WAIT;
          lastId = event.id || lastId;
          onEvent(event);
        }
      }
    } catch (error) {
      if (signal.aborted || (error instanceof ApiError && error.status === 401)) break;
    }
    onState(false);
    await pause(wait, signal);
    wait = Math.min(wait * 2, LONGEST_WAIT);
  }
  onState(false);
}
