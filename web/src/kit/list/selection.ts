// Ticked rows over all pages.

export type RowKey = string | number;
export type Selection<Row> = ReadonlyMap<RowKey, Row>;

type KeyOf<Row> = (row: Row) => RowKey;

export function toggle<Row>(
  selection: Selection<Row>,
  row: Row,
  keyOf: KeyOf<Row>,
): Selection<Row> {
  const next = new Map(selection);
  if (!next.delete(keyOf(row))) next.set(keyOf(row), row);
  return next;
}

/** Shift-click: rows in between take the second row's state. */
export function range<Row>(
  selection: Selection<Row>,
  rows: readonly Row[],
  from: number,
  to: number,
  keyOf: KeyOf<Row>,
): Selection<Row> {
  const end = rows[to];
  if (!end || !rows[from]) return selection;
  const on = !selection.has(keyOf(end));
  const next = new Map(selection);
  for (const row of rows.slice(Math.min(from, to), Math.max(from, to) + 1)) {
    if (on) next.set(keyOf(row), row);
    else next.delete(keyOf(row));
  }
  return next;
}

/** Ticks the whole page, or none if all were. */
export function togglePage<Row>(
  selection: Selection<Row>,
  rows: readonly Row[],
  keyOf: KeyOf<Row>,
): Selection<Row> {
  const next = new Map(selection);
  const all = rows.every((row) => next.has(keyOf(row)));
  for (const row of rows) {
    if (all) next.delete(keyOf(row));
    else next.set(keyOf(row), row);
  }
  return next;
}

/** Ticked rows, refreshed from the page. */
export function renewed<Row>(
  selection: Selection<Row>,
  rows: readonly Row[],
  keyOf: KeyOf<Row>,
): Selection<Row> {
  const stale = rows.filter(
    (row) => selection.has(keyOf(row)) && selection.get(keyOf(row)) !== row,
  );
  return stale.length === 0
    ? selection
    : new Map([...selection, ...stale.map((row) => [keyOf(row), row] as const)]);
}
