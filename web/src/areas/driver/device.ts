// State of the device: run, pre-start answer, availability and queue of its driver.
import type { DevicePerson } from '../../lib/driver-device.ts';
import {
  fetchAvailability,
  fetchChecklists,
  fetchHours,
  fetchLastAnswer,
  fetchMessages,
  fetchRun,
  type Checklists,
  type HoursLeft,
  type Job,
  type Message,
  type PreStartView,
} from './calls.ts';
import { settled, transact, writeValue } from '../../lib/queue/database.ts';
import { judge } from '../../lib/queue/judge.ts';
import { bellOf, exclusiveBy, Queue } from '../../lib/queue/queue.ts';
import { openDatabase } from './database.ts';
import { dayIn } from './days.ts';
import { dropOldDrafts } from './drafts.ts';
import { advance } from './progress.ts';
import { send } from './queue/send.ts';
import { subjectOf, type QueueItem, type Task } from './queue/tasks.ts';

/** The newest pre-start answer of a day. */
export interface DayAnswer {
  day: string;
  isBarred: boolean;
  reasons: string[];
}

/** An article scanned at a stop, before its event is sent. */
export interface Tick {
  article: string;
  at: string;
}

export interface Known {
  jobs: Job[];
  /** Time of the run's last answer; null before the first. */
  loadedAt: string | null;
  checklists: Checklists | null;
  answer: DayAnswer | null;
  available: boolean;
  hours: HoursLeft | null;
  /** Scanned articles by job. */
  ticks: Readonly<Record<number, Tick[]>>;
  /** Of dispatch, the newest first. */
  messages: Message[];
}

const NOTHING: Known = {
  jobs: [],
  loadedAt: null,
  checklists: null,
  answer: null,
  available: false,
  hours: null,
  ticks: {},
  messages: [],
};

export interface DeviceState extends Known {
  isLoaded: boolean;
  isRefreshing: boolean;
  /** Message of the last refresh that the server refused. */
  problem: string | null;
}

/** Stores what a confirmed item changed, until the next refresh. */
async function storeDone(
  { task, at }: QueueItem,
  values: IDBObjectStore,
  timezone: string,
): Promise<void> {
  if (task.kind === 'availability') await settled(values.put(task.available, 'available'));
  if (task.kind === 'answer') {
    const day = dayIn(timezone, new Date(at));
    const answer: DayAnswer = { day, isBarred: task.isBarred, reasons: [] };
    await settled(values.put(answer, 'answer'));
  }
  if (task.kind === 'read') {
    const messages = await settled(values.get('messages') as IDBRequest<Message[] | undefined>);
    const seen = messages?.map((message) =>
      task.ids.includes(message.id) ? { ...message, readtime: message.readtime ?? at } : message,
    );
    if (seen) await settled(values.put(seen, 'messages'));
  }
  if (task.kind !== 'operation') return;
  const jobs = await settled(values.get('jobs') as IDBRequest<Job[] | undefined>);
  const changed = jobs?.map((job) =>
    job.id === task.jobId ? advance(job, task.operation, task.articles) : job,
  );
  if (changed) await settled(values.put(changed, 'jobs'));
}

export class Device {
  readonly person: DevicePerson;
  readonly database: IDBDatabase;
  readonly queue: Queue<Task>;
  #state: DeviceState = { ...NOTHING, isLoaded: false, isRefreshing: false, problem: null };
  #listeners = new Set<() => void>();
  #refresh: Promise<void> | null = null;
  #isRefreshWanted = false;
  /** Counts confirmed items: an answer requested before one of them is outdated. */
  #confirmed = 0;

  private constructor(person: DevicePerson, database: IDBDatabase) {
    this.person = person;
    this.database = database;
    const name = `${person.database}-queue`;
    this.queue = new Queue({
      database,
      send,
      subjectOf,
      exclusive: exclusiveBy(name),
      bell: bellOf(name),
      onDone: (item, values) => storeDone(item, values, person.timezone),
    });
  }

