// A plugin's configuration as the server tells it: settings, customers, limits, health, deliveries; rules without a screen.
import { words, type Tone, type Translate } from '@waybill/plugin';
import { msg } from '../../lib/i18n.ts';
import type { Ask, FunctionHealth } from './model.ts';
import type { JsonObject } from './schema/schema.ts';
import type { StoredSettings } from './schema/values.ts';

/** The settings of a tenant, or of one of its customers, with the schema they follow. Secrets are named, never told. */
export interface SettingsAnswer extends StoredSettings {
  /** A JSON Schema; null when the plugin has no settings. */
  schema: unknown;
  /** The plugin's version that they were written for; null when nothing is stored. */
  version?: string | null;
  /** The part of the call-back addresses that names this tenant or customer. */
  storeKey?: string | null;
  callbackUrls?: string[];
  rowVersion?: string | number | null;
  /** For a customer: the tenant's own, which hold where the customer has none. */
  inherited?: { settings: JsonObject; secretsSet?: string[] } | null;
  /** What is stored and does not fit the present schema. */
  problems?: { message: string; members: string[] }[];
}

export interface TestResult {
  ok: boolean;
  message: string;
}

/** A customer of the tenant and whether the plugin works for them. */
export interface PluginCustomer {
  id: number;
  name: string;
  code?: string | null;
  isEnabled: boolean;
  hasSettings?: boolean;
}

export interface Delivery {
  id: number;
  method?: string | null;
  path: string;
  eventId?: string | null;
  customerId?: number | null;
  /** Of the body. */
  bytes?: number | null;
  state: string;
  attempts: number;
  nextAt?: string | null;
  lastError?: string | null;
  creationTime: string;
}

/** One limit: what holds by itself, the most that can be set, and what is set (null: nothing). */
export interface Limit {
  name: string;
  default: number;
  most: number;
  value?: number | null;
  unit: string;
}

/** Numbers of a function's calls; what a host does not count is left out. */
export type HealthRow = FunctionHealth & { averageCpuMicros?: number | null; peakMemoryBytes?: number | null; retried?: number | null };

export interface Breaker {
  state: string;
  until?: string | null;
  reason?: string | null;
}

export interface Health {
  functions: HealthRow[];
  breaker?: Breaker | null;
  /** What went wrong around the calls: settings that could not be moved to a new version. */
  problems?: string[];
}

export const toHealth = (answer: HealthRow[] | Health): Health => (Array.isArray(answer) ? { functions: answer } : answer);

export interface HealthSum {
  calls: number;
  faulted: number;
  /** Of all calls that were made; null without any. */
  faultShare: number | null;
  averageMicros: number | null;
}

export function sumOf(rows: readonly HealthRow[]): HealthSum {
  const total = (of: (row: HealthRow) => number) => rows.reduce((sum, row) => sum + of(row), 0);
  const calls = total((row) => row.calls);
  const faulted = total((row) => row.faulted);
  return { calls, faulted, faultShare: calls > 0 ? faulted / calls : null, averageMicros: calls > 0 ? total((row) => row.averageMicros * row.calls) / calls : null };
}

export type BreakerState = 'closed' | 'resting' | 'trying';

/** Unknown words count as resting: whatever is not closed keeps calls away. */
export function breakerState({ state }: Breaker): BreakerState {
  const plain = state.toLowerCase().replaceAll(/[^a-z]/g, '');
  return plain === 'closed' ? 'closed' : plain === 'halfopen' || plain === 'trial' || plain === 'trying' ? 'trying' : 'resting';
}

const DELIVERY_STATES: Record<string, { text: string; tone: Tone }> = {
  waiting: { text: msg('Waits'), tone: 'info' },
  working: { text: msg('Is worked'), tone: 'progress' },
  done: { text: msg('Done'), tone: 'success' },
  failed: { text: msg('Failed'), tone: 'danger' },
};

export const deliveryState = (state: string): { text: string; tone: Tone } => DELIVERY_STATES[state.toLowerCase()] ?? { text: words(state), tone: 'neutral' };
/** Only what was given up, or waits for its next attempt, can be sent again. */
export const mayRetry = ({ state }: Pick<Delivery, 'state'>): boolean => ['failed', 'waiting'].includes(state.toLowerCase());

export interface EndpointLine {
  method: string;
  path: string;
  ask: Ask;
}

/** The plugin's own addresses, as its asks name them: `endpoint:POST,PUT /events hmac`. */
export function endpointsOf(plugin: string, asks: readonly Ask[]): EndpointLine[] {
  return asks.flatMap((ask) => {
    const found = /^endpoint:(\S+) (\/\S*)/.exec(ask.code);
    return found ? [{ method: (found[1] ?? '').replaceAll(',', ', '), path: `/api/plugins/${plugin}${found[2]}`, ask }] : [];
  });
}

/** A path of ours as the other side has to know it. */
export const wholeAddress = (url: string, origin: string): string => (URL.canParse(url, origin) ? new URL(url, origin).href : url);

const LIMIT_TEXTS: Record<string, string> = {
  memoryMib: msg('Memory of one call'),
  httpCalls: msg('Calls to other servers in one call'),
  logLines: msg('Lines of log in one call'),
  answerBytes: msg('Size of one answer'),
  inFlight: msg('Calls at once'),
};

/** `cpuMs.rates` is the processor time of the function `rates`. */
export function limitText(name: string, t: Translate): string {
  const [group = '', ...rest] = name.split('.');
  const of = rest.join('.');
  if (group === 'cpuMs' && of) return t('Processor time: {name}', { name: of });
  if (group === 'wallMs' && of) return t('Longest time: {name}', { name: of });
  const known = LIMIT_TEXTS[name];
  return known ? t(known) : words(name.replaceAll('.', ' '));
}

const UNITS: Record<string, string> = { mib: 'MiB', kib: 'KiB', ms: 'ms', s: 's', bytes: msg('bytes'), calls: msg('calls'), lines: msg('lines') };
export const unitText = (unit: string, t: Translate): string => {
  const known = UNITS[unit.toLowerCase()];
  return known ? t(known) : unit;
};

/** Limits as they are sent: the path in a name becomes nesting, and what is not set is left out. */
export function limitsWire(values: Readonly<Record<string, number | null>>): JsonObject {
  const wire: JsonObject = {};
  for (const [name, value] of Object.entries(values)) {
    if (value === null) continue;
    const [group = '', ...rest] = name.split('.');
    if (rest.length === 0) wire[group] = value;
    else wire[group] = { ...(wire[group] as JsonObject | undefined), [rest.join('.')]: value };
  }
  return wire;
}
