// Custom invoice periods by week patterns.
import { addDays, isDay } from '../../../lib/days.ts';
import { msg } from '../../../lib/i18n.ts';

/** Weeks repeat through the year. */
export const PATTERNS = {
  fourWeeks: { text: msg('13 periods of 4 weeks'), weeks: [4], periods: 13 },
  fourFourFive: { text: msg('12 periods of 4, 4 and 5 weeks'), weeks: [4, 4, 5], periods: 12 },
  fiveFourFour: { text: msg('12 periods of 5, 4 and 4 weeks'), weeks: [5, 4, 4], periods: 12 },
  twoWeeks: { text: msg('26 periods of 2 weeks'), weeks: [2], periods: 26 },
} as const;
export type Pattern = keyof typeof PATTERNS;

export interface InvoicePeriod {
  from: string;
  to: string;
  days: number;
}

const DAY_MS = 86_400_000;

/** The last day only ends a period. */
export function periodsOf(firstDays: readonly string[]): InvoicePeriod[] {
  return firstDays.slice(0, -1).map((from, at) => {
    const next = firstDays[at + 1] ?? from;
    // Half-typed.
    if (!isDay(from) || !isDay(next)) return { from, to: '', days: 0 };
    return {
      from,
      to: addDays(next, -1),
      days: Math.round((Date.parse(next) - Date.parse(from)) / DAY_MS),
    };
  });
}

/** The first begins at the last day, else at `begin`. */
export function withYear(firstDays: readonly string[], begin: string, pattern: Pattern): string[] {
  const { weeks, periods } = PATTERNS[pattern];
  const days = firstDays.length > 0 ? [...firstDays] : [begin];
  if (!isDay(days.at(-1))) return days;
  for (let at = 0; at < periods; at += 1)
    days.push(addDays(days.at(-1) ?? begin, 7 * (weeks[at % weeks.length] ?? 4)));
  return days;
}

/** Adds a period as long as the last. */
export function withPeriod(firstDays: readonly string[]): string[] {
  const last = firstDays.at(-1);
  if (!isDay(last)) return [...firstDays];
  return [...firstDays, addDays(last, periodsOf(firstDays).at(-1)?.days || 28)];
}
