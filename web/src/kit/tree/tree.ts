// Visible tree rows and key targets (ARIA tree pattern).

export interface TreeNode {
  id: string;
  parentId: string | null;
  label: string;
}

export interface TreeRow<N extends TreeNode = TreeNode> {
  node: N;
  /** Starts at 1. */
  level: number;
  /** Place among visible siblings, from 1, and their number. */
  position: number;
  siblings: number;
  hasChildren: boolean;
  isOpen: boolean;
}

/** Children by node in order; orphans become roots. */
export function childrenOf<N extends TreeNode>(nodes: readonly N[]): Map<string | null, N[]> {
  const known = new Set(nodes.map((node) => node.id));
  const children = new Map<string | null, N[]>();
  for (const node of nodes) {
    const parent = node.parentId !== null && known.has(node.parentId) ? node.parentId : null;
    const list = children.get(parent);
    if (list) list.push(node);
    else children.set(parent, [node]);
  }
  return children;
}

/** Visible rows; `shown` narrows them to search results. */
export function treeRows<N extends TreeNode>(
  nodes: readonly N[],
  isOpen: (node: N) => boolean,
  shown?: ReadonlySet<string>,
): TreeRow<N>[] {
  const children = childrenOf(nodes);
  const visible = (parent: string | null) =>
    (children.get(parent) ?? []).filter((node) => !shown || shown.has(node.id));
  const rows: TreeRow<N>[] = [];
  const walk = (parent: string | null, level: number) => {
    const siblings = visible(parent);
    for (const [index, node] of siblings.entries()) {
      const hasChildren = visible(node.id).length > 0;
      const open = hasChildren && isOpen(node);
      rows.push({
        node,
        level,
        position: index + 1,
        siblings: siblings.length,
        hasChildren,
        isOpen: open,
      });
      if (open) walk(node.id, level + 1);
    }
  };
  walk(null, 1);
  return rows;
}

export function below<N extends TreeNode>(nodes: readonly N[], id: string): N[] {
  const children = childrenOf(nodes);
  const found: N[] = [];
  const walk = (parent: string) => {
    for (const node of children.get(parent) ?? []) {
      found.push(node);
      walk(node.id);
    }
  };
  walk(id);
  return found;
}

/** Ancestors, nearest first. */
export function above<N extends TreeNode>(nodes: readonly N[], id: string): N[] {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const found: N[] = [];
  for (
    let at = byId.get(byId.get(id)?.parentId ?? '');
    at && !found.includes(at);
    at = byId.get(at.parentId ?? '')
  )
    found.push(at);
  return found;
}

/** Matching nodes with their ancestors. */
export function matching<N extends TreeNode>(
  nodes: readonly N[],
  matches: (node: N) => boolean,
): { shown: Set<string>; found: Set<string> } {
  const found = new Set(nodes.filter(matches).map((node) => node.id));
  const shown = new Set(found);
  for (const id of found) for (const node of above(nodes, id)) shown.add(node.id);
  return { shown, found };
}

/** Effect of a key: row to focus, or rows to toggle. */
export type TreeStep =
  | { kind: 'go'; id: string }
  | { kind: 'open'; ids: string[] }
  | { kind: 'close'; ids: string[] };

/** Right-to-left writing swaps the inward and outward arrows. */
export function treeStep(
  rows: readonly TreeRow[],
  current: string,
  key: string,
  rightToLeft = false,
): TreeStep | null {
  const index = rows.findIndex((row) => row.node.id === current);
  const row = rows[index];
  if (!row) return null;
  const go = (to: TreeRow | undefined): TreeStep | null =>
    to ? { kind: 'go', id: to.node.id } : null;
  const inwards = rightToLeft ? 'ArrowLeft' : 'ArrowRight';
  const outwards = rightToLeft ? 'ArrowRight' : 'ArrowLeft';
  switch (key) {
    case 'ArrowDown':
      return go(rows[index + 1]);
    case 'ArrowUp':
      return go(rows[index - 1]);
    case 'Home':
      return go(rows[0]);
    case 'End':
      return go(rows.at(-1));
    case inwards:
      if (!row.hasChildren) return null;
      return row.isOpen ? go(rows[index + 1]) : { kind: 'open', ids: [current] };
    case outwards:
      if (row.isOpen) return { kind: 'close', ids: [current] };
      return go(rows.slice(0, index).findLast((other) => other.level === row.level - 1));
    case '*': {
      const siblings = rows.filter(
        (other) => other.node.parentId === row.node.parentId && other.hasChildren && !other.isOpen,
      );
      return siblings.length ? { kind: 'open', ids: siblings.map((other) => other.node.id) } : null;
    }
    default:
      return null;
  }
}

/** Next row by prefix, wrapping around. */
export function typedRow(rows: readonly TreeRow[], current: string, typed: string): string | null {
  const prefix = typed.toLocaleLowerCase();
  const index = rows.findIndex((row) => row.node.id === current);
  // One letter moves on; more extend the prefix.
  const from = prefix.length > 1 ? index : index + 1;
  const order = [...rows.slice(Math.max(from, 0)), ...rows.slice(0, Math.max(from, 0))];
  return (
    order.find((row) => row.node.label.toLocaleLowerCase().startsWith(prefix))?.node.id ?? null
  );
}
