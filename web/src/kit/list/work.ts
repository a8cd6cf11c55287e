// Workbench of a list: selected row, keys, panel.
import type { ReactNode, RefObject } from 'react';
import type { Binding, KeyName } from '../keys.ts';
import type { RowKey } from './selection.ts';

export interface WorkHandle {
  focus: (key: RowKey) => void;
  back: () => void;
  untick: () => void;
}

export interface RowWork<Row> {
  /** Selected row: last focused, as reported by `onRow`. */
  at: RowKey | null;
  onRow: (at: RowKey) => void;
  onTicked?: ((rows: readonly Row[]) => void) | undefined;
  handle: RefObject<WorkHandle | null>;
  /** Keys that precede those of the list. */
  keys: readonly Binding[];
  /** Reasons of rejections. */
  marks?: ReadonlyMap<RowKey, string> | undefined;
  panel?: ReactNode;
  /** Panel next to the rows; below on narrow screens. */
  beside?: ReactNode;
  /** The panel is the wider part. */
  isBesideWide?: boolean | undefined;
  /** Enter on a row, unless that opens it. */
  onEnter?: ((row: Row) => void) | undefined;
}

/** A key for the next row of a kind, such as exceptions. */
export interface RowJump<Row> {
  keyName: KeyName;
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

/** The next matching row, wrapping around; null for none. */
export function nextRow<Row>(
  rows: readonly Row[],
  after: number,
  passes: (row: Row) => boolean,
): Row | null {
  const from = Math.max(0, after + 1);
  return rows.slice(from).find(passes) ?? rows.slice(0, from).find(passes) ?? null;
}
