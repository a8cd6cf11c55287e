// Parses and merges pasted holidays.
import { dateFormat } from '@waybill/plugin';

/** The server's limit. */
export const MAX_HOLIDAYS = 200;

/** Reader's date format. */
export interface DayWriting {
  /** 25/12/2026 is the 25th of December. */
  isDayFirst: boolean;
  /** Months by lower-case name. */
  months: ReadonlyMap<string, number>;
}

/** `shown` is 25 December 2026 in the reader's format, with the month in words. */
export function writingOf(language: string, shown: string): DayWriting {
  const months = new Map<string, number>();
  for (const name of ['en', language]) {
    for (const month of ['long', 'short'] as const) {
      // Some languages inflect names in dates.
      for (const form of [
        dateFormat(name, { month, timeZone: 'UTC' }),
        dateFormat(name, { month, day: 'numeric', timeZone: 'UTC' }),
      ]) {
        for (let at = 1; at <= 12; at += 1) {
          const text =
            form.formatToParts(Date.UTC(2026, at - 1, 15)).find(({ type }) => type === 'month')
              ?.value ?? '';
          months.set(text.toLowerCase().replace(/\.$/, ''), at);
        }
      }
    }
  }
  return { isDayFirst: /^[^\p{L}\p{N}]*25/u.test(shown), months };
}

/** Wire format; null if not in the calendar. */
function dayOf(year: number, month: number, day: number): string | null {
  const at = new Date(Date.UTC(year, month - 1, day));
  return at.getUTCFullYear() === year && at.getUTCMonth() === month - 1 && at.getUTCDate() === day
    ? at.toISOString().slice(0, 10)
    : null;
}

const NUMBERS = /(?<!\d)(\d{1,4})[./-]\s?(\d{1,2})[./-]\s?(\d{1,4})(?!\d)/;

/** 2026-12-25, 25/12/2026 or "Friday 25 December 2026"; other text is ignored. */
export function readDay(line: string, { isDayFirst, months }: DayWriting): string | null {
  const written = NUMBERS.exec(line);
  if (written) {
    const [, first = '', second = '', third = ''] = written;
    if (first.length === 4) return dayOf(Number(first), Number(second), Number(third));
    if (third.length === 4)
      return isDayFirst
        ? dayOf(Number(third), Number(second), Number(first))
        : dayOf(Number(third), Number(first), Number(second));
  }
  const lineWords = (line.toLowerCase().match(/\p{L}+|\d+/gu) ?? []).filter(
    (word) => /^\d/.test(word) || months.has(word),
  );
  for (let at = 0; at + 2 < lineWords.length; at += 1) {
    const [first = '', second = '', year = ''] = lineWords.slice(at, at + 3);
    const month = months.get(second) ?? months.get(first);
    const day = months.has(second) ? first : second;
    if (month !== undefined && /^\d{1,2}$/.test(day) && /^\d{4}$/.test(year))
      return dayOf(Number(year), month, Number(day));
  }
  return null;
}

/** `unread` are lines without a day. */
export function readDays(text: string, writing: DayWriting): { days: string[]; unread: string[] } {
  const lines = text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter(Boolean);
  const read = lines.map((line) => readDay(line, writing));
  return {
    days: read.filter((day) => day !== null),
    unread: lines.filter((_, at) => read[at] === null),
  };
}

/** Merges days, unique and sorted; `duplicates` are the duplicates. */
export function withDays(
  days: readonly string[],
  more: readonly string[],
): { days: string[]; added: string[]; duplicates: string[] } {
  const known = new Set(days);
  const repeated = new Set<string>();
  const added: string[] = [];
  for (const day of more) {
    if (known.has(day)) repeated.add(day);
    else added.push(day);
    known.add(day);
  }
  return { days: [...known].sort(), added: added.sort(), duplicates: [...repeated].sort() };
}
