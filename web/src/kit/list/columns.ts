// Visible columns, order and widths: the user's choice over the defaults.

export interface ColumnChoice {
  /** Only differences from the defaults, so new columns appear for everyone. */
  shown: Readonly<Record<string, boolean>>;
  /** Chosen order; unnamed columns stay after their predecessor. */
  order: readonly string[];
  /** Pixels of columns whose width was set. */
  widths?: Readonly<Record<string, number>>;
}

export const LEAST_WIDTH = 48;
export const MOST_WIDTH = 640;

export interface Choosable {
  id: string;
  fixed?: boolean | undefined;
  extra?: boolean | undefined;
}

export const NO_CHOICE: ColumnChoice = { shown: {}, order: [] };

export const isUsual = (choice: ColumnChoice): boolean =>
  Object.keys(choice.shown).length === 0 && choice.order.length === 0 && !choice.widths;

export const isShown = (column: Choosable, choice: ColumnChoice): boolean =>
  Boolean(column.fixed) || (choice.shown[column.id] ?? !column.extra);

/** Columns in the chosen order. The first identifies the row and stays first. */
export function inOrder<C extends Choosable>(columns: readonly C[], { order }: ColumnChoice): C[] {
  const [first, ...rest] = columns;
  if (!first) return [];
  const chosen = order.flatMap((id) => rest.find((column) => column.id === id) ?? []);
  const result = [...chosen];
  for (const [index, column] of rest.entries()) {
    if (chosen.includes(column)) continue;
    const before = rest.slice(0, index).findLast((other) => result.includes(other));
    result.splice(before ? result.indexOf(before) + 1 : 0, 0, column);
  }
  return [first, ...result];
}

export const arranged = <C extends Choosable>(columns: readonly C[], choice: ColumnChoice): C[] =>
  inOrder(columns, choice).filter((column) => isShown(column, choice));

/** Shows or hides one; a default choice is dropped. */
export function toggled(
  columns: readonly Choosable[],
  choice: ColumnChoice,
  id: string,
): ColumnChoice {
  const column = columns.find((one) => one.id === id);
  if (!column || column.fixed) return choice;
  const { [id]: _, ...others } = choice.shown;
  const next = !isShown(column, choice);
  return { ...choice, shown: next === !column.extra ? others : { ...others, [id]: next } };
}

/** Moves one past its visible neighbour. */
export function moved(
  columns: readonly Choosable[],
  choice: ColumnChoice,
  id: string,
  step: -1 | 1,
): ColumnChoice {
  const shown = arranged(columns, choice);
  const from = shown.findIndex((column) => column.id === id);
  const neighbour = shown[from + step];
  if (from < 1 || from + step < 1 || !neighbour) return choice;
  const ids = inOrder(columns, choice).map((column) => column.id);
  const [movedId] = ids.splice(ids.indexOf(id), 1);
  ids.splice(ids.indexOf(neighbour.id) + (step > 0 ? 1 : 0), 0, movedId ?? id);
  const usual = columns.map((column) => column.id);
  return { ...choice, order: ids.join() === usual.join() ? [] : ids.slice(1) };
}

/** Sets a width within the limits; null for the width of the content. */
export function sized(choice: ColumnChoice, id: string, width: number | null): ColumnChoice {
  const { widths = {}, ...rest } = choice;
  const { [id]: _, ...others } = widths;
  const next =
    width === null
      ? others
      : { ...others, [id]: Math.round(Math.min(MOST_WIDTH, Math.max(LEAST_WIDTH, width))) };
  return Object.keys(next).length > 0 ? { ...rest, widths: next } : rest;
}

/** A column that has no room on a narrow screen. */
export interface Fitting {
  id: string;
  width: number;
  /** Higher ones go first; without, the column stays. */
  priority?: number | undefined;
}

/** Columns to leave out, the least important first, until the others fit. */
export function leftOut(columns: readonly Fitting[], excess: number): string[] {
  const going = columns
    .filter((column) => column.priority !== undefined)
    .toReversed()
    .toSorted((a, b) => (b.priority ?? 0) - (a.priority ?? 0));
  const gone: Fitting[] = [];
  let rest = excess;
  for (const column of going) {
    if (rest <= 0) break;
    gone.push(column);
    rest -= column.width;
  }
  // A wide column may leave room for narrow ones.
  const back = new Set<string>();
  for (const { id, width } of gone.toReversed()) {
    if (rest + width > 0) continue;
    back.add(id);
    rest += width;
  }
  return gone.flatMap(({ id }) => (back.has(id) ? [] : [id]));
}

const entriesOf = (value: unknown): [string, unknown][] =>
  value !== null && typeof value === 'object' && !Array.isArray(value) ? Object.entries(value) : [];

/** Parses an untrusted choice from storage or a saved view. */
export function readChoice(value: unknown, order?: unknown, widths?: unknown): ColumnChoice {
  const shown = entriesOf(value).filter(
    (entry): entry is [string, boolean] => typeof entry[1] === 'boolean',
  );
  const choice: ColumnChoice = {
    shown: Object.fromEntries(shown),
    order: Array.isArray(order) ? order.filter((id): id is string => typeof id === 'string') : [],
  };
  return entriesOf(widths).reduce(
    (result, [id, width]) =>
      typeof width === 'number' && Number.isFinite(width) ? sized(result, id, width) : result,
    choice,
  );
}
