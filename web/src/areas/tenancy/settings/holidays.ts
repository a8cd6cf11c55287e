// Parses holidays from pasted lines; unique and sorted.

/** As many as the server keeps. */
export const MAX_HOLIDAYS = 200;

/** The reader's date format. */
export interface DayWriting {
  /** 25/12/2026 is the 25th of December. */
  isDayFirst: boolean;
  /** The months by their names in lower case. */
  months: ReadonlyMap<string, number>;
}

/** `shown` is the 25th of December 2026 as the reader sees days, with the month in words. */
export function writingOf(language: string, shown: string): DayWriting {
  const months = new Map<string, number>();
  for (const name of ['en', language]) {
    for (const month of ['long', 'short'] as const) {
      // Within a date some languages bend the name.
      for (const form of [
        new Intl.DateTimeFormat(name, { month, timeZone: 'UTC' }),
        new Intl.DateTimeFormat(name, { month, day: 'numeric', timeZone: 'UTC' }),
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

/** The day as the wire has it, if the calendar has it. */
function dayOf(year: number, month: number, day: number): string | null {
  const at = new Date(Date.UTC(year, month - 1, day));
  return at.getUTCFullYear() === year && at.getUTCMonth() === month - 1 && at.getUTCDate() === day
    ? at.toISOString().slice(0, 10)
    : null;
}

const NUMBERS = /(?<!\d)(\d{1,4})[./-]\s?(\d{1,2})[./-]\s?(\d{1,4})(?!\d)/;

/**
 * The date in a line: 2026-12-25, 25/12/2026 or "Friday 25 December 2026", with other text ignored.
 */
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
  const words = (line.toLowerCase().match(/\p{L}+|\d+/gu) ?? []).filter(
    (word) => /^\d/.test(word) || months.has(word),
  );
  for (let at = 0; at + 2 < words.length; at += 1) {
    const [first = '', second = '', year = ''] = words.slice(at, at + 3);
    const month = months.get(second) ?? months.get(first);
    const day = months.has(second) ? first : second;
    if (month !== undefined && /^\d{1,2}$/.test(day) && /^\d{4}$/.test(year))
      return dayOf(Number(year), month, Number(day));
  }
  return null;
}

/** The days of many lines, and the lines that have none. */
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

/**
 * The days with some more, each once and in order; `again` are those that were there already or
 * came twice.
 */
export function withDays(
  days: readonly string[],
  more: readonly string[],
): { days: string[]; added: string[]; again: string[] } {
  const known = new Set(days);
  const again = new Set<string>();
  const added: string[] = [];
  for (const day of more) {
    if (known.has(day)) again.add(day);
    else added.push(day);
    known.add(day);
  }
  return { days: [...known].sort(), added: added.sort(), again: [...again].sort() };
}
