// A list as a work bench: one row is at hand, keys do something with it or with the ticked rows, and a panel tells more of it.
import type { ReactNode, RefObject } from 'react';
import type { KeyMap } from '../keys.ts';
import type { ListKey } from './KeysDialog.tsx';
import type { RowKey } from './selection.ts';

/** What the screen may do with the rows. */
export interface WorkHandle {
  /** Brings a row to hand. */
  focus: (key: RowKey) => void;
  /** Gives the keyboard back to the row at hand. */
  back: () => void;
  untick: () => void;
}

export interface RowWork<Row> {
  /** The row at hand: the one that was focused last, as `onRow` told it. */
  at: RowKey | null;
  onRow: (at: RowKey) => void;
  onTicked?: ((rows: readonly Row[]) => void) | undefined;
  handle: RefObject<WorkHandle | null>;
  /** Keys besides those for the rows; they come before those of the list. */
  keys: KeyMap;
  shown: readonly ListKey[];
  /** Why something was refused for a row just now. */
  marks?: ReadonlyMap<RowKey, string> | undefined;
  /** Below the rows: more of what is at hand, and what can be done with it. */
  panel?: ReactNode;
  /** The same beside the rows, where there is much of it; below them on narrow screens. */
  beside?: ReactNode;
  /** Enter on a row, where that does not open it. */
  onEnter?: ((row: Row) => void) | undefined;
}

/** A key that leads to the next row of a kind: to the next exception. */
export interface RowJump<Row> {
  key: string;
  text: string;
  passes: (row: Row) => boolean;
  /** Said where the page has none. */
  none: string;
}

/** The place of the row at hand, before all rows where there is none. */
export const placeOf = <Row>(
  rows: readonly Row[],
  at: RowKey | null,
  keyOf: (row: Row) => RowKey,
): number => (at === null ? -1 : rows.findIndex((row) => keyOf(row) === at));

/** The next row after a place that passes, from the top again after the last one; null where none does. */
export function nextRow<Row>(
  rows: readonly Row[],
  after: number,
  passes: (row: Row) => boolean,
): Row | null {
  const from = Math.max(0, after + 1);
  return rows.slice(from).find(passes) ?? rows.slice(0, from).find(passes) ?? null;
}
