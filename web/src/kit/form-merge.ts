// Three-way merge of concurrent edits to a record; reports conflicts.

export interface Clash {
  path: string;
  mine: unknown;
  theirs: unknown;
}

export interface Merged<V> {
  /** Merged values; in conflicts, the user's. */
  values: V;
  clashes: Clash[];
  /** The fields that they alone changed. */
  theirs: string[];
}

type Members = Record<string, unknown>;
const isRecord = (value: unknown): value is Members =>
  value !== null && typeof value === 'object' && !Array.isArray(value);
const isPlainList = (value: unknown): value is (string | number)[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'string' || typeof one === 'number');
const join = (path: string, step: string | number) => (path ? `${path}.${step}` : String(step));

/** True if two form values are equal, ignoring key order. */
export function sameValue(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (Array.isArray(a) && Array.isArray(b))
    return a.length === b.length && a.every((one, index) => sameValue(one, b[index]));
  if (!isRecord(a) || !isRecord(b)) return false;
  const names = new Set([...Object.keys(a), ...Object.keys(b)]);
  return [...names].every((name) => sameValue(a[name], b[name]));
}

/** Merges unordered lists (roles, permissions). */
function mergeLists(
  base: readonly (string | number)[],
  edited: readonly (string | number)[],
  newer: readonly (string | number)[],
) {
  const removed = base.filter((one) => !edited.includes(one));
  const added = edited.filter((one) => !base.includes(one) && !newer.includes(one));
  return [...newer.filter((one) => !removed.includes(one)), ...added];
}

/** `units` are fields merged as a unit, such as suburb and postcode. */
export function mergeEdits<V>(
  base: V,
  edited: V,
  newer: V,
  units: readonly string[] = [],
): Merged<V> {
  const clashes: Clash[] = [];
  const only: string[] = [];
  const walk = (was: unknown, own: unknown, other: unknown, path: string): unknown => {
    if (sameValue(own, other) || sameValue(was, other)) return own;
    if (sameValue(was, own)) {
      only.push(path);
      return other;
    }
    if (!units.includes(path)) {
      if (isRecord(was) && isRecord(own) && isRecord(other)) {
        const names = new Set([...Object.keys(own), ...Object.keys(other)]);
        return Object.fromEntries(
          [...names].map((name) => [
            name,
            walk(was[name], own[name], other[name], join(path, name)),
          ]),
        );
      }
      if (isPlainList(was) && isPlainList(own) && isPlainList(other))
        return mergeLists(was, own, other);
      if (
        Array.isArray(was) &&
        Array.isArray(own) &&
        Array.isArray(other) &&
        was.length === own.length &&
        own.length === other.length
      ) {
        return own.map((one, index) => walk(was[index], one, other[index], join(path, index)));
      }
    }
    clashes.push({ path, mine: own, theirs: other });
    return own;
  };
  // `walk` preserves the value's shape.
  const values = walk(base, edited, newer, '') as V;
  return {
    values,
    clashes,
    theirs: only.flatMap((path) => fieldsBelow(path, base, newer, units)),
  };
}

/** Changed field paths at and below a path. */
function fieldsBelow(
  path: string,
  base: unknown,
  newer: unknown,
  units: readonly string[],
): string[] {
  const at = (value: unknown) =>
    path
      .split('.')
      .filter(Boolean)
      .reduce<unknown>(
        (from, step) =>
          isRecord(from) || Array.isArray(from) ? (from as Members)[step] : undefined,
        value,
      );
  return changedFields(at(base), at(newer), units, path);
}

/** Paths that differ, in order. */
export function changedFields(
  before: unknown,
  after: unknown,
  units: readonly string[] = [],
  path = '',
): string[] {
  if (sameValue(before, after)) return [];
  if (!units.includes(path) && isRecord(before) && isRecord(after)) {
    return [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((name) =>
      changedFields(before[name], after[name], units, join(path, name)),
    );
  }
  return [path];
}
