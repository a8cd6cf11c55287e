// Judgement of scans, from the articles that the station has loaded.
import type { Schema } from '../../../api/types.ts';
import { normalized } from '../../../lib/articles.ts';
import type { ArticleState, LineHaulDetails, LineHaulJob } from '../model.ts';
import type { Mode } from './commands.ts';
import type { StationItem, Task } from './tasks.ts';

/** An article as the station knows it before it asks the server. */
export interface Known {
  article: string;
  jobId: number;
  jobno: string;
  /** Sender. */
  from: string;
  /** Receiver and town. */
  to: string;
  /** Package and weight. */
  goods: string;
  /** State on the line haul; Free for those that wait. */
  state: ArticleState;
}

/** By article number, normalised. */
export type Index = ReadonlyMap<string, Known>;

const joined = (parts: readonly (string | null | undefined)[], separator: string): string =>
  parts.filter(Boolean).join(separator);

const entriesOf = (job: LineHaulJob): [string, Known][] =>
  job.articles.map((article) => [
    normalized(article.articlenumber),
    {
      article: article.articlenumber,
      jobId: job.jobid,
      jobno: job.jobno,
      from: job.fromcompany ?? '',
      to: joined([job.tocompany, job.tosuburb], ', '),
      goods: joined([article.packagetype, article.description], ' · '),
      state: article.state,
    },
  ]);

/** Articles of the line haul, and those that wait for its lane. */
export const indexOf = (lineHaul: LineHaulDetails, waiting: readonly LineHaulJob[]): Index =>
  new Map([...waiting.flatMap(entriesOf), ...lineHaul.childjobs.flatMap(entriesOf)]);

type FreightJob = Schema<'FreightJobView'>;

/** Articles of jobs, for the doors of a depot. */
export const indexOfJobs = (jobs: readonly FreightJob[]): Index =>
  new Map(
    jobs.flatMap((job) =>
      job.items.flatMap((item) =>
        item.articlenumbers.map((article): [string, Known] => [
          normalized(article),
          {
            article,
            jobId: job.id,
            jobno: job.jobno,
            from: job.fromaddress?.companyname ?? '',
            to: joined([job.toaddress?.companyname, job.toaddress?.suburb], ', '),
            goods: joined([item.packagetype, item.description], ' · '),
            state: 'Free',
          },
        ]),
      ),
    ),
  );

export type Kind =
  | 'loaded'
  | 'unloaded'
  | 'in'
  | 'out'
  /** Scanned before: never counted twice. */
  | 'repeated'
  /** Not of this line haul. */
  | 'unexpected'
  /** Known nowhere. */
  | 'unknown'
  | 'refused'
  | 'undone';

/** Kinds that change something. */
export const isCounted = (kind: Kind): boolean =>
  kind === 'loaded' || kind === 'unloaded' || kind === 'in' || kind === 'out';

export interface Scan {
  id: string;
  at: string;
  /** As scanned, or the stored number. */
  code: string;
  mode: Mode;
  haulId: number | null;
  haulCode: string;
  port: string;
  kind: Kind;
  known: Known | null;
  /** State before the scan, to go back to. */
  before: ArticleState | null;
  /** Taken although it was not expected. */
  isOver?: boolean;
  isChecking?: boolean;
  message?: string | undefined;
}

const DONE_KIND: Readonly<Record<Mode, Kind>> = {
  in: 'in',
  out: 'out',
  load: 'loaded',
  unload: 'unloaded',
};
export const doneKind = (mode: Mode): Kind => DONE_KIND[mode];

export interface Judgement {
  kind: Kind;
  known: Known | null;
}

