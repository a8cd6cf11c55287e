// Organisation unit tree, by mouse and keyboard.
import { useEffect, useRef, useState, type ReactNode } from 'react';
import {
  draggable,
  dropTargetForElements,
  monitorForElements,
} from '@atlaskit/pragmatic-drag-and-drop/adapter/element-adapter';
import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine';
import {
  ChevronRight,
  Ellipsis,
  FolderPlus,
  GripVertical,
  MoveRight,
  Pencil,
  Trash2,
} from 'lucide-react';
import { Button, cn, DropdownMenu, useFormat, type MenuItem } from '@waybill/plugin';
import { useT } from '../../../lib/i18n.ts';
import type { TreeRow } from '../../../kit/tree/tree.ts';
import { useTree } from '../../../kit/tree/use-tree.ts';
import { moveRefusal, type UnitNode } from './moves.ts';

export interface UnitActions {
  add: (below: UnitNode | null) => void;
  rename: (node: UnitNode) => void;
  moveTo: (node: UnitNode) => void;
  remove: (node: UnitNode) => void;
}

export interface UnitTreeProps {
  nodes: readonly UnitNode[];
  shown: ReadonlySet<string> | undefined;
  chosen: string | null;
  onChoose: (id: string) => void;
  mayChange: boolean;
  actions: UnitActions;
  /** Null: the top. */
  onDrop: (id: string, parentId: string | null) => void;
}

const kind = 'organisation-unit';
const idOf = (data: Record<string, unknown>): string | null =>
  data['kind'] === kind && typeof data['id'] === 'string' ? data['id'] : null;

/** Dragging over a closed row this long opens it. */
const openAfter = 700;

export function UnitTree({
  nodes,
  shown,
  chosen,
  onChoose,
  mayChange,
  actions,
  onDrop,
}: UnitTreeProps) {
  const t = useT();
  const [dragged, setDragged] = useState<string | null>(null);
  const tree = useTree({
    nodes,
    shown,
    openAtFirst: openRow,
    first: chosen ?? undefined,
    onKey: (row, event) => {
      if (event.key === 'Enter' || event.key === ' ') onChoose(row.node.id);
      else if (event.key === 'F2' && mayChange) actions.rename(row.node);
      else if (event.key === 'Delete' && mayChange) actions.remove(row.node);
      else if ((event.key === 'F10' && event.shiftKey) || event.key === 'ContextMenu')
        return openMenu(event.target);
      else return false;
      return true;
    },
  });
  useEffect(
    () =>
      monitorForElements({
        canMonitor: ({ source }) => idOf(source.data) !== null,
        onDragStart: ({ source }) => setDragged(idOf(source.data)),
        onDrop: () => setDragged(null),
      }),
    [],
  );
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-1">
      <div
        {...tree.treeProps}
        aria-label={t('Organisation units')}
        className="grid grid-cols-[minmax(0,1fr)] gap-px"
      >
        {tree.rows.map((row) => (
          <Row
            key={row.node.id}
            row={row}
            nodes={nodes}
            itemProps={tree.itemProps(row)}
            isChosen={row.node.id === chosen}
            isCurrent={row.node.id === tree.current}
            dragged={dragged}
            mayChange={mayChange}
            actions={actions}
            onChoose={() => onChoose(row.node.id)}
            onOpen={(open) => tree.setOpen([row.node.id], open)}
            onDrop={onDrop}
          />
        ))}
      </div>
      {mayChange && dragged !== null && <TopTarget nodes={nodes} onDrop={onDrop} />}
    </div>
  );
}

const openRow = () => true;

function openMenu(target: EventTarget): boolean {
  const button =
    target instanceof HTMLElement ? target.querySelector<HTMLElement>('[data-row-menu]') : null;
  button?.focus();
  // The menu listens to pointer down and Enter.
  button?.dispatchEvent(
    new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }),
  );
  return button !== null;
}

interface RowProps {
  row: TreeRow<UnitNode>;
  nodes: readonly UnitNode[];
  itemProps: object;
  isChosen: boolean;
  isCurrent: boolean;
  dragged: string | null;
  mayChange: boolean;
  actions: UnitActions;
  onChoose: () => void;
  onOpen: (open: boolean) => void;
  onDrop: UnitTreeProps['onDrop'];
}

