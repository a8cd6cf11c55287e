// Words and tones of the station's results.
import { msg } from '../../../lib/i18n.ts';
import type { Signal } from '../../../lib/signal.ts';
import type { LineHaulOperation } from '../model.ts';
import type { Mode } from './commands.ts';
import type { Kind, Scan } from './station.ts';

export type PanelTone = 'good' | 'warn' | 'bad' | 'info';

const TONES: Readonly<Record<Kind, PanelTone>> = {
  loaded: 'good',
  unloaded: 'good',
  in: 'good',
  out: 'good',
  repeated: 'warn',
  undone: 'warn',
  unexpected: 'bad',
  unknown: 'bad',
  refused: 'bad',
};

export const toneOf = ({ kind, isOver }: Pick<Scan, 'kind' | 'isOver'>): PanelTone =>
  isOver && TONES[kind] === 'good' ? 'warn' : TONES[kind];

const WORDS: Readonly<Record<Exclude<Kind, 'unexpected'>, string>> = {
  loaded: msg('Loaded'),
  unloaded: msg('Unloaded'),
  in: msg('In'),
  out: msg('Out'),
  repeated: msg('Scanned before'),
  undone: msg('Undone'),
  unknown: msg('Not known here'),
  refused: msg('Refused'),
};

/** English, for t(). */
export function wordOf({ kind, mode, isOver }: Pick<Scan, 'kind' | 'mode' | 'isOver'>): string {
  if (kind === 'unexpected') return mode === 'unload' ? msg('Over') : msg('Wrong line haul');
  if (kind === 'unloaded' && isOver) return msg('Over');
  return WORDS[kind];
}

/** English, for t(): the field while nothing is typed. */
export const READY: Readonly<Record<Mode, string>> = {
  in: msg('Ready: scan what comes in'),
  out: msg('Ready: scan what goes out'),
  load: msg('Ready: scan what is loaded'),
  unload: msg('Ready: scan what is unloaded'),
};

export const SURFACES: Readonly<Record<PanelTone, string>> = {
  good: 'bg-signal-good text-white',
  warn: 'bg-signal-warn text-white',
  bad: 'bg-signal-bad text-white',
  info: 'bg-signal-info text-white',
};

export const TEXT_TONES: Readonly<Record<PanelTone, string>> = {
  good: 'text-success-text',
  warn: 'text-warning-text',
  bad: 'text-danger-text',
  info: 'text-info-text',
};

/** English, for t(). */
export const STEP_QUESTIONS: Readonly<Record<LineHaulOperation, string>> = {
  Load: msg('Start loading {code}?'),
  Close: msg('Close {code}?'),
  Book: msg('Book {code} with the carrier?'),
  Depart: msg('{code} departs now?'),
  Transit: msg('{code} is in transit?'),
  Arrive: msg('{code} has arrived?'),
  Unload: msg('Start unloading {code}?'),
  Complete: msg('Complete {code}?'),
  Cancel: msg('Cancel {code}?'),
};

export const SIGNALS: Readonly<Record<Kind, Signal>> = {
  loaded: 'good',
  unloaded: 'good',
  in: 'good',
  out: 'good',
  repeated: 'warn',
  undone: 'warn',
  unexpected: 'bad',
  unknown: 'bad',
  refused: 'bad',
};
