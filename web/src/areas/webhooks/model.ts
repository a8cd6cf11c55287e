// Webhook labels and event groups.
import type { Tone } from '@waybill/plugin';
import { msg } from '../../lib/i18n.ts';
import type { Delivery, EventType, Subscription } from './queries.ts';

export const path = '/settings/webhooks';
/** Test messages. */
export const PING = 'ping';

interface Word {
  /** English, marked with msg(). */
  text: string;
  tone: Tone;
}

export const STATES = [
  'Waiting',
  'Delivered',
  'Failed',
] as const satisfies readonly Delivery['state'][];

/** Distinguishes a retry from the first attempt. */
export function deliveryState({ state, attempts }: Pick<Delivery, 'state' | 'attempts'>): Word {
  if (state === 'Delivered') return { text: msg('Delivered'), tone: 'success' };
  if (state === 'Failed') return { text: msg('Failed'), tone: 'danger' };
  return attempts > 0
    ? { text: msg('Retrying'), tone: 'warning' }
    : { text: msg('Waiting'), tone: 'info' };
}

const FAILURES: Record<NonNullable<Delivery['failure']>, string> = {
  Status: msg('Rejected by the address'),
  TimedOut: msg('No answer within 10 seconds'),
  Unreachable: msg('No connection'),
  Refused: msg('Address not allowed'),
  SwitchedOff: msg('Subscription switched off'),
};

/** English, for t(). */
export const failureText = (failure: NonNullable<Delivery['failure']>): string => FAILURES[failure];

const PAUSES: Record<NonNullable<Subscription['pauseReason']>, string> = {
  Failing: msg('The address took no message for three days.'),
  Gone: msg('The address responded with status 410 and accepts no more messages.'),
  Backlog: msg('Too many messages waited to be delivered to the address.'),
};

/** English, for t(). */
export const pauseText = (reason: NonNullable<Subscription['pauseReason']>): string =>
  PAUSES[reason];

export function subscriptionState({
  isActive,
  pauseReason,
  health,
}: Pick<Subscription, 'isActive' | 'pauseReason' | 'health'>): Word {
  if (!isActive)
    return pauseReason
      ? { text: msg('Paused'), tone: 'danger' }
      : { text: msg('Off'), tone: 'neutral' };
  return health.failures > 0
    ? { text: msg('Failing'), tone: 'warning' }
    : { text: msg('Active'), tone: 'success' };
}

/** Groups in the server's order. */
export function grouped(types: readonly EventType[]): { group: string; types: EventType[] }[] {
  const groups = new Map<string, EventType[]>();
  for (const type of types) groups.set(type.group, [...(groups.get(type.group) ?? []), type]);
  return [...groups].map(([group, list]) => ({ group, types: list }));
}

/** Keeps the server's order; unknown names stay last. */
export function chosen(
  types: readonly EventType[],
  names: readonly string[],
  changed: readonly string[],
  on: boolean,
): string[] {
  const next = new Set(names.filter((name) => on || !changed.includes(name)));
  if (on) for (const name of changed) next.add(name);
  const known = types.map(({ name }) => name).filter((name) => next.has(name));
  return [...known, ...[...next].filter((name) => !known.includes(name))];
}

/** Other texts stay unchanged. */
export function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
