// Commands of the scan station: their keys, and the barcodes that stand for them.
import { normalized } from '../../../lib/articles.ts';
import { msg } from '../../../lib/i18n.ts';

/** Depot in, depot out, loading and unloading a line haul. */
export type Mode = 'in' | 'out' | 'load' | 'unload';

export type Command =
  | { kind: 'mode'; mode: Mode }
  | { kind: 'port'; code: string }
  | { kind: 'undo' | 'step' | 'accept' | 'dismiss' | 'sound' | 'change' };

export interface CommandKey {
  command: Exclude<Command, { kind: 'port' }>;
  /** As `KeyboardEvent.key` has it: no letters, since the scanner types. */
  key: string;
  /** Text of the barcode. */
  code: string;
  /** English, marked with msg(). */
  text: string;
}

/** Begins the barcode of a command; no article number begins so. */
const PREFIX = 'WBC';
const PORT_PREFIX = `${PREFIX}PORT`;

export const MODES: Readonly<Record<Mode, string>> = {
  in: msg('Depot in'),
  out: msg('Depot out'),
  load: msg('Load'),
  unload: msg('Unload'),
};

const mode = (of: Mode, key: string): CommandKey => ({
  command: { kind: 'mode', mode: of },
  key,
  code: `${PREFIX}${of.toUpperCase()}`,
  text: MODES[of],
});

export const COMMANDS: readonly CommandKey[] = [
  mode('in', 'F1'),
  mode('out', 'F2'),
  mode('load', 'F3'),
  mode('unload', 'F4'),
  { command: { kind: 'change' }, key: 'Home', code: `${PREFIX}CHANGE`, text: msg('Change depot') },
  { command: { kind: 'step' }, key: 'F7', code: `${PREFIX}STEP`, text: msg('Next step') },
  { command: { kind: 'undo' }, key: 'F8', code: `${PREFIX}UNDO`, text: msg('Undo last scan') },
  { command: { kind: 'accept' }, key: 'F9', code: `${PREFIX}YES`, text: msg('Yes, take it') },
  { command: { kind: 'dismiss' }, key: 'F10', code: `${PREFIX}NO`, text: msg('No, put aside') },
  { command: { kind: 'sound' }, key: 'F6', code: `${PREFIX}SOUND`, text: msg('Sound on or off') },
];

export const portBarcode = (code: string): string => `${PORT_PREFIX}${normalized(code)}`;

/** Identifiers that scanners may put before a code, such as `]C1`. */
const SYMBOLOGY = /^\][A-Z][0-9A-Z]/;

export type Input = { kind: 'command'; command: Command } | { kind: 'code'; code: string };

/** Reads a scanned or typed line; null if it is empty. */
export function readInput(text: string): Input | null {
  const code = normalized(text).replace(SYMBOLOGY, '');
  if (!code) return null;
  if (code.startsWith(PORT_PREFIX) && code !== PORT_PREFIX)
    return { kind: 'command', command: { kind: 'port', code: code.slice(PORT_PREFIX.length) } };
  const known = COMMANDS.find((one) => one.code === code);
  if (known) return { kind: 'command', command: known.command };
  // A lone z is no article number.
  if (code === 'Z') return { kind: 'command', command: { kind: 'undo' } };
  return { kind: 'code', code };
}

export const commandOf = (key: string): Command | null =>
  COMMANDS.find((one) => one.key === key)?.command ?? null;

export const keyOf = (kind: Command['kind']): string =>
  COMMANDS.find(({ command }) => command.kind === kind)?.key ?? '';
