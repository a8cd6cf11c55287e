// Permission tree rules: a permission requires its parents.
import type { Schema } from '../../api/types.ts';
import { above, below, type TreeNode } from './tree.ts';

export type Permission = Pick<Schema<'PermissionItem'>, 'name' | 'parentName' | 'displayName'>;

export type GrantState = 'all' | 'some' | 'none';

export const permissionNodes = (permissions: readonly Permission[]): TreeNode[] =>
  permissions.map(({ name, parentName, displayName }) => ({
    id: name,
    parentId: parentName ?? null,
    label: displayName,
  }));

/** 'some': granted while one below is not. */
export function grantState(
  nodes: readonly TreeNode[],
  granted: ReadonlySet<string>,
  id: string,
): GrantState {
  if (!granted.has(id)) return 'none';
  return below(nodes, id).every((node) => granted.has(node.id)) ? 'all' : 'some';
}

/** Grants a permission with its ancestors. */
export function grantAlone(
  nodes: readonly TreeNode[],
  granted: ReadonlySet<string>,
  id: string,
): Set<string> {
  return new Set([...granted, id, ...above(nodes, id).map((node) => node.id)]);
}

/** Toggles a permission with its descendants, except hidden ones. */
export function toggled(
  nodes: readonly TreeNode[],
  granted: ReadonlySet<string>,
  id: string,
  shown?: ReadonlySet<string>,
): Set<string> {
  const under = below(nodes, id).map((node) => node.id);
  const reached = shown ? under.filter((name) => shown.has(name)) : under;
  if (!granted.has(id) || !reached.every((name) => granted.has(name)))
    return new Set([...grantAlone(nodes, granted, id), ...reached]);
  const next = new Set(granted);
  for (const name of reached)
    if (!shown || !below(nodes, name).some((node) => next.has(node.id) && !shown.has(node.id)))
      next.delete(name);
  if (!under.some((name) => next.has(name))) next.delete(id);
  return next;
}

/** Granted names in tree order; unknown ones stay at the end. */
export function grantedNames(nodes: readonly TreeNode[], granted: ReadonlySet<string>): string[] {
  const known = nodes.filter((node) => granted.has(node.id)).map((node) => node.id);
  const rest = new Set(granted);
  for (const name of known) rest.delete(name);
  return [...known, ...rest];
}

export const sameNames = (a: ReadonlySet<string>, b: ReadonlySet<string>): boolean =>
  a.size === b.size && [...a].every((name) => b.has(name));
