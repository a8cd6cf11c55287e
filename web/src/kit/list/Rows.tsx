// List rows with sticky headings: sorting, selection, keyboard, virtual scrolling.
import {
  Fragment,
  useEffect,
  useId,
  useImperativeHandle,
  useRef,
  useState,
  type MouseEvent,
  type RefObject,
} from 'react';
import { useNavigate } from '@tanstack/react-router';
import { useVirtualizer } from '@tanstack/react-virtual';
import { cn, Skeleton, Td } from '@waybill/plugin';
import { openEditor } from './EditCell.tsx';
import { chosenWidths, useFit } from './fit.ts';
import { Headings } from './Headings.tsx';
import { target } from '../../lib/href.ts';
import { toast } from '../../shell/toast.tsx';
import { bind, openMenu, useKeys, type Binding } from '../keys.ts';
import { useDensity } from './preferences.ts';
import { isInside, rowAt, useFocusKept } from './row-focus.ts';
import { RowLine, ROW_HEIGHT, type RowParts } from './RowLine.tsx';
import { range, toggle, type RowKey, type Selection } from './selection.ts';
import { nextRow, placeOf, type RowJump, type RowWork } from './work.ts';
import type { List } from './use-list.ts';
import { useNarrow } from './use-narrow.ts';

/** Longer lists draw visible rows only. */
const DRAWN_AT_ONCE = 100;
const HEIGHTS = { compact: 28, comfortable: 38 };
/** Of a row of two lines. */
const STACKED_HEIGHT = 51;
const SKELETONS = 14;

export interface RowsProps<Row> extends RowParts<Row> {
  list: List<Row>;
  label: string;
  selection: Selection<Row> | null;
  onSelection: (selection: Selection<Row>) => void;
  marks: ReadonlyMap<RowKey, string>;
  /** The list is the page, and its keys work anywhere. */
  isPage: boolean;
  isStacked: boolean;
  /** Keys that precede those for the rows. */
  keys: readonly Binding[];
  /** Clears the selection; false if there is none. */
  onEscape: () => boolean;
  /** The row that keys work on. */
  current: RefObject<(() => Row | null) | null>;
  jumps?: readonly RowJump<Row>[] | undefined;
  work?: RowWork<Row> | undefined;
}

/** True for clicks on the row itself, without a text selection. */
const isRowClick = ({ target: at, currentTarget }: MouseEvent): boolean =>
  at instanceof Element &&
  currentTarget.contains(at) &&
  at.closest('a, button, input, select, textarea, label') === null &&
  !getSelection()?.toString();

function Skeletons({ cells }: { cells: number }) {
  const [density] = useDensity();
  return Array.from({ length: SKELETONS }, (_, row) => (
    <tr key={row} aria-hidden>
      {Array.from({ length: cells }, (_, cell) => (
        <Td key={cell} className={cn('border-b border-border', ROW_HEIGHT[density])}>
          <Skeleton className={cn('h-3', cell % 3 === 0 ? 'w-24' : 'w-3/4 min-w-10')} />
        </Td>
      ))}
    </tr>
  ));
}

function useDrawn<Row>(
  rows: readonly Row[],
  frame: RefObject<HTMLDivElement | null>,
  height: number,
  enabled: boolean,
) {
  // oxlint-disable-next-line react-hooks-js/incompatible-library -- the result is only used in this render
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => frame.current,
    estimateSize: () => height,
    overscan: 20,
    enabled,
  });
  if (!enabled)
    return {
      drawn: rows.map((row, index) => ({ row, index })),
      before: 0,
      after: 0,
      measure: undefined,
      show: () => undefined,
    };
  const items = virtual.getVirtualItems();
  return {
    drawn: items.flatMap(({ index }) => {
      const row = rows[index];
      return row === undefined ? [] : [{ row, index }];
    }),
    before: items[0]?.start ?? 0,
    after: virtual.getTotalSize() - (items.at(-1)?.end ?? 0),
    measure: virtual.measureElement,
    show: (index: number) => virtual.scrollToIndex(index),
  };
}

/** Keys of the entries of the rows' menus; they run as the row in focus has them. */
function menuBindings<Row>(
  rows: readonly Row[],
  menu: RowParts<Row>['menu'],
  current: () => Row | undefined,
  navigate: ReturnType<typeof useNavigate>,
): Binding[] {
  if (!menu) return [];
  const names = new Map(
    rows.flatMap((row) => menu(row).map(({ keyName, text }) => [keyName, text] as const)),
  );
  return [...names].flatMap(([keyName, text]) => {
    if (!keyName) return [];
    const run = () => {
      const row = current();
      const entry = row !== undefined && menu(row).find((one) => one.keyName === keyName);
      if (!entry || entry.disabled) return false;
      entry.onClick?.();
      if (entry.href) void navigate({ ...target(entry.href) });
      return true;
    };
    return [bind(keyName, run, typeof text === 'string' ? text : undefined)];
  });
}

