// Declaration of a list: columns, filters, query.
import type { ReactNode } from 'react';
import type { Page, Query } from '../../api/client.ts';
import type { FilterOption, ListQuery, ListSearch } from '../../lib/list-query.ts';
import type { CsvValue } from '../csv.ts';
import type { CellEdit } from './EditCell.tsx';

export type { FilterOption, ListQuery, ListSearch };

export interface ListColumn<Row> {
  id: string;
  header: string;
  cell: (row: Row) => ReactNode;
  /** Before the first column's link: a picture. */
  before?: ((row: Row) => ReactNode) | undefined;
  /** Edited in place. */
  edit?: CellEdit<Row> | undefined;
  /** Value for export and tooltip; else not exported. */
  csv?: ((row: Row) => CsvValue) | undefined;
  /** The field that the server sorts by. */
  sort?: string | undefined;
  /** Displayed order is the reverse of the field's, as with ages. */
  falling?: boolean | undefined;
  numeric?: boolean | undefined;
  /** Hidden by default. */
  extra?: boolean | undefined;
  /** Cannot be hidden. The first identifies the row, comes first and is never cut. */
  fixed?: boolean | undefined;
  /** Place in the two-line rows of narrow screens. */
  narrow?: 'badge' | 'line' | undefined;
  /** Truncated before other columns. */
  short?: boolean | undefined;
  /** Leaves first on narrow screens if higher; without, the column stays. */
  priority?: number | undefined;
  /** Keeps its width; may wrap. */
  wrap?: boolean | undefined;
}

interface FilterBase {
  /** Its name in the address. */
  id: string;
  label: string;
  /** Always shown next to the search box. */
  pinned?: boolean | undefined;
  /** Set by tabs or the like, not a chip. */
  hidden?: boolean | undefined;
  /** The server's field; else `odata` or `query` filters. */
  field?: string | undefined;
  /** Unusual OData condition. */
  odata?: ((value: string) => string) | undefined;
  /** Parameters in addition to the OData filter. */
  query?: ((value: string) => Query) | undefined;
  /** Filters cleared when this is set. */
  clears?: readonly string[] | undefined;
}

export interface ChoiceFilter extends FilterBase {
  kind: 'choice';
  options: readonly FilterOption[];
  single?: boolean | undefined;
  /** Keeps values that are not among the options. */
  open?: boolean | undefined;
}

export interface ReferenceFilter extends FilterBase {
  kind: 'reference';
  search: (text: string, signal: AbortSignal) => Promise<FilterOption[]>;
  find: (value: string) => Promise<FilterOption | null>;
  placeholder?: string | undefined;
  /** Id pattern; default whole number. */
  pattern?: RegExp | undefined;
}

export interface PlainFilter extends FilterBase {
  kind: 'text' | 'number' | 'days' | 'yesNo';
  /** Labels of yes and no. */
  words?: readonly [yes: string, no: string] | undefined;
  /** The field is a day, not a moment. */
  dayOnly?: boolean | undefined;
  /** Older URL names of the edges. */
  edges?: readonly [from: string, to: string] | undefined;
}

export type ListFilter = ChoiceFilter | ReferenceFilter | PlainFilter;

export interface ListRules {
  filters?: readonly ListFilter[] | undefined;
  search?: ListSearch | undefined;
  /** Initial order: a field, with a minus for descending; default the server's. */
  sort?: string | undefined;
  /** Server sorting; default field and id, to keep ties stable. */
  sorting?: ((field: string, direction: 'asc' | 'desc') => string) | undefined;
  /** Fixed condition derived from the filters. */
  always?: ((filters: Readonly<Record<string, string>>) => string) | undefined;
  pageSize?: number | undefined;
}

export interface ListDeclaration<Row> extends ListRules {
  /** Names saved views and columns: `bookings.list`. */
  id: string;
  key: readonly unknown[];
  fetch: (query: ListQuery, signal: AbortSignal) => Promise<Page<Row>>;
  rowKey: (row: Row) => string | number;
  name: (row: Row) => string;
  /** Link of a row; null for none. */
  href?: ((row: Row) => string | null) | undefined;
  columns: readonly ListColumn<Row>[];
  /** `here` for a part of a page: its state lives with the page. */
  state?: 'address' | 'here' | undefined;
  /** Path of the list, if there are several. */
  home?: string | undefined;
  /** Refetch interval in milliseconds. */
  refresh?: number | undefined;
}