  static async open(person: DevicePerson): Promise<Device> {
    const device = new Device(person, await openDatabase(person.database));
    await Promise.all([device.#load(), device.queue.load()]);
    dropOldDrafts(device.database).catch(() => undefined);
    let known = device.queue.state().items.length;
    let refreshedAt = 0;
    device.queue.subscribe(() => {
      const { items, sending } = device.queue.state();
      // Confirmed actions have changed the stored values, in this tab or another.
      if (items.length < known) {
        device.#confirmed += 1;
        void device.#load();
      }
      known = items.length;
      if (sending !== null || refreshedAt === device.#confirmed) return;
      refreshedAt = device.#confirmed;
      void device.refresh();
    });
    return device;
  }

  readonly state = (): DeviceState => this.#state;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  #set(change: Partial<DeviceState>): void {
    this.#state = { ...this.#state, ...change };
    for (const listener of this.#listeners) listener();
  }

  async #load(): Promise<void> {
    const names = Object.keys(NOTHING) as (keyof Known)[];
    // One transaction: later writes are set after this, and stay.
    const values = await transact(this.database, ['values'], 'readonly', (store) =>
      Promise.all(names.map((name) => settled<unknown>(store('values').get(name)))),
    );
    const found = names.flatMap((name, at) =>
      values[at] === undefined ? [] : [[name, values[at]]],
    );
    this.#set({ ...NOTHING, ...(Object.fromEntries(found) as Partial<Known>), isLoaded: true });
  }

  async #keep<Name extends keyof Known>(name: Name, value: Known[Name]): Promise<void> {
    await writeValue(this.database, name, value);
    this.#set({ [name]: value });
  }

  /** Reads and writes in one transaction: the camera can report two articles at once. */
  async #keepTicks(change: (ticks: Known['ticks']) => Known['ticks']): Promise<void> {
    const ticks = await transact(this.database, ['values'], 'readwrite', async (store) => {
      const values = store('values');
      const found = await settled(values.get('ticks') as IDBRequest<Known['ticks'] | undefined>);
      const changed = change(found ?? {});
      if (changed !== found) await settled(values.put(changed, 'ticks'));
      return changed;
    });
    this.#set({ ticks });
  }

  readonly today = (): string => dayIn(this.person.timezone, new Date());

  /** Stores an answer of the server, unless an action was confirmed since it was requested. */
  async #renew<T>(fetch: () => Promise<T>, keep: (found: T) => Promise<void>): Promise<void> {
    const confirmed = this.#confirmed;
    const found = await fetch();
    if (confirmed === this.#confirmed) await keep(found);
  }

  async #keepRun(jobs: Job[]): Promise<void> {
    await this.#keep('jobs', jobs);
    await this.#keep('loadedAt', new Date().toISOString());
    const ids = new Set(jobs.map(({ id }) => id));
    await this.#keepTicks((ticks) =>
      Object.fromEntries(Object.entries(ticks).filter(([id]) => ids.has(Number(id)))),
    );
  }

  #keepAnswer(answer: PreStartView | null): Promise<void> {
    return this.#keep(
      'answer',
      answer && {
        day: dayIn(this.person.timezone, new Date(answer.creationtime)),
        isBarred: answer.isbarred,
        reasons: answer.reasons,
      },
    );
  }

  /** Loads everything anew. What cannot be reached stays as it was. */
  refresh(): Promise<void> {
    this.#isRefreshWanted = true;
    this.#refresh ??= this.#refreshWhileWanted().finally(() => (this.#refresh = null));
    return this.#refresh;
  }

  async #refreshWhileWanted(): Promise<void> {
    while (this.#isRefreshWanted) {
      this.#isRefreshWanted = false;
      await this.#refreshAll();
    }
  }

  async #refreshAll(): Promise<void> {
    this.#set({ isRefreshing: true });
    const results = await Promise.allSettled([
      this.#renew(
        () => fetchRun(this.today(), this.person.timezone),
        (jobs) => this.#keepRun(jobs),
      ),
      this.#renew(fetchLastAnswer, (answer) => this.#keepAnswer(answer)),
      this.#renew(fetchAvailability, (available) => this.#keep('available', available)),
      this.#renew(fetchHours, (hours) => this.#keep('hours', hours)),
      this.#renew(fetchChecklists, (checklists) => this.#keep('checklists', checklists)),
      this.#renew(fetchMessages, (messages) => this.#keep('messages', messages)),
    ]);
    const outcomes = results.flatMap((result) =>
      result.status === 'rejected' ? [judge(result.reason)] : [],
    );
    const refusal = outcomes.find((outcome) => outcome.kind === 'refused');
    this.#set({ isRefreshing: false, problem: refusal?.message ?? null });
  }

  /** Ticks an article at a stop; a second scan changes nothing. */
  tick(jobId: number, article: string, at = new Date()): Promise<void> {
    return this.#keepTicks((ticks) => {
      const ticked = ticks[jobId] ?? [];
      if (ticked.some((tick) => tick.article === article)) return ticks;
      return { ...ticks, [jobId]: [...ticked, { article, at: at.toISOString() }] };
    });
  }

  untick(jobId: number, article?: string): Promise<void> {
    return this.#keepTicks(({ [jobId]: ticked = [], ...rest }) => {
      const left = article === undefined ? [] : ticked.filter((tick) => tick.article !== article);
      return left.length > 0 ? { ...rest, [jobId]: left } : rest;
    });
  }

  close(): void {
    this.queue.close();
    this.#listeners.clear();
    this.database.close();
  }
}
