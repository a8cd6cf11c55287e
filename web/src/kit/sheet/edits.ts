// Unsaved sheet edits by key, with undo and redo.

/** Edits before and after by key; undefined for none. */
type Act<E> = readonly (readonly [key: string, before: E | undefined, after: E | undefined])[];

export interface Edits<E> {
  readonly current: ReadonlyMap<string, E>;
  readonly past: readonly Act<E>[];
  readonly future: readonly Act<E>[];
}

/** Acts that can be undone. */
const MAX_PAST = 200;

export const noEdits: Edits<never> = { current: new Map<string, never>(), past: [], future: [] };

function played<E>(current: ReadonlyMap<string, E>, act: Act<E>, back: boolean): Map<string, E> {
  const next = new Map(current);
  for (const [key, before, after] of act) {
    const value = back ? before : after;
    if (value === undefined) next.delete(key);
    else next.set(key, value);
  }
  return next;
}

/** The edits after an act; undefined takes an edit away. */
export function edited<E>(
  edits: Edits<E>,
  changes: Iterable<readonly [string, E | undefined]>,
): Edits<E> {
  const act: Act<E> = [...changes]
    .map(([key, after]) => [key, edits.current.get(key), after] as const)
    .filter(([, before, after]) => before !== after);
  if (act.length === 0) return edits;
  return {
    current: played(edits.current, act, false),
    past: [...edits.past, act].slice(-MAX_PAST),
    future: [],
  };
}

export function undone<E>({ current, past, future }: Edits<E>): Edits<E> {
  const act = past.at(-1);
  return act
    ? { current: played(current, act, true), past: past.slice(0, -1), future: [...future, act] }
    : { current, past, future };
}

export function redone<E>({ current, past, future }: Edits<E>): Edits<E> {
  const act = future.at(-1);
  return act
    ? { current: played(current, act, false), past: [...past, act], future: future.slice(0, -1) }
    : { current, past, future };
}

/** Keys touched by the last undo or redo. */
export const lastTouched = <E>(
  { past, future }: Edits<E>,
  way: 'undo' | 'redo',
): string | undefined => (way === 'undo' ? past : future).at(-1)?.[0]?.[0];
