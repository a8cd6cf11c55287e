// Number preview; the server's rule.
import type { Numbering } from './model.ts';

/** Fills in year and month. */
function dated(text: string, day: string): string {
  return text
    .replaceAll('{yyyy}', day.slice(0, 4))
    .replaceAll('{yy}', day.slice(2, 4))
    .replaceAll('{MM}', day.slice(5, 7));
}

/** The number on a day (`2026-11-21`) of the tenant's calendar. */
export function numberAt(
  numbering: Pick<Numbering, 'prefix' | 'postfix' | 'format'>,
  count: number,
  day: string,
): string {
  const digits = String(count).padStart(numbering.format.length, '0');
  return `${dated(numbering.prefix, day)}${digits}${dated(numbering.postfix, day)}`;
}

/** The first few, or fewer at the end. */
export function firstNumbers(numbering: Numbering, day: string, howMany = 3): string[] {
  const last = numbering.end ?? Number.POSITIVE_INFINITY;
  const counts = Array.from({ length: howMany }, (_, index) => numbering.start + index).filter(
    (count) => count <= last,
  );
  return counts.map((count) => numberAt(numbering, count, day));
}

/** The longest number, of the last count if any. */
export const longest = (numbering: Numbering, day: string): string =>
  numberAt(numbering, numbering.end ?? numbering.start, day);
