// Words, groups, tones and sums of line hauls.
import { words, type Tone } from '@waybill/plugin';
import type { Schema } from '../../api/types.ts';
import type { Status } from '../../kit/list/status.tsx';
import { msg } from '../../lib/i18n.ts';

export type LineHaul = Schema<'LineHaulView'>;
export type LineHaulDetails = Schema<'LineHaulDetails'>;
/** A line haul as it is saved. */
export type LineHaulRequest = Schema<'LineHaul'>;
export type LineHaulJob = Schema<'LineHaulJob'>;
export type LineHaulStatus = Schema<'LineHaulStatus'>;
export type LineHaulAllowed = Schema<'LineHaulOperation'>;
/** Operations of `processlinehauls`. */
export type LineHaulOperation = Exclude<LineHaulAllowed, 'Edit' | 'Delete'>;
export type Port = Schema<'LineHaulHeadPort'>;
export type Article = Schema<'LineHaulArticle'>;
export type ArticleState = Article['state'];
export type ScanRow = Schema<'LineHaulArticleResult'>;

export type StatusGroup = 'loading' | 'closed' | 'road' | 'arrived' | 'unloading' | 'done';

interface Facts {
  text: string;
  tone: Tone;
  group: StatusGroup;
}

/** States in their order. */
const STATUSES: Readonly<Record<LineHaulStatus, Facts>> = {
  Draft: { text: msg('Planned'), tone: 'neutral', group: 'loading' },
  Loading: { text: msg('Loading'), tone: 'info', group: 'loading' },
  Closed: { text: msg('Closed'), tone: 'warning', group: 'closed' },
  Departed: { text: msg('Departed'), tone: 'progress', group: 'road' },
  InTransit: { text: msg('In transit'), tone: 'progress', group: 'road' },
  Arrived: { text: msg('Arrived'), tone: 'info', group: 'arrived' },
  Unloading: { text: msg('Unloading'), tone: 'info', group: 'unloading' },
  Completed: { text: msg('Completed'), tone: 'success', group: 'done' },
  Cancelled: { text: msg('Cancelled'), tone: 'neutral', group: 'done' },
};

export const GROUPS: readonly { key: StatusGroup; label: string }[] = [
  { key: 'loading', label: msg('Loading') },
  { key: 'closed', label: msg('Closed') },
  { key: 'road', label: msg('On the road') },
  { key: 'arrived', label: msg('Arrived') },
  { key: 'unloading', label: msg('Unloading') },
  { key: 'done', label: msg('Completed') },
];

const factsOf = (status: string): Facts | undefined =>
  (STATUSES as Readonly<Record<string, Facts>>)[status];

export const ALL_STATUSES = Object.keys(STATUSES) as LineHaulStatus[];

export const statusesOf = (group: StatusGroup): LineHaulStatus[] =>
  ALL_STATUSES.filter((status) => STATUSES[status].group === group);

/** English text; a state unknown to this version by its name. */
export const statusText = (status: string): string => factsOf(status)?.text ?? words(status);

export const lineHaulStatus = ({ status }: Pick<LineHaul, 'status'>): Status => ({
  text: statusText(status),
  tone: factsOf(status)?.tone ?? 'neutral',
});

export const allows = (
  { allowedOperations }: Pick<LineHaul, 'allowedOperations'>,
  operation: LineHaulAllowed,
): boolean => allowedOperations.includes(operation);

/** True while articles can be planned and loaded. */
export const isOpen = ({ status }: Pick<LineHaul, 'status'>): boolean =>
  status === 'Draft' || status === 'Loading';

/** True once goods may come off, and until all is counted. */
export const isAtDestination = ({ status }: Pick<LineHaul, 'status'>): boolean =>
  status === 'Arrived' || status === 'Unloading';

/** True once the unloading is or was counted. */
export const isCounted = ({ status }: Pick<LineHaul, 'status'>): boolean =>
  status === 'Unloading' || status === 'Completed';

export const laneText = ({
  startheadport,
  destinationheadport,
}: Pick<LineHaul, 'startheadport' | 'destinationheadport'>): string =>
  `${startheadport.code} → ${destinationheadport.code}`;

export const laneNames = ({
  startheadport,
  destinationheadport,
}: Pick<LineHaul, 'startheadport' | 'destinationheadport'>): string =>
  `${portName(startheadport)} → ${portName(destinationheadport)}`;

export const portName = ({ code, name }: Port): string => name || code;

