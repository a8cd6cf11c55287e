// Live booking events: one stream a page, which invalidates queries.
import { useEffect, useSyncExternalStore } from 'react';
import { queryClient } from '../../api/query-client.ts';
import { follow, type StreamEvent } from '../../api/stream.ts';
import { bookingsKey } from './queries.ts';

const PATH = '/api/booking/booking/stream';
/** Events within this time cost one request. */
const BATCH_INTERVAL = 400;

let users = 0;
let ending: AbortController | null = null;
let isLive = false;
const listeners = new Set<() => void>();

function setLive(next: boolean): void {
  if (next === isLive) return;
  isLive = next;
  for (const listener of listeners) listener();
}

/** Booking of an event; null for all. */
export function bookingOf({ data }: Pick<StreamEvent, 'data'>): number | null {
  try {
    const payload: unknown = JSON.parse(data);
    const id: unknown =
      payload !== null && typeof payload === 'object' && 'bookingId' in payload
        ? payload.bookingId
        : null;
    return typeof id === 'number' ? id : null;
  } catch {
    return null;
  }
}

const changed = new Set<number>();
let all = false;
let timer: ReturnType<typeof setTimeout> | null = null;

function refresh(): void {
  timer = null;
  const ids = new Set(changed);
  changed.clear();
  const everything = all;
  all = false;
  void queryClient.invalidateQueries({
    queryKey: bookingsKey,
    // Per-booking keys have the id third: only the changed ones are invalidated.
    predicate: ({ queryKey: [, , id] }) => everything || typeof id !== 'number' || ids.has(id),
  });
}

function hear(event: StreamEvent): void {
  if (event.event === 'open') return;
  const id = bookingOf(event);
  if (id === null) all = true;
  else changed.add(id);
  timer ??= setTimeout(refresh, BATCH_INTERVAL);
}

/** Background pages close the stream, to leave connections for the active tab. */
function adjust(): void {
  const isNeeded = users > 0 && document.visibilityState === 'visible';
  if (isNeeded === (ending !== null)) return;
  if (!isNeeded) {
    ending?.abort();
    ending = null;
    setLive(false);
    return;
  }
  ending = new AbortController();
  void follow(PATH, { signal: ending.signal, onEvent: hear, onState: setLive });
}

function onVisibility(): void {
  const was = ending !== null;
  adjust();
  // Events missed while disconnected are unknown: invalidates all.
  if (!was && ending !== null) {
    all = true;
    timer ??= setTimeout(refresh, BATCH_INTERVAL);
  }
}

/** Keeps bookings live; returns the connection state. */
export function useLiveBookings(): boolean {
  useEffect(() => {
    users += 1;
    if (users === 1) document.addEventListener('visibilitychange', onVisibility);
    adjust();
    return () => {
      users -= 1;
      if (users === 0) document.removeEventListener('visibilitychange', onVisibility);
      adjust();
    };
  }, []);
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    () => isLive,
  );
}
