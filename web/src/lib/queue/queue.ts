// Queue of a person's actions on the device: stored first, then sent once and in order.
// Invariants:
// - An action is shown as done only after it is stored.
// - An item is removed only after the server has confirmed it, or by the person.
// - One tab at a time sends. Items of one subject are sent in the order of their actions.
import { settled, transact } from './database.ts';
import type { Outcome } from './judge.ts';

/** Failures of the server after which an item no longer holds up the others. */
const MAX_FAILURES = 5;

/** Runs work while no other tab does. */
export type Exclusive = (work: () => Promise<void>) => Promise<void>;

/** Tells other tabs about changes. */
export interface Bell {
  ring(): void;
  listen(listener: () => void): () => void;
}

export interface QueueItem<Task> {
  /** Position in the queue, assigned by the database. */
  place: number;
  /** The device's own id. */
  id: string;
  /** Moment of the action, by the device. */
  at: string;
  task: Task;
  /** The server's sentence, if it refused the task. */
  conflict: string | null;
  /** Failures of the server, not of the network. */
  failures: number;
  /** Milliseconds since the epoch before which the item can still be discarded unsent. */
  heldUntil?: number;
}

export interface QueueOptions<Task> {
  database: IDBDatabase;
  send: (item: QueueItem<Task>) => Promise<Outcome>;
  /** Tasks of one subject are sent in order; a refused one holds back those after it. */
  subjectOf: (task: Task) => string;
  exclusive: Exclusive;
  bell: Bell;
  /** Stores what a confirmed item changed, in the transaction that removes it. */
  onDone?: (item: QueueItem<Task>, values: IDBObjectStore) => Promise<void>;
}

export interface QueueState<Task> {
  items: readonly QueueItem<Task>[];
  /** Place of the item in flight. */
  sending: number | null;
}

export class Queue<Task> {
  #options: QueueOptions<Task>;
  #state: QueueState<Task> = { items: [], sending: null };
  #listeners = new Set<() => void>();
  #replay: Promise<void> | null = null;
  #isReplayWanted = false;
  /** Runs while items are removed; nothing that it may remove is sent meanwhile. */
  #discarding: Promise<void> | null = null;
  #timer: ReturnType<typeof setTimeout> | null = null;
  #stopListening: () => void;

  constructor(options: QueueOptions<Task>) {
    this.#options = options;
    this.#stopListening = options.bell.listen(() => void this.load());
  }

  /** A stable function for `useSyncExternalStore`. */
  readonly state = (): QueueState<Task> => this.#state;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  #set(change: Partial<QueueState<Task>>): void {
    this.#state = { ...this.#state, ...change };
    for (const listener of this.#listeners) listener();
  }

