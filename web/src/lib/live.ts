// Live records: one stream of server-sent events a topic, which invalidates queries.
import { useEffect, useSyncExternalStore } from 'react';
import { queryClient } from '../api/query-client.ts';
import type { StreamEvent } from '../api/stream.ts';
import { followWhileVisible } from './visible-stream.ts';

/** Events within this time cost one request. */
const BATCH_INTERVAL = 400;

/** A stream takes about this long to open, next to the first reads of its page. */
const FRESH = 3_000;

export interface LiveRecords {
  /** First part of the queries' keys. Keys with a number as the third part belong to one record. */
  key: readonly [string];
  /** Member of the payload with the record's id. */
  member: string;
}

export interface LiveTopic extends LiveRecords {
  path: string;
  /** Records of other kinds in the same stream. */
  others?: readonly LiveRecords[];
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

/** Records that a batch of events changes. */
export class Changes {
  readonly #kinds: readonly LiveRecords[];
  readonly #ids: Map<string, Set<number>>;
  #all = false;

  constructor(kinds: readonly LiveRecords[]) {
    this.#kinds = kinds;
    this.#ids = new Map(kinds.map(({ member }) => [member, new Set()]));
  }

  addAll(): void {
    this.#all = true;
  }

  /** An event that names no record means all of them. */
  add(event: StreamEvent): void {
    let isNamed = false;
    for (const [member, ids] of this.#ids) {
      const id = recordOf(event, member);
      if (id === null) continue;
      isNamed = true;
      ids.add(id);
    }
    if (!isNamed) this.addAll();
  }

  /** Returns the changed kinds, each with the test of the keys of single records. */
  kinds(): { key: readonly [string]; has: (id: number) => boolean }[] {
    return this.#kinds.flatMap(({ key, member }) => {
      const ids = this.#ids.get(member) ?? new Set();
      return this.#all || ids.size > 0 ? [{ key, has: (id) => this.#all || ids.has(id) }] : [];
    });
  }
}

/** A hook that keeps the topic's records live and returns the state of the connection. */
export function liveTopic({ path, key, member, others = [] }: LiveTopic): () => boolean {
  const kinds = [{ key, member }, ...others];
  let users = 0;
  let stop: (() => void) | null = null;
  let isLive = false;
  let changes = new Changes(kinds);
  let timer: ReturnType<typeof setTimeout> | null = null;
  const listeners = new Set<() => void>();

  function setLive(next: boolean): void {
    if (next === isLive) return;
    isLive = next;
    for (const listener of listeners) listener();
  }

  function refresh(): void {
    timer = null;
    const changed = changes.kinds();
    changes = new Changes(kinds);
    for (const { key: queryKey, has } of changed)
      void queryClient.invalidateQueries({
        queryKey,
        // Only the changed ones of the per-record keys are invalidated.
        predicate: ({ queryKey: [, , id] }) => typeof id !== 'number' || has(id),
      });
  }

  /** What was read well before the stream opened may have changed without a connection. */
  function refreshOlder(): void {
    const before = Date.now() - FRESH;
    for (const { key: queryKey } of kinds)
      void queryClient.invalidateQueries({
        queryKey,
        predicate: ({ state }) => state.dataUpdatedAt < before,
      });
  }

  function onEvent(event: StreamEvent): void {
    if (event.event === 'open') return refreshOlder();
    changes.add(event);
    timer ??= setTimeout(refresh, BATCH_INTERVAL);
  }

  const start = () =>
    followWhileVisible(path, {
      onEvent,
      onState: setLive,
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