function Row({
  row,
  nodes,
  itemProps,
  isChosen,
  isCurrent,
  dragged,
  mayChange,
  actions,
  onChoose,
  onOpen,
  onDrop,
}: RowProps) {
  const t = useT();
  const format = useFormat();
  const { node, level, hasChildren, isOpen } = row;
  const frame = useRef<HTMLDivElement>(null);
  const [over, setOver] = useState(false);
  const latest = useRef({ nodes, onDrop, onOpen, isOpen });
  latest.current = { nodes, onDrop, onOpen, isOpen };
  useEffect(() => {
    const element = frame.current;
    if (!element || !mayChange) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const leave = () => {
      clearTimeout(timer);
      setOver(false);
    };
    const stop = combine(
      draggable({ element, getInitialData: () => ({ kind, id: node.id }) }),
      dropTargetForElements({
        element,
        canDrop: ({ source }) =>
          moveRefusal(latest.current.nodes, idOf(source.data) ?? '', node.id) === null,
        onDragEnter: () => {
          setOver(true);
          timer = setTimeout(
            () => !latest.current.isOpen && latest.current.onOpen(true),
            openAfter,
          );
        },
        onDragLeave: leave,
        onDrop: ({ source }) => {
          leave();
          const id = idOf(source.data);
          if (id) latest.current.onDrop(id, node.id);
        },
      }),
    );
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [node.id, mayChange]);
  const label = t('Actions for {name}', { name: node.label });
  const items: MenuItem[] = [
    {
      text: t('New unit below'),
      icon: <FolderPlus aria-hidden />,
      onClick: () => actions.add(node),
    },
    { text: t('Rename…'), icon: <Pencil aria-hidden />, onClick: () => actions.rename(node) },
    {
      text: t('Move to…'),
      icon: <MoveRight aria-hidden className="rtl:-scale-x-100" />,
      onClick: () => actions.moveTo(node),
    },
    { separator: true },
    {
      text: t('Delete…'),
      icon: <Trash2 aria-hidden />,
      destructive: true,
      onClick: () => actions.remove(node),
    },
  ];
  return (
    <div
      ref={frame}
      {...itemProps}
      aria-selected={isChosen}
      aria-label={t(
        '{name}, {count} members',
        { name: node.label, count: node.unit.memberCount },
        '{name}, {count} member',
      )}
      onClick={(event) => event.currentTarget.contains(event.target as Node) && onChoose()}
      style={{ paddingInlineStart: `${(Math.min(level, 10) - 1) * 1.25 + 0.25}rem` }}
      className={cn(
        'group flex min-h-9 cursor-pointer items-center gap-1 rounded-md pe-1',
        'text-sm select-none focus-visible:outline-2',
        'focus-visible:-outline-offset-2 focus-visible:outline-ring',
        isChosen ? 'bg-accent font-medium' : 'hover:bg-accent/60',
        dragged === node.id && 'opacity-50',
        over && 'bg-primary/10 ring-2 ring-primary ring-inset',
      )}
    >
      {hasChildren ? (
        <span
          aria-hidden
          onClick={(event) => {
            event.stopPropagation();
            onOpen(!isOpen);
          }}
          className={cn(
            'grid size-6 shrink-0 place-items-center rounded text-muted-foreground',
            'hover:bg-muted hover:text-foreground',
          )}
        >
          <ChevronRight
            className={cn(
              'size-4 transition-transform rtl:-scale-x-100',
              isOpen && 'rotate-90 rtl:-rotate-90',
            )}
          />
        </span>
      ) : (
        <span className="size-6 shrink-0" />
      )}
      {mayChange && (
        <GripVertical
          aria-hidden
          className={cn(
            'size-3.5 shrink-0 cursor-grab text-muted-foreground opacity-0',
            'group-hover:opacity-100 max-md:hidden',
          )}
        />
      )}
      <span className="min-w-0 flex-1 py-1 break-words [overflow-wrap:anywhere]">{node.label}</span>
      <span
        className="shrink-0 rounded-full bg-muted px-1.5 text-xs font-normal text-muted-foreground tabular-nums"
        title={t('{count} members', { count: node.unit.memberCount }, '{count} member')}
      >
        {format.number(node.unit.memberCount)}
      </span>
      {mayChange && (
        <DropdownMenu
          label={label}
          items={items}
          trigger={
            <Button
              data-row-menu
              variant="ghost"
              size="icon"
              tabIndex={isCurrent ? 0 : -1}
              aria-label={label}
              className="size-7 text-muted-foreground"
              onClick={(event) => event.stopPropagation()}
            >
              <Ellipsis aria-hidden />
            </Button>
          }
        />
      )}
    </div>
  );
}

function TopTarget({
  nodes,
  onDrop,
}: {
  nodes: readonly UnitNode[];
  onDrop: UnitTreeProps['onDrop'];
}): ReactNode {
  const t = useT();
  const frame = useRef<HTMLDivElement>(null);
  const [over, setOver] = useState(false);
  useEffect(() => {
    if (!frame.current) return;
    return dropTargetForElements({
      element: frame.current,
      canDrop: ({ source }) => moveRefusal(nodes, idOf(source.data) ?? '', null) === null,
      onDragEnter: () => setOver(true),
      onDragLeave: () => setOver(false),
      onDrop: ({ source }) => {
        const id = idOf(source.data);
        if (id) onDrop(id, null);
      },
    });
  }, [nodes, onDrop]);
  return (
    <div
      ref={frame}
      className={cn(
        'rounded-md border border-dashed border-control px-3 py-2.5 text-center text-[13px] text-muted-foreground',
        over && 'border-primary bg-primary/10 text-foreground',
      )}
    >
      {t('Drop here to move to the top level')}
    </div>
  );
}
