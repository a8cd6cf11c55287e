// Valid moves of units; the server's rules.
import { above, below, type TreeNode } from '../../../kit/tree/tree.ts';
import type { Unit } from './model.ts';

export interface UnitNode extends TreeNode {
  unit: Unit;
}

export const deepest = 16;

const key = (name: string) => name.trim().toLocaleLowerCase();

/** Tree with siblings in locale order. */
export const unitNodes = (units: readonly Unit[]): UnitNode[] =>
  units
    .toSorted((a, b) => a.displayName.localeCompare(b.displayName))
    .map((unit) => ({
      id: String(unit.id),
      parentId: unit.parentId == null ? null : String(unit.parentId),
      label: unit.displayName,
      unit,
    }));

export type Refusal = 'here' | 'inside' | 'deep' | 'name';

/** Error of a move; null if allowed. A null target is the top. */
export function moveRefusal(
  nodes: readonly UnitNode[],
  id: string,
  parentId: string | null,
): Refusal | null {
  const node = nodes.find((entry) => entry.id === id);
  if (!node) return 'here';
  if (node.parentId === parentId) return 'here';
  if (
    parentId !== null &&
    (parentId === id || below(nodes, id).some((entry) => entry.id === parentId))
  )
    return 'inside';
  if (nodes.some((entry) => entry.parentId === parentId && key(entry.label) === key(node.label)))
    return 'name';
  const depthOf = (at: string) => above(nodes, at).length + 1;
  const height = Math.max(0, ...below(nodes, id).map((entry) => depthOf(entry.id) - depthOf(id)));
  const depth = parentId === null ? 1 : depthOf(parentId) + 1;
  return depth + height > deepest ? 'deep' : null;
}

/** Path such as `Head office › Depot`. */
export const wayTo = (nodes: readonly UnitNode[], id: string): string =>
  [...above(nodes, id).toReversed(), ...nodes.filter((node) => node.id === id)]
    .map((node) => node.label)
    .join(' › ');

/** Removed with the unit. */
export function lossOf(nodes: readonly UnitNode[], id: string): { units: number; members: number } {
  const lost = below(nodes, id);
  const own = nodes.find((node) => node.id === id);
  return {
    units: lost.length,
    members: [...lost, ...(own ? [own] : [])].reduce((sum, node) => sum + node.unit.memberCount, 0),
  };
}

/** `except` is the unit being renamed. */
export function nameTaken(
  nodes: readonly UnitNode[],
  parentId: string | null,
  name: string,
  except?: string,
): boolean {
  return nodes.some(
    (node) => node.parentId === parentId && node.id !== except && key(node.label) === key(name),
  );
}