/** Judges a scan by what is known; `passed` are the articles that went through this door. */
export function judgeScan(
  code: string,
  { mode, index, passed }: { mode: Mode; index: Index; passed: ReadonlySet<string> },
): Judgement {
  const known = index.get(code) ?? null;
  if (mode === 'in' || mode === 'out') {
    if (passed.has(code)) return { kind: 'repeated', known };
    return { kind: known ? doneKind(mode) : 'unknown', known };
  }
  if (!known) return { kind: 'unexpected', known };
  if (mode === 'load') {
    if (known.state === 'Loaded') return { kind: 'repeated', known };
    return known.state === 'Free' || known.state === 'Allocated'
      ? { kind: 'loaded', known }
      : { kind: 'unexpected', known };
  }
  if (known.state === 'Unloaded' || known.state === 'Over') return { kind: 'repeated', known };
  return known.state === 'Loaded' || known.state === 'Short'
    ? { kind: 'unloaded', known }
    : { kind: 'unexpected', known };
}

/** The task that records a scan; null if it changes nothing. */
export function taskOf(scan: Scan): Task | null {
  const article = scan.known?.article ?? scan.code;
  const common = { scanId: scan.id, article };
  if (scan.kind === 'in' || scan.kind === 'out')
    return {
      ...common,
      kind: 'pass',
      code: scan.kind === 'in' ? 'DepotIn' : 'DepotOut',
      port: scan.port,
    };
  if (scan.haulId === null) return null;
  const haul = { haulId: scan.haulId, haulCode: scan.haulCode };
  if (scan.kind === 'loaded')
    return { ...common, ...haul, kind: 'load', isForced: scan.isOver ?? false };
  return scan.kind === 'unloaded' ? { ...common, ...haul, kind: 'unload' } : null;
}

/** The task that takes a sent scan back; null if nothing does. */
export function inverseOf(scan: Scan, mayDelete: boolean): Task | null {
  const article = scan.known?.article ?? scan.code;
  const common = { scanId: scan.id, article };
  if (scan.kind === 'in' || scan.kind === 'out')
    return mayDelete ? { ...common, kind: 'unpass' } : null;
  if (scan.haulId === null) return null;
  const haul = { haulId: scan.haulId, haulCode: scan.haulCode };
  if (scan.kind === 'loaded')
    return { ...common, ...haul, kind: 'off', isFree: scan.before !== 'Allocated' };
  return scan.kind === 'unloaded'
    ? { ...common, ...haul, kind: 'back', isFree: scan.isOver ?? false }
    : null;
}

/** Scans that stay whatever they are. */
const RECENT = 200;

/**
 * The newest scans, and older ones that still matter: done ones are counted and recognised when they
 * are scanned again, and `open` ones wait for a decision.
 */
export const retained = (scans: readonly Scan[], open: readonly string[]): readonly Scan[] =>
  scans.filter(({ id, kind }, at) => at < RECENT || isCounted(kind) || open.includes(id));

/** Scans as they stand: what the server refused does not count. */
export function withRefusals(
  scans: readonly Scan[],
  refusals: readonly StationItem[],
): readonly Scan[] {
  if (refusals.length === 0) return scans;
  const messages = new Map(refusals.map(({ task, conflict }) => [task.scanId, conflict]));
  return scans.map((scan) => {
    const message = messages.get(scan.id);
    return message ? { ...scan, kind: 'refused', message } : scan;
  });
}

/** The scan that an undo takes back: the newest that changed something. */
export const lastUndoable = (scans: readonly Scan[]): Scan | null =>
  scans.find(({ kind, isChecking }) => isCounted(kind) && !isChecking) ?? null;

const AFTER: Readonly<Record<Exclude<Task['kind'], 'pass' | 'unpass'>, ArticleState>> = {
  load: 'Loaded',
  off: 'Allocated',
  unload: 'Unloaded',
  back: 'Loaded',
};

/** A change that the server's list may not have yet. */
export interface Ahead {
  haulId: number;
  article: string;
  state: ArticleState;
}

