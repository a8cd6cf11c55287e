// Matches a file's headings with the columns of a table; corrections are remembered.
import type { Texts } from '../../lib/i18n.ts';

export interface ImportColumn {
  /** Heading that the server reads. */
  id: string;
  /** English, marked with msg(). */
  header: string;
  /** More headings, in lower case without signs. */
  also?: readonly string[];
  needed?: boolean;
}

/** Column ids by place in the file; '' leaves a column out. */
export type Mapping = readonly string[];

/** An English text as the languages of the tenant have it. */
export type Names = (text: string) => readonly string[];

export const plainHeading = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

const joined = (heading: string): string => plainHeading(heading).replaceAll(' ', '');

export const namesIn =
  (languages: readonly Texts[], shown: (text: string) => string): Names =>
  (text) => [
    shown(text),
    text,
    ...languages.flatMap((texts) => (texts[text] ? [texts[text]] : [])),
  ];

/** Each column is found once: by its name in any language, its id, then its synonyms. */
export function recognised(
  headings: readonly string[],
  columns: readonly ImportColumn[],
  names: Names,
): Mapping {
  const free = new Map(
    columns.map((column) => [
      column.id,
      [
        new Set(names(column.header).map(joined)),
        new Set([joined(column.id)]),
        new Set((column.also ?? []).map(joined)),
      ],
    ]),
  );
  const mapping = headings.map(() => '');
  for (const rank of [0, 1, 2])
    for (const [at, heading] of headings.entries()) {
      const text = joined(heading);
      if (mapping[at] || text === '') continue;
      const id = [...free].find(([, forms]) => forms[rank]?.has(text))?.[0];
      if (id === undefined) continue;
      mapping[at] = id;
      free.delete(id);
    }
  return mapping;
}

/** True if at least two cells, and over a third of the filled ones, are known headings. */
export function isHeading(mapping: Mapping, headings: readonly string[]): boolean {
  const known = mapping.filter(Boolean).length;
  return known >= 2 && known * 3 > headings.filter((heading) => heading.trim() !== '').length;
}

export const missingColumns = <Column extends ImportColumn>(
  mapping: Mapping,
  columns: readonly Column[],
): Column[] => columns.filter(({ id, needed }) => needed && !mapping.includes(id));

const keyOf = (table: string, headings: readonly string[]): string =>
  `waybill.columns/${table}:${headings.map(plainHeading).join('|')}`.slice(0, 2000);

/** Mapping remembered in this browser. */
export function remembered(
  table: string,
  headings: readonly string[],
  columns: readonly ImportColumn[],
): Mapping | null {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(keyOf(table, headings)) ?? 'null');
    return Array.isArray(stored) &&
      stored.length === headings.length &&
      stored.every((id) => typeof id === 'string')
      ? (stored as string[]).map((id) => (columns.some((column) => column.id === id) ? id : ''))
      : null;
  } catch {
    return null;
  }
}

export function remember(table: string, headings: readonly string[], mapping: Mapping): void {
  try {
    localStorage.setItem(keyOf(table, headings), JSON.stringify(mapping));
  } catch {
    // Without storage it is recognised anew.
  }
}

/** Filled cells by column id. */
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
