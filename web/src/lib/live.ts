// Live records: one stream of server-sent events a topic, which invalidates queries.
import { useEffect, useSyncExternalStore } from 'react';
import { queryClient } from '../api/query-client.ts';
import type { StreamEvent } from '../api/stream.ts';
import { followWhileVisible } from './visible-stream.ts';

/** Events within this time cost one request. */
const BATCH_INTERVAL = 400;

export interface LiveTopic {
  path: string;
  /** First part of the queries' keys. Keys with an id as the third part belong to one record. */
  key: readonly [string];
  /** Member of the payload with the record's id. */
  member: string;
}

/** Record of an event; null for all. */
export function recordOf({ data }: Pick<StreamEvent, 'data'>, member: string): number | null {
  try {
    const payload: unknown = JSON.parse(data);
    const id: unknown =
      payload !== null && typeof payload === 'object'
        ? (payload as Record<string, unknown>)[member]
        : null;
    return typeof id === 'number' ? id : null;
  } catch {
    return null;
  }
}

/** A hook that keeps the topic's records live and returns the state of the connection. */
export function liveTopic({ path, key, member }: LiveTopic): () => boolean {
  let users = 0;
  let stop: (() => void) | null = null;
  let isLive = false;
  let all = false;
  let timer: ReturnType<typeof setTimeout> | null = null;
  const listeners = new Set<() => void>();
  const changed = new Set<number>();

  function setLive(next: boolean): void {
    if (next === isLive) return;
    isLive = next;
    for (const listener of listeners) listener();
  }

  function refresh(): void {
    timer = null;
    const ids = new Set(changed);
    changed.clear();
    const everything = all;
    all = false;
    void queryClient.invalidateQueries({
      queryKey: key,
      // Only the changed ones of the per-record keys are invalidated.
      predicate: ({ queryKey: [, , id] }) => everything || typeof id !== 'number' || ids.has(id),
    });
  }

  function onEvent(event: StreamEvent): void {
    if (event.event === 'open') return;
    const id = recordOf(event, member);
    if (id === null) all = true;
    else changed.add(id);
    timer ??= setTimeout(refresh, BATCH_INTERVAL);
  }

  const start = () =>
    followWhileVisible(path, {
      onEvent,
      onState: setLive,
      // Events missed while disconnected are unknown: invalidates all.
      onReturn: () => {
        all = true;
        timer ??= setTimeout(refresh, BATCH_INTERVAL);
      },
    });

  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  };

  return function useLive(): boolean {
    useEffect(() => {
      users += 1;
      if (users === 1) stop = start();
      return () => {
        users -= 1;
        if (users > 0) return;
        stop?.();
        stop = null;
      };
    }, []);
    return useSyncExternalStore(subscribe, () => isLive);
  };
}