  async #read(): Promise<QueueItem<Task>[]> {
    return transact(this.#options.database, ['queue'], 'readonly', (store) =>
      settled(store('queue').getAll() as IDBRequest<QueueItem<Task>[]>),
    );
  }

  /** Reads the items, which other tabs may have changed. */
  async load(): Promise<void> {
    this.#set({ items: await this.#read() });
  }

  async #changed(): Promise<void> {
    await this.load();
    this.#options.bell.ring();
  }

  /** Stores actions in their order, all or none of them; `hold` delays sending, for an undo. */
  async add(tasks: readonly Task[], at = new Date(), hold = 0): Promise<void> {
    await transact(this.#options.database, ['queue'], 'readwrite', async (store) => {
      for (const task of tasks) {
        const item: Omit<QueueItem<Task>, 'place'> = {
          id: crypto.randomUUID(),
          at: at.toISOString(),
          task,
          conflict: null,
          failures: 0,
          ...(hold > 0 ? { heldUntil: at.getTime() + hold } : {}),
        };
        await settled(store('queue').add(item));
      }
    });
    await this.#changed();
    void this.replay();
  }

  async #change(place: number, change: Partial<QueueItem<Task>>): Promise<void> {
    await transact(this.#options.database, ['queue'], 'readwrite', async (store) => {
      const item = await settled(
        store('queue').get(place) as IDBRequest<QueueItem<Task> | undefined>,
      );
      if (item) await settled(store('queue').put({ ...item, ...change }));
    });
    await this.#changed();
  }

  /** Removes an item and those of its subject after it, which build on it. */
  async discard(place: number): Promise<void> {
    const discarding = this.#remove(place);
    this.#discarding = discarding;
    try {
      await discarding;
    } finally {
      if (this.#discarding === discarding) this.#discarding = null;
    }
    await this.#changed();
    void this.replay();
  }

  async #remove(place: number): Promise<void> {
    const { subjectOf } = this.#options;
    await transact(this.#options.database, ['queue'], 'readwrite', async (store) => {
      const items = await settled(store('queue').getAll() as IDBRequest<QueueItem<Task>[]>);
      const first = items.find((item) => item.place === place);
      if (!first) return;
      const subject = subjectOf(first.task);
      for (const item of items)
        if (item.place >= place && subjectOf(item.task) === subject)
          await settled(store('queue').delete(item.place));
    });
  }

  /** Sends a refused item again. */
  async retry(place: number): Promise<void> {
    await this.#change(place, { conflict: null, failures: 0 });
    void this.replay();
  }

  /** Ends all holds and sends. */
  async release(): Promise<void> {
    await transact(this.#options.database, ['queue'], 'readwrite', async (store) => {
      const items = await settled(store('queue').getAll() as IDBRequest<QueueItem<Task>[]>);
      for (const { heldUntil, ...item } of items)
        if (heldUntil !== undefined) await settled(store('queue').put(item));
    });
    await this.replay();
  }

  /** Sends what is queued. Concurrent calls share one run, which looks again at its end. */
  replay(): Promise<void> {
    this.#isReplayWanted = true;
    this.#replay ??= this.#run().finally(() => (this.#replay = null));
    return this.#replay;
  }

  async #run(): Promise<void> {
    while (this.#isReplayWanted) {
      this.#isReplayWanted = false;
      await this.#options.exclusive(() => this.#sendAll());
    }
  }

  async #sendAll(): Promise<void> {
    try {
      for (;;) {
        const items = await this.#read();
        if (this.#discarding) {
          await this.#discarding.catch(() => undefined);
          continue;
        }
        const item = nextOf(items, this.#options.subjectOf);
        if (!item) return this.#replayLater(items);
        this.#set({ sending: item.place });
        const outcome = await this.#options.send(item);
        if (outcome.kind === 'away') return;
        if (outcome.kind === 'done') await this.#finish(item);
        else if (outcome.kind === 'refused')
          await this.#change(item.place, { conflict: outcome.message });
        else {
          const failures = item.failures + 1;
          const conflict = failures < MAX_FAILURES ? null : outcome.message;
          await this.#change(item.place, { failures, conflict });
          if (!conflict) return;
        }
      }
    } finally {
      this.#set({ sending: null });
    }
  }

  /** Sends held items when their time has come. */
  #replayLater(items: readonly QueueItem<Task>[]): void {
    const times = items.flatMap(({ heldUntil, conflict }) =>
      heldUntil === undefined || conflict !== null ? [] : [heldUntil],
    );
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer =
      times.length > 0
        ? setTimeout(() => void this.replay(), Math.max(0, Math.min(...times) - Date.now()))
        : null;
  }

  async #finish(item: QueueItem<Task>): Promise<void> {
    await transact(this.#options.database, ['queue', 'values'], 'readwrite', async (store) => {
      await this.#options.onDone?.(item, store('values'));
      await settled(store('queue').delete(item.place));
    });
    await this.#changed();
  }

  close(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#stopListening();
    this.#listeners.clear();
  }
}

/** The first item that no refused or held one of its subject holds back. */
export function nextOf<Task>(
  items: readonly QueueItem<Task>[],
  subjectOf: (task: Task) => string,
  now = Date.now(),
): QueueItem<Task> | null {
  const blocked = new Set<string>();
  for (const item of items) {
    const subject = subjectOf(item.task);
    if (blocked.has(subject)) continue;
    if (item.conflict === null && (item.heldUntil ?? 0) <= now) return item;
    blocked.add(subject);
  }
  return null;
}

/** Locks of the browser, which end with their tab. */
export const exclusiveBy =
  (name: string): Exclusive =>
  (work) =>
    navigator.locks.request(name, work);

export function bellOf(name: string): Bell {
  const channel = new BroadcastChannel(name);
  return {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- not a window
    ring: () => channel.postMessage(null),
    listen(listener) {
      channel.addEventListener('message', listener);
      return () => {
        channel.removeEventListener('message', listener);
        channel.close();
      };
    },
  };
}