/** What a task makes of its article; null for doors. */
export function aheadOf(task: Task): Ahead | null {
  if (task.kind === 'pass' || task.kind === 'unpass') return null;
  const isFree = (task.kind === 'off' || task.kind === 'back') && task.isFree;
  const state = isFree ? 'Free' : AFTER[task.kind];
  return { haulId: task.haulId, article: normalized(task.article), state };
}

/** A task, and why the server refused it. */
export type Judged = Pick<StationItem, 'task' | 'conflict'>;

/** Tasks that take a scan back. */
export const isInverse = ({ kind }: Task): boolean =>
  kind === 'off' || kind === 'back' || kind === 'unpass';

/** Items without those of undone scans, which leave the queue a little later. */
export function countedItems(items: readonly Judged[], scans: readonly Scan[]): Judged[] {
  const undone = new Set(scans.flatMap(({ id, kind }) => (kind === 'undone' ? id : [])));
  return items.filter(({ task }) => isInverse(task) || !undone.has(task.scanId));
}

/** The index with what is done here but not yet in the server's list. */
export function projected(
  index: Index,
  haulId: number,
  confirmed: readonly Ahead[],
  items: readonly Judged[],
): Index {
  const queued = items.flatMap(
    ({ task, conflict }) => (conflict === null ? aheadOf(task) : null) ?? [],
  );
  const changes = [...confirmed, ...queued].filter((one) => one.haulId === haulId);
  if (changes.length === 0) return index;
  const next = new Map(index);
  for (const { article, state } of changes) {
    const known = next.get(article);
    if (known) next.set(article, { ...known, state });
  }
  return next;
}

export interface Counts {
  expected: number;
  done: number;
  over: number;
}

const ON_IT: Readonly<Record<'load' | 'unload', readonly ArticleState[]>> = {
  load: ['Allocated', 'Loaded'],
  unload: ['Loaded', 'Unloaded', 'Short'],
};
const DONE_STATES: Readonly<Record<'load' | 'unload', ArticleState>> = {
  load: 'Loaded',
  unload: 'Unloaded',
};

export function countsOf(index: Index, mode: 'load' | 'unload'): Counts {
  let [expected, done, over] = [0, 0, 0];
  for (const { state } of index.values()) {
    if (ON_IT[mode].includes(state)) expected += 1;
    if (state === DONE_STATES[mode]) done += 1;
    if (state === 'Over') over += 1;
  }
  return { expected, done, over };
}

export interface Missing {
  jobId: number;
  jobno: string;
  from: string;
  to: string;
  missing: number;
  all: number;
}

/** Jobs with articles still to come, the fullest gaps first. */
export function missingOf(index: Index, mode: 'load' | 'unload'): Missing[] {
  const jobs = new Map<number, Missing>();
  for (const { jobId, jobno, from, to, state } of index.values()) {
    if (!ON_IT[mode].includes(state)) continue;
    const job = jobs.get(jobId) ?? { jobId, jobno, from, to, missing: 0, all: 0 };
    const isMissing = state !== DONE_STATES[mode];
    jobs.set(jobId, { ...job, all: job.all + 1, missing: job.missing + (isMissing ? 1 : 0) });
  }
  return [...jobs.values()]
    .filter(({ missing }) => missing > 0)
    .toSorted((a, b) => b.missing - a.missing || a.jobno.localeCompare(b.jobno));
}

/** Place of a scanned article among those of its job: "3 of 4". */
export function placeOf(index: Index, jobId: number, mode: 'load' | 'unload') {
  const all = [...index.values()].filter(
    (known) => known.jobId === jobId && ON_IT[mode].includes(known.state),
  );
  return { done: all.filter(({ state }) => state === DONE_STATES[mode]).length, all: all.length };
}

/** Scans of the last minute. */
export const pace = (scans: readonly Scan[], now: Date): number =>
  scans.filter(({ kind, at }) => kind !== 'undone' && now.getTime() - Date.parse(at) < 60_000)
    .length;
