// What a saved view of the booking list holds: everything in its address but the page, and the columns.
import type { BookingSearch } from '../search.ts';

export function savedState({ skip: _page, ...search }: BookingSearch, columns: Record<string, boolean>): Record<string, unknown> {
  return { search, columns };
}

/** The columns of a view that somebody else may have written: what is no choice is left out. */
export function columnsOf(value: Record<string, unknown>): Record<string, boolean> {
  const columns = value['columns'];
  if (columns === null || typeof columns !== 'object') return {};
  return Object.fromEntries(Object.entries(columns).filter((entry): entry is [string, boolean] => typeof entry[1] === 'boolean'));
}
