// Client-side list: search, sorting and paging like the server's.
import type { Page } from '../../api/client.ts';
import type { ListQuery } from './declare.ts';

export interface LocalRules<Row> {
  text?: (row: Row) => string;
  /** Sort values by field. */
  fields?: Readonly<Record<string, (row: Row) => string | number | null | undefined>>;
}

/** Search of a local list, next to the filter. */
export const localSearch = { query: (text: string) => ({ text }) };
export const localSorting = (field: string, direction: 'asc' | 'desc'): string =>
  `${field} ${direction}`;

export function localPage<Row>(
  rows: readonly Row[],
  query: ListQuery,
  { text, fields = {} }: LocalRules<Row>,
): Page<Row> {
  const searchText = String(query['text'] ?? '').toLocaleLowerCase();
  const found =
    searchText && text
      ? rows.filter((row) => text(row).toLocaleLowerCase().includes(searchText))
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