/** Who carries it: vehicle and driver, or the carrier account. */
export const carriedBy = ({ vehiclename, drivername, carrieraccount }: LineHaul): string =>
  [vehiclename, drivername, carrieraccount].filter(Boolean).join(' · ');

/** Minutes of delay against the plan; 0 without one. */
export function minutesLate(lineHaul: LineHaul, now: Date): number {
  const { group } = factsOf(lineHaul.status) ?? {};
  const due =
    group === 'loading' || group === 'closed'
      ? lineHaul.departuredate
      : group === 'road'
        ? lineHaul.arrivaldate
        : null;
  if (!due) return 0;
  return Math.max(0, Math.floor((now.getTime() - Date.parse(due)) / 60_000));
}

export type MeasureName = 'weight' | 'volume' | 'palletspaces';
export const MEASURES: readonly MeasureName[] = ['weight', 'palletspaces', 'volume'];

export interface Load {
  planned: number;
  loaded: number;
  /** Null if unlimited or unknown. */
  capacity: number | null;
}

/** What is planned and loaded of a measure, and what fits. */
export const loadOf = (lineHaul: LineHaul, name: MeasureName): Load => ({
  planned: lineHaul[name],
  loaded: lineHaul[`loaded${name}`],
  capacity: lineHaul.capacity[name],
});

/** Share of the capacity; null without one. */
export const shareOf = (amount: number, { capacity }: Load): number | null =>
  capacity !== null && capacity > 0 ? amount / capacity : null;

const ARTICLE_STATES: Readonly<Record<ArticleState, Omit<Facts, 'group'>>> = {
  Free: { text: msg('Not on it'), tone: 'neutral' },
  Allocated: { text: msg('Not scanned'), tone: 'neutral' },
  Loaded: { text: msg('Loaded'), tone: 'success' },
  Unloaded: { text: msg('Unloaded'), tone: 'success' },
  Short: { text: msg('Short'), tone: 'danger' },
  Over: { text: msg('Over'), tone: 'danger' },
};

export const articleState = ({ state }: Pick<Article, 'state'>): Status =>
  ARTICLE_STATES[state] ?? { text: words(state), tone: 'neutral' };

/** Articles of the line haul; those that stay free are not on it. */
export const onIt = ({ articles }: LineHaulJob): Article[] =>
  articles.filter(({ state }) => state !== 'Free');

export const countOf = (articles: readonly Article[], ...states: ArticleState[]): number =>
  articles.filter(({ state }) => states.includes(state)).length;

/** Articles that were loaded, wherever they are now. */
export const loadedOf = (job: LineHaulJob): number =>
  countOf(job.articles, 'Loaded', 'Unloaded', 'Short');

export interface JobFacts extends Status {
  /** A number after the text. */
  count?: number;
  isComplete: boolean;
}

/** State of a job on the line haul. */
export function jobFacts(lineHaul: Pick<LineHaul, 'status'>, job: LineHaulJob): JobFacts {
  const articles = onIt(job);
  const short = countOf(articles, 'Short');
  if (short > 0) return { text: msg('Short'), tone: 'danger', count: short, isComplete: false };
  const over = countOf(articles, 'Over');
  if (over > 0) return { text: msg('Over'), tone: 'danger', count: over, isComplete: false };
  const unloaded = countOf(articles, 'Unloaded');
  if (isAtDestination(lineHaul) || isCounted(lineHaul)) {
    const all = unloaded === articles.length;
    if (all) return { text: msg('Unloaded'), tone: 'success', isComplete: true };
    return unloaded > 0
      ? { text: msg('Unloading'), tone: 'info', isComplete: false }
      : { text: msg('On board'), tone: 'neutral', isComplete: false };
  }
  const loaded = countOf(articles, 'Loaded');
  if (loaded === articles.length && loaded > 0)
    return { text: msg('Loaded'), tone: 'success', isComplete: true };
  return loaded > 0
    ? { text: msg('Loading'), tone: 'info', isComplete: false }
    : { text: msg('Not scanned'), tone: 'neutral', isComplete: false };
}

/** Incomplete jobs first. */
export const byCompleteness = (
  lineHaul: Pick<LineHaul, 'status'>,
  jobs: readonly LineHaulJob[],
): LineHaulJob[] =>
  jobs.toSorted(
    (a, b) =>
      Number(jobFacts(lineHaul, a).isComplete) - Number(jobFacts(lineHaul, b).isComplete) ||
      a.jobno.localeCompare(b.jobno),
  );
