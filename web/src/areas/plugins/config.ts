// Plugin configuration rules without UI.
import { words, type Tone, type Translate } from '@waybill/plugin';
import { msg } from '../../lib/i18n.ts';
import type { Schema } from '../../api/types.ts';
import type { Ask, FunctionHealth } from './model.ts';
import type { JsonObject } from './schema/schema.ts';

/** Settings with schema; secrets are named, never sent. */
export type SettingsAnswer = Schema<'SettingsView'>;
export type TestResult = Schema<'TestedSettings'>;
export type PluginCustomer = Schema<'CustomerState'>;
export type Delivery = Schema<'DeliveryView'>;
/** A null value means the default. */
export type Limit = Schema<'Limit'>;
export type Breaker = Schema<'BreakerState'>;
export type Health = Schema<'Health'>;

export type HealthRow = FunctionHealth;

export interface HealthSum {
  calls: number;
  faulted: number;
  /** Share of all calls; null without any. */
  faultShare: number | null;
  averageMicros: number | null;
}

export function sumOf(rows: readonly HealthRow[]): HealthSum {
  const total = (of: (row: HealthRow) => number) => rows.reduce((sum, row) => sum + of(row), 0);
  const calls = total((row) => row.calls);
  const faulted = total((row) => row.faulted);
  return {
    calls,
    faulted,
    faultShare: calls > 0 ? faulted / calls : null,
    averageMicros: calls > 0 ? total((row) => row.averageMicros * row.calls) / calls : null,
  };
}

export type BreakerState = 'closed' | 'resting' | 'trying';

/** Unknown states count as open: anything but closed rejects calls. */
export function breakerState({ state }: Breaker): BreakerState {
  const plain = state.toLowerCase().replaceAll(/[^a-z]/g, '');
  return plain === 'closed'
    ? 'closed'
    : plain === 'halfopen' || plain === 'trial' || plain === 'trying'
      ? 'trying'
      : 'resting';
}

const DELIVERY_STATES: Record<string, { text: string; tone: Tone }> = {
  waiting: { text: msg('Waiting'), tone: 'info' },
  working: { text: msg('Processing'), tone: 'progress' },
  done: { text: msg('Done'), tone: 'success' },
  failed: { text: msg('Failed'), tone: 'danger' },
};

export const deliveryState = (state: string): { text: string; tone: Tone } =>
  DELIVERY_STATES[state.toLowerCase()] ?? { text: words(state), tone: 'neutral' };
export const mayRetry = ({ allowedOperations }: Pick<Delivery, 'allowedOperations'>): boolean =>
  allowedOperations.includes('Retry');

export interface EndpointLine {
  method: string;
  path: string;
  ask: Ask;
}

/** Parses permissions such as `endpoint:POST,PUT /events hmac`. */
export function endpointsOf(plugin: string, asks: readonly Ask[]): EndpointLine[] {
  return asks.flatMap((ask) => {
    const found = /^endpoint:(\S+) (\/\S*)/.exec(ask.code);
    return found
      ? [
          {
            method: (found[1] ?? '').replaceAll(',', ', '),
            path: `/api/plugins/${plugin}${found[2]}`,
            ask,
          },
        ]
      : [];
  });
}

/** Absolute URL for the other side. */
export const wholeAddress = (url: string, origin: string): string =>
  URL.canParse(url, origin) ? new URL(url, origin).href : url;

const LIMIT_TEXTS: Record<string, string> = {
  memoryMib: msg('Memory per call'),
  httpCalls: msg('Outgoing requests per call'),
  logLines: msg('Log lines per call'),
  answerBytes: msg('Response size'),
  inFlight: msg('Concurrent calls'),
};

/** `cpuMs.rates` is the function's processor time. */
export function limitText(name: string, t: Translate): string {
  const [group = '', ...rest] = name.split('.');
  const of = rest.join('.');
  if (group === 'cpuMs' && of) return t('Processor time: {name}', { name: of });
  if (group === 'wallMs' && of) return t('Maximum time: {name}', { name: of });
  const known = LIMIT_TEXTS[name];
  return known ? t(known) : words(name.replaceAll('.', ' '));
}

const UNITS: Record<string, string> = {
  mib: 'MiB',
  kib: 'KiB',
  ms: 'ms',
  s: 's',
  bytes: msg('bytes'),
  calls: msg('calls'),
  lines: msg('lines'),
};
export const unitText = (unit: string, t: Translate): string => {
  const known = UNITS[unit.toLowerCase()];
  return known ? t(known) : unit;
};

/** Unset limits are left out. */
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
