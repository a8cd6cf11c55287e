// Maps columns by headings; corrections are remembered.
import { COLUMNS, RESULT } from './columns.ts';

/** Our column's id by spreadsheet column; '' skips it. */
export type Mapping = readonly string[];

const plainHeading = (heading: string): string =>
  heading
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** `shown` are our headings in the reader's language. */
export function recognised(headings: readonly string[], shown: (id: string) => string): Mapping {
  const usedFields = new Set<string>();
  const find = (heading: string): string => {
    const plain = plainHeading(heading);
    if (plain === '') return '';
    const fits = COLUMNS.filter(({ id }) => id !== RESULT && !usedFields.has(id));
    const own = fits.find(({ id }) => plainHeading(shown(id)) === plain);
    return (own ?? fits.find(({ also }) => also.includes(plain)))?.id ?? '';
  };
  return headings.map((heading) => {
    const id = find(heading);
    if (id) usedFields.add(id);
    return id;
  });
}

/** True if at least two cells, and over a third of the filled ones, are known headings. */
export function isHeading(mapping: Mapping, headings: readonly string[]): boolean {
  const known = mapping.filter(Boolean).length;
  return known >= 2 && known * 3 > headings.filter((heading) => heading.trim() !== '').length;
}

const keyOf = (headings: readonly string[]): string =>
  `waybill.batch-columns:${headings.map(plainHeading).join('|')}`.slice(0, 2000);

/** Mapping remembered in this browser. */
export function remembered(headings: readonly string[]): Mapping | null {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(keyOf(headings)) ?? 'null');
    return Array.isArray(stored) &&
      stored.length === headings.length &&
      stored.every((id) => typeof id === 'string')
      ? (stored as string[]).map((id) =>
          id !== RESULT && COLUMNS.some((column) => column.id === id) ? id : '',
        )
      : null;
  } catch {
    return null;
  }
}

export function remember(headings: readonly string[], mapping: Mapping): void {
  try {
    localStorage.setItem(keyOf(headings), JSON.stringify(mapping));
  } catch {
    // Without storage it is recognised anew.
  }
}

export const mapped = (
  lines: readonly (readonly string[])[],
  mapping: Mapping,
): Record<string, string>[] =>
  lines.map((line) =>
    Object.fromEntries(
      mapping.flatMap((id, at) =>
        id && (line[at] ?? '').trim() !== '' ? [[id, (line[at] ?? '').trim()] as const] : [],
      ),
    ),
  );
