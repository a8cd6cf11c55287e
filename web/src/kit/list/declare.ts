// Declaration of a list: columns, filters, query.
import type { ReactNode } from 'react';
import type { Page, Query } from '../../api/client.ts';
import type { CsvValue } from '../csv.ts';

export interface ListColumn<Row> {
  id: string;
  header: string;
  cell: (row: Row) => ReactNode;
  /** Before the cell of the first column, outside of its link: a picture. */
  before?: ((row: Row) => ReactNode) | undefined;
  /** Value for export and tooltip; without it the column isn't exported. */
  csv?: ((row: Row) => CsvValue) | undefined;
  /** The field that the server sorts by. */
  sort?: string | undefined;
  /** Displayed order is the reverse of the field's, as with ages. */
  falling?: boolean | undefined;
  numeric?: boolean | undefined;
  /** Hidden by default. */
  extra?: boolean | undefined;
  /**
   * Cannot be hidden. The first one identifies the row: it leads to it, comes first and is never
   * cut.
   */
  fixed?: boolean | undefined;
  /**
   * In the two-line rows of narrow screens: at the end of the first line, in the second, or not at
   * all.
   */
  narrow?: 'badge' | 'line' | undefined;
  /** Truncated before other columns. */
  short?: boolean | undefined;
  /** Stays as wide as it needs, and may take several lines. */
  wrap?: boolean | undefined;
}

export interface FilterOption {
  value: string;
  label: string;
  count?: number | undefined;
}

interface FilterBase {
  /** Its name in the address. */
  id: string;
  label: string;
  /** Always shown next to the search box. */
  pinned?: boolean | undefined;
  /** Set by something else than a chip, such as the tabs. */
  hidden?: boolean | undefined;
  /** The server's field. Without it the filter is made by `odata` or by `query`. */
  field?: string | undefined;
  /** The OData condition, where it is not the usual one of the kind. */
  odata?: ((value: string) => string) | undefined;
  /** Parameters of the call besides the OData filter. */
  query?: ((value: string) => Query) | undefined;
  /** Filters that are let go when this one is set. */
  clears?: readonly string[] | undefined;
}

export interface ChoiceFilter extends FilterBase {
  kind: 'choice';
  options: readonly FilterOption[];
  /** Only one at a time. */
  single?: boolean | undefined;
  /**
   * Values that are not among the options are kept: these are still on their way, or differ by
   * person.
   */
  open?: boolean | undefined;
}

export interface ReferenceFilter extends FilterBase {
  kind: 'reference';
  search: (text: string, signal: AbortSignal) => Promise<FilterOption[]>;
  /** Name of the referenced id. */
  find: (value: string) => Promise<FilterOption | null>;
  placeholder?: string | undefined;
  /** Id pattern; default whole number. */
  pattern?: RegExp | undefined;
}

export interface PlainFilter extends FilterBase {
  kind: 'text' | 'number' | 'days' | 'yesNo';
  /** The words for yes and no, where those do not fit. */
  words?: readonly [yes: string, no: string] | undefined;
  /** Of days: the field is a day, not a moment. */
  dayOnly?: boolean | undefined;
  /** Two older names in the address for the edges of the days. */
  edges?: readonly [from: string, to: string] | undefined;
}

export type ListFilter = ChoiceFilter | ReferenceFilter | PlainFilter;

export interface ListSearch {
  /** The fields that are looked through. */
  fields?: readonly string[] | undefined;
  /** The field that a plain number is compared with as well. */
  number?: string | undefined;
  /** For calls that look for a text by a parameter of their own. */
  query?: ((text: string) => Query) | undefined;
}

export interface ListQuery extends Record<string, Query[string]> {
  filter?: string;
  sorting?: string;
  maxResultCount: number;
  skipCount: number;
}

export interface ListRules {
  filters?: readonly ListFilter[] | undefined;
  search?: ListSearch | undefined;
  /**
   * The order to begin with: a field, with a minus in front when the greatest comes first. Without
   * it the server has its own.
   */
  sort?: string | undefined;
  /** Server sorting; default field and id, to keep ties stable. */
  sorting?: ((field: string, direction: 'asc' | 'desc') => string) | undefined;
  /** Fixed condition derived from the filters. */
  always?: ((filters: Readonly<Record<string, string>>) => string) | undefined;
  pageSize?: number | undefined;
}

export interface ListDeclaration<Row> extends ListRules {
  /** Names the saved views and the choice of columns: `bookings.list`. */
  id: string;
  /** Prefix of query keys. */
  key: readonly unknown[];
  fetch: (query: ListQuery, signal: AbortSignal) => Promise<Page<Row>>;
  rowKey: (row: Row) => string | number;
  /** Name of a row. */
  name: (row: Row) => string;
  /** Link of a row; null for none. */
  href?: ((row: Row) => string | null) | undefined;
  columns: readonly ListColumn<Row>[];
  /** `here` for a list that is a part of a page: its state lives as long as the page does. */
  state?: 'address' | 'here' | undefined;
  /** Path of the list, if there are several. */
  home?: string | undefined;
  /** Refetch interval in milliseconds. */
  refresh?: number | undefined;
}
