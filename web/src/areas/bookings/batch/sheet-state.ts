// Batch sheet state: rows, undo, outcomes.
import { RESULT } from './columns.ts';
import { isBlank, MAX_ROWS, type Row } from './rows.ts';
import type { Outcome } from './send.ts';

export interface SheetState {
  rows: readonly Row[];
  outcomes: ReadonlyMap<number, Outcome>;
  past: readonly (readonly Row[])[];
  future: readonly (readonly Row[])[];
}

export interface CellChange {
  row: number;
  column: string;
  text: string;
}

/** Maximum undo steps. */
const MAX_PAST = 50;

export const emptySheet: SheetState = { rows: [], outcomes: new Map(), past: [], future: [] };

export const isLocked = (outcome: Outcome | undefined): boolean =>
  outcome !== undefined && outcome.state !== 'failed' && outcome.state !== 'priced';

const nextKey = (state: SheetState): number =>
  Math.max(
    0,
    ...state.rows.map(({ key }) => key),
    ...state.outcomes.keys(),
    ...state.past.flatMap((rows) => rows.map(({ key }) => key)),
  ) + 1;

/** An edit clears a row's errors, but not its saved booking. */
function eased(
  outcomes: ReadonlyMap<number, Outcome>,
  before: readonly Row[],
  after: readonly Row[],
): ReadonlyMap<number, Outcome> {
  const was = new Map(before.map((row) => [row.key, row]));
  const changed = after.filter(
    (row) => was.get(row.key) !== row && (outcomes.get(row.key)?.problems.length ?? 0) > 0,
  );
  if (changed.length === 0) return outcomes;
  const next = new Map(outcomes);
  for (const { key } of changed) {
    const outcome = next.get(key);
    if (outcome) next.set(key, { ...outcome, problems: [] });
  }
  return next;
}

function acted(state: SheetState, rows: readonly Row[]): SheetState {
  return {
    rows,
    outcomes: eased(state.outcomes, state.rows, rows),
    past: [...state.past, state.rows].slice(-MAX_PAST),
    future: [],
  };
}

/** Fills cells, adding missing rows. */
export function typed(state: SheetState, changes: readonly CellChange[]): SheetState {
  const rows = [...state.rows];
  let key = nextKey(state);
  let isChanged = false;
  for (const { row: at, column, text } of changes) {
    if (at >= MAX_ROWS || column === RESULT) continue;
    if (text !== '')
      for (let more = at + 1 - rows.length; more > 0; more -= 1)
        rows.push({ key: key++, cells: {} });
    const row = rows[at];
    if (!row || isLocked(state.outcomes.get(row.key)) || (row.cells[column] ?? '') === text)
      continue;
    rows[at] = { ...row, cells: { ...row.cells, [column]: text } };
    isChanged = true;
  }
  return isChanged ? acted(state, rows) : state;
}

export function added(
  state: SheetState,
  cells: readonly Readonly<Record<string, string>>[],
): SheetState {
  const last = state.rows.findLastIndex((row) => !isBlank(row));
  const keptRows = state.rows.slice(0, last + 1);
  let key = nextKey(state);
  return acted(state, [
    ...keptRows,
    ...cells.slice(0, MAX_ROWS - keptRows.length).map((one) => ({ key: key++, cells: one })),
  ]);
}

export const without = (state: SheetState, isRemoved: (row: Row) => boolean): SheetState =>
  acted(
    state,
    state.rows.filter((row) => !isRemoved(row)),
  );

/** Skips rows sent since. */
function stepped(
  state: SheetState,
  rows: readonly Row[],
  past: SheetState['past'],
  future: SheetState['future'],
): SheetState {
  const sent = new Map(
    state.rows.filter(({ key }) => isLocked(state.outcomes.get(key))).map((row) => [row.key, row]),
  );
  const there = new Set(rows.map(({ key }) => key));
  const next = [
    ...rows.map((row) => sent.get(row.key) ?? row),
    ...[...sent.values()].filter(({ key }) => !there.has(key)),
  ];
  return { rows: next, outcomes: eased(state.outcomes, state.rows, next), past, future };
}

export function undo(state: SheetState): SheetState {
  const before = state.past.at(-1);
  return before
    ? stepped(state, before, state.past.slice(0, -1), [...state.future, state.rows])
    : state;
}

export function redo(state: SheetState): SheetState {
  const after = state.future.at(-1);
  return after
    ? stepped(state, after, [...state.past, state.rows], state.future.slice(0, -1))
    : state;
}

export const withOutcomes = (
  state: SheetState,
  changed: ReadonlyMap<number, Outcome>,
): SheetState => ({ ...state, outcomes: new Map([...state.outcomes, ...changed]) });

/** Reopens quoting rows; booking rows are reconciled. */
export function restored(
  rows: readonly Row[],
  outcomes: readonly (readonly [number, Outcome])[],
): SheetState {
  const settled = outcomes.flatMap(([key, outcome]): [number, Outcome][] => {
    if (outcome.state === 'booked' || !isLocked(outcome)) return [[key, outcome]];
    return outcome.booking || outcome.isUnsure
      ? [[key, { ...outcome, state: 'failed', problems: [] }]]
      : [];
  });
  return { ...emptySheet, rows, outcomes: new Map(settled) };
}
