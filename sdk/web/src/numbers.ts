// Numbers as people type them and as fields show them.
import { formatLocale } from './format.ts';
import type { Translate } from './i18n.ts';
import { numberFormat } from './intl.ts';

/** Signs of written numbers. */
export interface Notation {
  decimal: '.' | ',';
  /** Empty where spaces or apostrophes part groups: these are accepted everywhere. */
  group: '.' | ',' | '';
}

export const POINT: Notation = { decimal: '.', group: ',' };
export const COMMA: Notation = { decimal: ',', group: '.' };

const known = new Map<string, Notation>();

/** The reader's notation: the signs with which the app shows numbers and amounts. */
export function notation(): Notation {
  const locale = formatLocale();
  let found = known.get(locale);
  if (!found) {
    // Austria has dots in amounts only.
    const parts = [{}, { style: 'currency', currency: 'EUR' } as const].flatMap((options) =>
      numberFormat(locale, options).formatToParts(1_234_567.5),
    );
    const hasComma = parts.find(({ type }) => type === 'decimal')?.value === ',';
    const { decimal, group } = hasComma ? COMMA : POINT;
    const isGrouped = parts.some(({ type, value }) => type === 'group' && value === group);
    known.set(locale, (found = { decimal, group: isGrouped ? group : '' }));
  }
  return found;
}

const DIRECTION_MARKS = /[\u200e\u200f\u061c\u2066-\u2069]/g;
/** Arabic-Indic and Persian digits. */
const OTHER_DIGITS = /[\u0660-\u0669\u06f0-\u06f9]/g;
/** Spaces and apostrophes before three digits. */
const GAP = /(?<=\d)[\s'’](?=\d{3}(?!\d))/g;

/** Latin digits with the signs of the notation; the Arabic signs mean the same in all of them. */
export const latinDigits = (text: string, { decimal, group }: Notation = notation()): string =>
  text
    .replace(OTHER_DIGITS, (digit) => String(digit.charCodeAt(0) & 15))
    .replaceAll('\u066b', decimal)
    .replaceAll('\u066c', group || ' ');

const plain = (text: string, of: Notation): string =>
  latinDigits(text, of)
    .replace(DIRECTION_MARKS, '')
    .trim()
    .replace(/^[-−]\s*/, '-')
    .replace(GAP, '');

/** Groups of three; India has a comma after two digits too. */
const PATTERNS: Readonly<Record<string, RegExp>> = {
  '.': /^-?\d*(\.\d*)?$/,
  '.,': /^-?(\d*|[1-9]\d{0,2}(,\d{2,3})*,\d{3})(\.\d*)?$/,
  ',': /^-?\d*(,\d*)?$/,
  ',.': /^-?(\d*|[1-9]\d{0,2}(\.\d{3})+)(,\d*)?$/,
};

/** Reads a text that is written in the notation. */
function readIn(text: string, of: Notation): number | null {
  if (!/\d/.test(text) || !PATTERNS[of.decimal + of.group]?.test(text)) return null;
  const ungrouped = of.group ? text.replaceAll(of.group, '') : text;
  return Number(ungrouped.replace(of.decimal, '.'));
}

/** A group of thousands, or three decimals. */
const EITHER = /^-?[1-9]\d{0,2}\.\d{3}$/;

/**
 * Reads a typed number by the reader's notation, which is also how the app shows numbers and fills
 * fields (`writeNumber`): the decimal sign and groups of three in their own sign, spaces or
 * apostrophes.
 *
 * A sign that the notation does not explain is never dropped: the text is null, an error.
 * - Decimal point: `1,234.50` is 1234.5; `12,50` is null.
 * - Decimal comma: `1.234,50` is 1234.5 and `1.234` is 1234, as it is shown. A point that cannot
 *   part a group is a decimal point: `12.50`, `0.125`. `1,234.50` is null.
 */
export function readNumber(text: string, of: Notation = notation()): number | null {
  const typed = plain(text, of);
  const own = readIn(typed, of);
  if (own !== null || of.decimal === '.' || EITHER.test(typed)) return own;
  return readIn(typed, { decimal: '.', group: '' });
}

/**
 * Reads a cell of a sheet, which may be pasted from a program with another notation: to a reader
 * with decimal commas, `1.250` is null.
 */
export const readSheetNumber = (text: string, of: Notation = notation()): number | null =>
  of.decimal === ',' && EITHER.test(plain(text, of)) ? null : readNumber(text, of);

/** Writes a number as a field shows it: without groups, and `readNumber` reads it back. */
export const writeNumber = (value: number, digits?: number): string =>
  (digits === undefined ? String(value) : value.toFixed(digits)).replace('.', notation().decimal);

/** Whole numbers are the same in all notations; they may have more digits than `number` keeps. */
const WHOLE_NUMBER = /^-?\d+$/;

/** A typed number as URLs and stored drafts have it, in all languages; a text that is none stays. */
export const toPlain = (text: string): string => {
  const value = WHOLE_NUMBER.test(text) ? null : readNumber(text);
  return value === null ? text : String(value);
};

/** The text of a field for a number of a URL or stored draft. */
export const fromPlain = (text: string): string => {
  const value = WHOLE_NUMBER.test(text) ? null : readNumber(text, POINT);
  return value === null ? text : writeNumber(value);
};

/** Error of a text that is no number. */
export const numberError = (text: string, t: Translate): string =>
  notation().decimal === ','
    ? t('{text} is not a number: write decimals with a comma', { text })
    : t('{text} is not a number: write decimals with a point', { text });

/** Notation of numbers in a file, if some are in one notation only. */
export function notationOf(texts: Iterable<string>): Notation | null {
  let found: Notation | null = null;
  for (const text of texts) {
    const values = [POINT, COMMA].map((of) => readIn(plain(text, of), of));
    const own = values[0] === null ? COMMA : POINT;
    if (values.every((value) => value === null) || values.every((value) => value !== null))
      continue;
    if (found && found !== own) return null;
    found = own;
  }
  return found;
}

/**
 * Reads a number that may be in the other notation, of a file or a quick entry. A text with two
 * meanings is read in the given one, and null without it.
 */
export function readWritten(text: string, of: Notation | null): number | null {
  const values = [POINT, COMMA].map((one) => readIn(plain(text, one), one));
  const [point = null, comma = null] = values;
  if (point === null || comma === null || point === comma) return point ?? comma;
  return of && (of.decimal === ',' ? comma : point);
}