export function Rows<Row>({
  list,
  label,
  selection,
  onSelection,
  marks,
  isPage,
  isStacked,
  keys,
  onEscape,
  current,
  jumps = [],
  menu,
  aside,
  details,
  work,
}: RowsProps<Row>) {
  const navigate = useNavigate();
  const narrow = useNarrow();
  const [density] = useDensity();
  const base = useId();
  const frame = useRef<HTMLDivElement>(null);
  const lastTicked = useRef<number | null>(null);
  const [unfolded, setUnfolded] = useState<ReadonlySet<RowKey>>(new Set());
  const { keyOf } = list;
  const { href } = list.declaration;
  const rows = list.rows ?? [];
  const columns = useFit(frame, list.columns, list.choice, [list.rows, density], !isStacked);
  const { drawn, before, after, measure, show } = useDrawn(
    rows,
    frame,
    isStacked ? STACKED_HEIGHT : HEIGHTS[density],
    isPage && !narrow && !details && rows.length > DRAWN_AT_ONCE,
  );
  const more = Boolean(menu || aside);
  const cells =
    (isStacked ? 1 : columns.length) + (selection ? 1 : 0) + (details ? 1 : 0) + (more ? 1 : 0);

  const unfold = (row: Row) => {
    const next = new Set(unfolded);
    if (!next.delete(keyOf(row))) next.add(keyOf(row));
    setUnfolded(next);
  };
  const open = (row: Row) => {
    if (details) unfold(row);
    else {
      const to = href?.(row);
      if (to) void navigate({ ...target(to) });
    }
  };
  const tick = (index: number, withShift: boolean) => {
    const row = rows[index];
    if (!selection || row === undefined) return;
    onSelection(
      withShift && lastTicked.current !== null
        ? range(selection, rows, lastTicked.current, index, keyOf)
        : toggle(selection, row, keyOf),
    );
    lastTicked.current = index;
  };

  const at = work ? placeOf(rows, work.at, keyOf) : -1;
  // While the panel has the focus, the row stays selected.
  const focused = () =>
    Number(
      document.activeElement?.closest<HTMLElement>('[data-row-index]')?.dataset['rowIndex'] ?? -1,
    );
  // If the selected row left the list, selects its successor.
  const lastAt = useRef(-1);
  useEffect(() => {
    if (at >= 0) lastAt.current = at;
  }, [at]);
  const here = () =>
    focused() >= 0 ? focused() : work && at < 0 && work.at !== null ? lastAt.current - 1 : at;
  useImperativeHandle(current, () => () => rows[here()] ?? null);
  const focus = (index: number) => {
    const element = () => frame.current?.querySelector<HTMLElement>(rowAt(index));
    const found = element();
    if (!found) show(index);
    const take = (row: HTMLElement | null | undefined) => {
      row?.focus({ preventScroll: true });
      row?.scrollIntoView({ block: 'nearest' });
    };
    if (found) take(found);
    else requestAnimationFrame(() => requestAnimationFrame(() => take(element())));
  };
  useImperativeHandle(work?.handle, () => ({
    focus: (key) => focus(placeOf(rows, key, keyOf)),
    back: () => (at >= 0 ? focus(at) : frame.current?.focus()),
    untick: () => onSelection(new Map()),
  }));
  const go = (index: number) => {
    if (rows.length > 0) focus(Math.max(0, Math.min(index, rows.length - 1)));
  };
  const jump = ({ passes, none }: RowJump<Row>) => {
    const found = nextRow(rows, here(), passes);
    if (found === null) toast({ title: none });
    else focus(rows.indexOf(found));
  };
  useFocusKept(frame, rows, go);
  const menuKeys = menuBindings(
    drawn.map(({ row }) => row),
    menu,
    () => rows[here()],
    navigate,
  );
  useKeys(
    [
      ...keys,
      ...jumps.map((one) => bind(one.keyName, () => jump(one))),
      bind('next', () => go(here() + 1)),
      bind('previous', () => go(here() - 1)),
      ...(selection
        ? [
            bind('tick', () => here() >= 0 && tick(here(), false)),
            bind('tickRange', () => here() >= 0 && tick(here(), true)),
          ]
        : []),
      ...(details || href || work?.onEnter
        ? [
            bind('open', (event) => {
              // Enter on a link or box keeps its meaning.
              const row = rows[here()];
              if (
                row === undefined ||
                !(event.target instanceof HTMLElement) ||
                event.target.dataset['rowIndex'] === undefined
              )
                return false;
              return work?.onEnter ? work.onEnter(row) : open(row);
            }),
          ]
        : []),
      ...menuKeys,
      ...(menu
        ? [
            bind('more', () =>
              openMenu(frame.current?.querySelector(`${rowAt(here())} [data-row-menu] button`)),
            ),
          ]
        : []),
      ...(columns.some(({ edit }) => edit) ? [bind('editCell', openEditor)] : []),
      bind('leave', () => {
        if (onEscape()) return true;
        const at = document.activeElement;
        if (focused() < 0 || !(at instanceof HTMLElement)) return false;
        at.blur();
        return true;
      }),
    ],
    { owns: (at) => isPage || isInside(frame.current, at) },
  );

  const spacer = (height: number) =>
    height > 0 && (
      <tr aria-hidden>
        <td aria-label={label} colSpan={cells} style={{ height }} />
      </tr>
    );
  return (
    <div
      ref={frame}
      role="region"
      aria-label={label}
      tabIndex={0}
      data-rows
      data-scroll-restoration-id={list.declaration.id}
      className={cn(
        'relative overflow-x-auto rounded-lg border border-border bg-card',
        'shadow-xs focus-visible:outline-2 focus-visible:outline-ring',
        isPage && 'md:overflow-y-auto',
      )}
    >
      <table
        aria-label={label}
        aria-busy={list.rows === undefined || (list.isStale && list.isFetching)}
        aria-rowcount={drawn.length < rows.length ? rows.length + 1 : undefined}
        style={isStacked ? undefined : chosenWidths(list.choice)}
        className={cn(
          'w-full border-separate border-spacing-0 text-[13px]',
          list.isStale && 'opacity-60 transition-opacity delay-150',
        )}
      >
        <Headings
          list={list}
          frame={frame}
          columns={columns}
          selection={selection}
          onSelection={onSelection}
          narrow={isStacked}
          label={label}
          more={more}
          details={Boolean(details)}
        />
        <tbody className="[&>tr:last-child>td]:border-b-0">
          {list.rows === undefined && <Skeletons cells={cells} />}
          {spacer(before)}
          {drawn.map(({ row, index }) => {
            const key = keyOf(row);
            const selected = selection?.has(key) ?? false;
            const isOpen = unfolded.has(key);
            const id = `${base}-${key}`;
            return (
              <Fragment key={key}>
                <tr
                  ref={measure}
                  data-index={index}
                  data-row-index={index}
                  data-row-id={key}
                  aria-rowindex={drawn.length < rows.length ? index + 2 : undefined}
                  aria-selected={selection ? selected : undefined}
                  aria-current={index === at ? 'true' : undefined}
                  tabIndex={index === Math.max(0, at) ? 0 : -1}
                  // On narrow screens ticking must not open the preview.
                  onFocus={
                    work
                      ? (event) =>
                          (!narrow || event.target === event.currentTarget) && work.onRow(key)
                      : undefined
                  }
                  onClick={(event) => !work && isRowClick(event) && open(row)}
                  className={cn(
                    'scroll-mt-8 bg-card hover:bg-accent focus-visible:outline-2',
                    'focus-visible:-outline-offset-2 focus-visible:outline-ring',
                    (href || details) && !work && 'cursor-pointer',
                    index === at &&
                      'bg-accent not-focus-visible:[&>td:first-child]:shadow-[inset_3px_0_0_var(--wb-primary)]',
                    selected && 'bg-[color-mix(in_oklab,var(--wb-primary)_9%,var(--wb-card))]',
                  )}
                >
                  <RowLine
                    row={row}
                    list={list}
                    columns={columns}
                    narrow={isStacked}
                    density={density}
                    mark={marks.get(key)}
                    menu={menu}
                    aside={aside}
                    selection={
                      selection
                        ? { on: selected, toggle: (withShift) => tick(index, withShift) }
                        : null
                    }
                    open={details ? { on: isOpen, toggle: () => unfold(row), id } : null}
                  />
                </tr>
                {details && isOpen && (
                  <tr id={id}>
                    <td
                      colSpan={cells}
                      className="border-b border-border bg-muted/40 px-3 py-3 md:ps-12"
                    >
                      {details(row)}
                    </td>
                  </tr>
                )}
              </Fragment>
            );
          })}
          {spacer(after)}
        </tbody>
      </table>
    </div>
  );
}
