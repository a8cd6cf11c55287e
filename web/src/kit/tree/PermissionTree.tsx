// Permission tree with half states, search and keyboard.
import { useCallback, useId, useMemo, useState, type ReactNode } from 'react';
import { Check, ChevronRight, Minus, Search } from 'lucide-react';
import { Button, cn, Input } from '@waybill/plugin';
import { useT } from '../../lib/i18n.ts';
import {
  grantAlone,
  grantState,
  permissionNodes,
  toggled,
  type GrantState,
  type Permission,
} from './permission-tree.ts';
import { above, matching, type TreeNode } from './tree.ts';
import { useTree } from './use-tree.ts';

export interface PermissionTreeProps {
  permissions: readonly Permission[];
  granted: ReadonlySet<string>;
  onChange: (granted: Set<string>) => void;
  label: string;
  readOnly?: boolean;
  mark?: (name: string) => ReactNode;
  actions?: ReactNode;
  /** Permissions whose areas start open. */
  notable?: ReadonlySet<string>;
}

const checked = { all: true, some: 'mixed', none: false } as const;

function Box({ state, readOnly }: { state: GrantState; readOnly: boolean }) {
  return (
    <span
      aria-hidden
      className={cn(
        'grid size-4 shrink-0 place-items-center rounded border [&_svg]:size-3',
        state === 'none'
          ? 'border-control bg-field'
          : 'border-primary bg-primary text-primary-foreground',
        readOnly && 'opacity-60',
      )}
    >
      {state === 'all' && <Check strokeWidth={3} />}
      {state === 'some' && <Minus strokeWidth={3} />}
    </span>
  );
}

export function PermissionTree({
  permissions,
  granted,
  onChange,
  label,
  readOnly = false,
  mark,
  actions,
  notable,
}: PermissionTreeProps) {
  const t = useT();
  const hint = useId();
  const [text, setText] = useState('');
  // Server names are English; tenant or language texts replace them.
  const nodes = useMemo(
    () =>
      permissionNodes(
        permissions.map((permission) => ({
          ...permission,
          displayName: t(permission.displayName),
        })),
      ),
    [permissions, t],
  );
  const searchText = text.trim().toLocaleLowerCase();
  const shown = useMemo(
    () =>
      searchText
        ? matching(nodes, (node) =>
            [node.label, node.id].some((part) => part.toLocaleLowerCase().includes(searchText)),
          ).shown
        : undefined,
    [nodes, searchText],
  );
  const toggle = (id: string, alone: boolean) => {
    if (!readOnly)
      onChange(
        alone && !granted.has(id)
          ? grantAlone(nodes, granted, id)
          : toggled(nodes, granted, id, shown),
      );
  };
  // Areas start collapsed.
  const [openedBy] = useState(notable);
  const ways = useMemo(
    () =>
      new Set([...(openedBy ?? [])].flatMap((name) => above(nodes, name).map((node) => node.id))),
    [nodes, openedBy],
  );
  const openAtFirst = useCallback(
    (node: TreeNode) => node.parentId === null || ways.has(node.id),
    [ways],
  );
  const tree = useTree({
    nodes,
    shown,
    openAtFirst,
    onKey: (row, event) => {
      if (event.key !== ' ' && event.key !== 'Enter') return false;
      toggle(row.node.id, event.shiftKey);
      return true;
    },
  });
  const parents = nodes
    .filter((node) => nodes.some((other) => other.parentId === node.id))
    .map((node) => node.id);
  const count = nodes.filter((node) => granted.has(node.id)).length;
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap items-center gap-2">
        <span className="relative block w-full sm:w-64">
          <Search
            aria-hidden
            className="pointer-events-none absolute start-2.5 top-1/2 size-4 -translate-y-1/2 text-muted-foreground"
          />
          <Input
            type="search"
            aria-label={t('Search permissions')}
            placeholder={t('Search permissions')}
            value={text}
            onChange={(event) => setText(event.target.value)}
            className="ps-8"
          />
        </span>
        <span role="status" className="text-[13px] text-muted-foreground tabular-nums">
          {t(
            '{count} of {total} granted',
            { count, total: nodes.length },
            '{count} of {total} granted',
          )}
        </span>
        <span className="ms-auto flex flex-wrap gap-1">
          {actions}
          <Button
            variant="ghost"
            size="sm"
            onClick={() => tree.setOpen(parents, true)}
            disabled={shown !== undefined}
          >
            {t('Expand all')}
          </Button>
          <Button
            variant="ghost"
            size="sm"
            onClick={() =>
              tree.setOpen(
                parents.filter((id) => nodes.find((node) => node.id === id)?.parentId !== null),
                false,
              )
            }
            disabled={shown !== undefined}
          >
            {t('Collapse all')}
          </Button>
        </span>
      </div>
      <div
        {...tree.treeProps}
        aria-label={label}
        aria-multiselectable
        aria-describedby={readOnly ? undefined : hint}
        className="max-h-[32rem] overflow-y-auto rounded-lg border border-border bg-card py-1"
      >
        {tree.rows.map((row) => {
          const { node, level, hasChildren, isOpen } = row;
          const state = grantState(nodes, granted, node.id);
          return (
            <div
              key={node.id}
              {...tree.itemProps(row)}
              aria-checked={checked[state]}
              aria-disabled={readOnly || undefined}
              onClick={(event) => toggle(node.id, event.shiftKey)}
              style={{ paddingInlineStart: `${(level - 1) * 1.25 + 0.5}rem` }}
              className={cn(
                'flex min-h-8 items-center gap-2 pe-3 text-sm select-none',
                'focus-visible:outline-2 focus-visible:-outline-offset-2',
                'focus-visible:outline-ring',
                !readOnly && 'cursor-pointer hover:bg-accent',
              )}
            >
              {hasChildren ? (
                <span
                  aria-hidden
                  onClick={(event) => {
                    event.stopPropagation();
                    tree.setOpen([node.id], !isOpen);
                  }}
                  className={cn(
                    'grid size-6 shrink-0 cursor-pointer place-items-center rounded',
                    'text-muted-foreground hover:bg-muted hover:text-foreground',
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
              <Box state={state} readOnly={readOnly} />
              <span
                className={cn(
                  'min-w-0 flex-1 py-1 break-words',
                  level <= 2 && hasChildren && 'font-medium',
                )}
              >
                {node.label}
              </span>
              {mark?.(node.id)}
            </div>
          );
        })}
        {tree.rows.length === 0 && (
          <p className="px-3 py-6 text-center text-sm text-muted-foreground">
            {t('No matching permissions')}
          </p>
        )}
      </div>
      {!readOnly && (
        <p id={hint} className="text-xs text-muted-foreground">
          {t('Ticking an area grants everything in it. Hold Shift to grant only the area itself.')}
        </p>
      )}
    </div>
  );
}
