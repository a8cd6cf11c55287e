// Workbench of a list: selected row, keys, panel.
import type { ReactNode, RefObject } from 'react';
import type { KeyMap } from '../keys.ts';
import type { ListKey } from './KeysDialog.tsx';
import type { RowKey } from './selection.ts';

/** Handle for the screen. */
export interface WorkHandle {
  /** Brings a row to hand. */
  focus: (key: RowKey) => void;
  /** Focuses the selected row. */
  back: () => void;
  untick: () => void;
}

export interface RowWork<Row> {
  /** Selected row: last focused, as reported by `onRow`. */
  at: RowKey | null;
  onRow: (at: RowKey) => void;
  onTicked?: ((rows: readonly Row[]) => void) | undefined;
  handle: RefObject<WorkHandle | null>;
  /** Keys besides those for the rows; they come before those of the list. */
  keys: KeyMap;
  shown: readonly ListKey[];
  /** Why something was refused for a row just now. */
  marks?: ReadonlyMap<RowKey, string> | undefined;
  /** Panel below the rows. */
  panel?: ReactNode;
  /** Panel next to the rows; below on narrow screens. */
  beside?: ReactNode;
  /** Enter on a row, where that does not open it. */
  onEnter?: ((row: Row) => void) | undefined;
}

/** A key that leads to the next row of a kind: to the next exception. */
export interface RowJump<Row> {
  key: string;
  text: string;
  passes: (row: Row) => boolean;
  /** Message of an empty page. */
  none: string;
}

/** Index of the selected row; -1 for none. */
export const placeOf = <Row>(
  rows: readonly Row[],
  at: RowKey | null,
  keyOf: (row: Row) => RowKey,
): number => (at === null ? -1 : rows.findIndex((row) => keyOf(row) === at));

/**
 * The next row after a place that passes, from the top again after the last one; null where none
 * does.
 */
export function nextRow<Row>(
  rows: readonly Row[],
  after: number,
  passes: (row: Row) => boolean,
): Row | null {
  const from = Math.max(0, after + 1);
  return rows.slice(from).find(passes) ?? rows.slice(0, from).find(passes) ?? null;
}
