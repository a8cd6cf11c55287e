// A list whose rows all came at once: searched, sorted and paged here in the same way as the server does it.
import type { Page } from '../../api/client.ts';
import type { ListQuery } from './declare.ts';

export interface LocalRules<Row> {
  /** What the search looks through. */
  text?: (row: Row) => string;
  /** What stands in each field that can be sorted by. */
  fields?: Readonly<Record<string, (row: Row) => string | number | null | undefined>>;
}

/** The search of a local list: its text travels beside the filter. */
export const localSearch = { query: (text: string) => ({ text }) };
export const localSorting = (field: string, direction: 'asc' | 'desc'): string =>
  `${field} ${direction}`;

export function localPage<Row>(
  rows: readonly Row[],
  query: ListQuery,
  { text, fields = {} }: LocalRules<Row>,
): Page<Row> {
  const wanted = String(query['text'] ?? '').toLocaleLowerCase();
  const found =
    wanted && text
      ? rows.filter((row) => text(row).toLocaleLowerCase().includes(wanted))
      : [...rows];
  const [field = '', direction] = (query.sorting ?? '').split(' ');
  const valueOf = fields[field];
  const compare = (first: Row, second: Row): number => {
    const [a, b] = [valueOf?.(first) ?? '', valueOf?.(second) ?? ''];
    return typeof a === 'number' && typeof b === 'number'
      ? a - b
      : String(a).localeCompare(String(b), undefined, { numeric: true, sensitivity: 'base' });
  };
  const sorted = valueOf
    ? found.toSorted((a, b) => (direction === 'desc' ? compare(b, a) : compare(a, b)))
    : found;
  return {
    totalCount: sorted.length,
    items: sorted.slice(query.skipCount, query.skipCount + query.maxResultCount),
  };
}
