// Tree keyboard pattern: one tab stop, arrows, type-ahead.
import { useMemo, useRef, useState, type KeyboardEvent } from 'react';
import { treeRows, treeStep, typedRow, type TreeNode, type TreeRow } from './tree.ts';

export interface TreeOptions<N extends TreeNode> {
  nodes: readonly N[];
  /** Search results, all open. */
  shown?: ReadonlySet<string> | undefined;
  openAtFirst: (node: N) => boolean;
  /** Space, Enter or a custom shortcut; true if used. */
  onKey?: (row: TreeRow<N>, event: KeyboardEvent) => boolean;
  /** Initial Tab stop. */
  first?: string | undefined;
}

const typingPause = 700;

export function useTree<N extends TreeNode>({
  nodes,
  shown,
  openAtFirst,
  onKey,
  first,
}: TreeOptions<N>) {
  const frame = useRef<HTMLDivElement>(null);
  const typed = useRef({ text: '', at: 0 });
  const [changed, setChanged] = useState<ReadonlyMap<string, boolean>>(new Map());
  const [visited, setVisited] = useState<string | null>(null);
  const rows = useMemo(
    () =>
      treeRows(
        nodes,
        (node) => shown !== undefined || (changed.get(node.id) ?? openAtFirst(node)),
        shown,
      ),
    [nodes, shown, changed, openAtFirst],
  );
  const has = (id: string | null | undefined) =>
    id !== null && id !== undefined && rows.some((row) => row.node.id === id);
  const current = (has(visited) ? visited : has(first) ? first : rows[0]?.node.id) ?? null;

  const setOpen = (ids: readonly string[], open: boolean) =>
    setChanged((before) => new Map([...before, ...ids.map((id) => [id, open] as const)]));
  const focus = (id: string) => {
    setVisited(id);
    frame.current?.querySelector<HTMLElement>(`[data-tree-id="${CSS.escape(id)}"]`)?.focus();
  };

  const jump = (key: string, at: string): boolean => {
    const now = Date.now();
    typed.current = {
      text: now - typed.current.at > typingPause ? key : typed.current.text + key,
      at: now,
    };
    const id = typedRow(rows, at, typed.current.text);
    if (id) focus(id);
    return id !== null;
  };

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    // Buttons inside a row keep their keys.
    if (!(event.target instanceof HTMLElement) || event.target.dataset['treeId'] === undefined)
      return;
    const row = rows.find((entry) => entry.node.id === current);
    if (!row || current === null) return;
    if (onKey?.(row, event)) return event.preventDefault();
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const step = treeStep(
      rows,
      current,
      event.key,
      getComputedStyle(event.currentTarget).direction === 'rtl',
    );
    if (step?.kind === 'go') focus(step.id);
    else if (step) setOpen(step.ids, step.kind === 'open');
    else if (event.key.length !== 1 || event.key === ' ' || !jump(event.key, current)) return;
    event.preventDefault();
  };

  return {
    rows,
    current,
    focus,
    setOpen,
    treeProps: { ref: frame, role: 'tree', onKeyDown } as const,
    itemProps: ({ node, level, position, siblings, hasChildren, isOpen }: TreeRow<N>) =>
      ({
        role: 'treeitem',
        'data-tree-id': node.id,
        'aria-level': level,
        'aria-posinset': position,
        'aria-setsize': siblings,
        ...(hasChildren ? { 'aria-expanded': isOpen } : {}),
        tabIndex: node.id === current ? 0 : -1,
        onFocus: () => setVisited(node.id),
      }) as const,
  };
}
