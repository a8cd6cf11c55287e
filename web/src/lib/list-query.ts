// Queries of lists, as the API takes them.
import type { Query } from '../api/client.ts';

export interface FilterOption {
  value: string;
  label: string;
  count?: number | undefined;
}

export interface ListSearch {
  fields?: readonly string[] | undefined;
  /** Also compared with plain numbers. */
  number?: string | undefined;
  /** For calls with a text parameter. */
  query?: ((text: string) => Query) | undefined;
}

export interface ListQuery extends Record<string, Query[string]> {
  filter?: string;
  sorting?: string;
  maxResultCount: number;
  skipCount: number;
}
