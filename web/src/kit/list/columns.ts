// Visible columns and order: the user's choice over the defaults.

export interface ColumnChoice {
  /** Only differences from the defaults, so new columns appear for everyone. */
  shown: Readonly<Record<string, boolean>>;
  /** Chosen order; unnamed columns stay after their predecessor. */
  order: readonly string[];
}

export interface Choosable {
  id: string;
  fixed?: boolean | undefined;
  extra?: boolean | undefined;
}

export const NO_CHOICE: ColumnChoice = { shown: {}, order: [] };

export const isUsual = (choice: ColumnChoice): boolean =>
  Object.keys(choice.shown).length === 0 && choice.order.length === 0;

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

/** Parses an untrusted choice from storage or a saved view. */
export function readChoice(value: unknown, order?: unknown): ColumnChoice {
  const shown =
    value !== null && typeof value === 'object' && !Array.isArray(value)
      ? Object.entries(value).filter(
          (entry): entry is [string, boolean] => typeof entry[1] === 'boolean',
        )
      : [];
  return {
    shown: Object.fromEntries(shown),
    order: Array.isArray(order) ? order.filter((id): id is string => typeof id === 'string') : [],
  };
}
