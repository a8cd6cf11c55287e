// Spreadsheet-like grid with virtual scrolling and keyboard.
import {
  useId,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
  type ClipboardEvent,
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  type Ref,
} from 'react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { cn } from '@waybill/plugin';
import { useT } from '../../lib/i18n.ts';
import { singleCell, bounds, clamped, holds, moved, type Cell, type Range } from './range.ts';
import { SheetCell, type CellLook } from './SheetCell.tsx';
import { fromTsv } from './tsv.ts';

const ROW = 28;
const HEADING = 28;
const COLUMN = 96;
const OVERSCAN = 4;

export interface Heading {
  code: string;
  name: string;
  faded?: boolean;
  width?: number;
}

export interface SheetHandle {
  focus: () => void;
  show: (cell: Cell) => void;
}

export interface SheetProps {
  label: string;
  corner: ReactNode;
  rows: readonly Heading[];
  columns: readonly Heading[];
  look: (row: number, column: number) => CellLook;
  text: (row: number, column: number) => string;
  columnWidth?: number;
  /** Width of row headings. */
  headingWidth?: number;
  /** Cells align texts at the start, numbers at the end. */
  holdsTexts?: boolean;
  readOnly: boolean;
  range: Range;
  onRange: (range: Range) => void;
  onType: (cell: Cell, text: string) => void;
  onPaste: (range: Range, block: string[][]) => void;
  onCopy: (range: Range) => string;
  onRemove: (range: Range) => void;
  onUndo: () => void;
  onRedo: () => void;
  /** Enter on cells that don't edit by typing. */
  onOpen?: ((cell: Cell) => void) | undefined;
  className?: string;
  ref?: Ref<SheetHandle>;
}

interface Typing {
  cell: Cell;
  text: string;
  /** Started by typing: arrows commit and move. */
  over: boolean;
}

/** Narrow screens keep most width for cells. */
const headingWidth = (frame: number) => (frame < 480 ? 88 : 176);

export function Sheet({
  label,
  corner,
  rows,
  columns,
  look,
  text,
  columnWidth = COLUMN,
  headingWidth: wantedAside,
  holdsTexts = false,
  readOnly,
  range: requestedRange,
  onRange,
  onType,
  onPaste,
  onCopy,
  onRemove,
  onUndo,
  onRedo,
  onOpen,
  className,
  ref,
}: SheetProps) {
  const t = useT();
  const base = useId();
  const frame = useRef<HTMLDivElement>(null);
  const [typing, showTyping] = useState<Typing | null>(null);
  // Current edit; blur ends it again before the next render.
  const live = useRef<Typing | null>(null);
  const setTyping = (next: Typing | null) => {
    live.current = next;
    showTyping(next);
  };
  const [aside, setAside] = useState(wantedAside ?? 176);
  const dragging = useRef(false);
  const size = { rows: rows.length, columns: columns.length };
  const range = clamped(requestedRange, size);
  const { head } = range;
  const chosen = bounds(range);
  // oxlint-disable-next-line react-hooks-js/incompatible-library -- the result is only used in this render
  const down = useVirtualizer({
    count: rows.length,
    getScrollElement: () => frame.current,
    estimateSize: () => ROW,
    overscan: OVERSCAN,
    scrollMargin: 0,
    scrollPaddingStart: HEADING,
    paddingStart: HEADING,
  });
  const across = useVirtualizer({
    count: columns.length,
    getScrollElement: () => frame.current,
    estimateSize: (index) => columns[index]?.width ?? columnWidth,
    overscan: OVERSCAN,
    horizontal: true,
    scrollPaddingStart: aside,
    paddingStart: aside,
  });

  useLayoutEffect(() => {
    const element = frame.current;
    if (!element || typeof ResizeObserver === 'undefined') return;
    const observer = new ResizeObserver(() =>
      setAside(wantedAside ?? headingWidth(element.clientWidth)),
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [wantedAside]);
  const widths = columns.map(({ width = 0 }) => width).join();
  useLayoutEffect(() => across.measure(), [aside, columnWidth, widths, across]);

  const show = ({ row, column }: Cell) => {
    down.scrollToIndex(row);
    across.scrollToIndex(column);
  };
  useImperativeHandle(ref, () => ({
    focus: () => frame.current?.focus({ preventScroll: true }),
    show,
  }));
  const choose = (next: Range) => {
    onRange(next);
    show(next.head);
  };
  const page = () =>
    Math.max(1, Math.floor(((frame.current?.clientHeight ?? 0) - HEADING) / ROW) - 1);
  const way = () => ({
    size,
    page: page(),
    filled: (row: number, column: number) => text(row, column) !== '',
  });
  const walk = (key: string, shift: boolean, ctrl: boolean, from: Range = range): boolean => {
    const next = moved(from, key, { shift, ctrl }, way());
    if (next) choose(next);
    return next !== null;
  };
  const edit = (cell: Cell, begun: string | null) => {
    if (readOnly) return;
    if (onOpen) onOpen(cell);
    else setTyping({ cell, text: begun ?? text(cell.row, cell.column), over: begun !== null });
  };
  const end = (keep: boolean, stay = true) => {
    const was = live.current;
    if (!was) return;
    setTyping(null);
    if (keep && was.text.trim() !== text(was.cell.row, was.cell.column))
      onType(was.cell, was.text.trim());
    if (stay) frame.current?.focus({ preventScroll: true });
  };

  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    if (event.nativeEvent.isComposing || rows.length === 0 || columns.length === 0) return;
    const { key, shiftKey: shift } = event;
    const ctrl = event.ctrlKey || event.metaKey;
    const take = () => event.preventDefault();
    if (typing) {
      const leads: Record<string, string> = {
        Enter: shift ? 'ArrowUp' : 'ArrowDown',
        Tab: shift ? 'ArrowLeft' : 'ArrowRight',
      };
      const to = leads[key] ?? (typing.over && key.startsWith('Arrow') ? key : undefined);
      if (key === 'Escape') {
        take();
        event.stopPropagation();
        end(false);
      } else if (to) {
        take();
        end(true);
        walk(to, false, false, singleCell(typing.cell.row, typing.cell.column));
      }
      return;
    }
    if (event.altKey) return;
    if (walk(key, shift, ctrl)) take();
    else if (ctrl) {
      const letter = key.toLowerCase();
      if (letter === 'a')
        onRange({
          anchor: { row: 0, column: 0 },
          head: { row: size.rows - 1, column: size.columns - 1 },
        });
      else if (letter === 'z' && !readOnly) (shift ? onRedo : onUndo)();
      else if (letter === 'y' && !readOnly) onRedo();
      else return;
      take();
    } else if (key === 'Enter' || key === 'F2') {
      take();
      edit(head, null);
    } else if (key === 'Escape') onRange(singleCell(head.row, head.column));
    else if ((key === 'Delete' || key === 'Backspace') && !readOnly) {
      take();
      onRemove(range);
    } else if (key.length === 1 && key !== ' ') {
      take();
      edit(head, key);
    }
  };

  const pasted = (event: ClipboardEvent) => {
    if (typing || readOnly) return;
    event.preventDefault();
    onPaste(range, fromTsv(event.clipboardData.getData('text/plain')));
  };
  const copied = (event: ClipboardEvent) => {
    if (typing) return;
    event.preventDefault();
    event.clipboardData.setData('text/plain', onCopy(range));
  };
  const cellAt = (event: PointerEvent): Cell | null => {
    const element =
      event.target instanceof Element ? event.target.closest<HTMLElement>('[data-cell]') : null;
    const [row, column] = (element?.dataset['cell'] ?? '').split(':').map(Number);
    return row === undefined || column === undefined || Number.isNaN(row) ? null : { row, column };
  };
  const press = (event: PointerEvent) => {
    const cell = event.target instanceof HTMLInputElement ? null : cellAt(event);
    if (!cell || event.button !== 0) return;
    end(true);
    onRange(
      event.shiftKey ? { anchor: range.anchor, head: cell } : singleCell(cell.row, cell.column),
    );
    // A finger that moves scrolls.
    dragging.current = event.pointerType === 'mouse';
  };
  const drag = (event: PointerEvent) => {
    if (!dragging.current || event.buttons === 0) return;
    const cell = cellAt(event);
    if (cell && (cell.row !== head.row || cell.column !== head.column))
      onRange({ anchor: range.anchor, head: cell });
  };

  const lines = down.getVirtualItems();
  const cells = across.getVirtualItems();
  const idOf = (row: number, column: number) => `${base}-${row}-${column}`;
  const isDrawn =
    lines.some(({ index }) => index === head.row) &&
    cells.some(({ index }) => index === head.column);
  const heading =
    'flex items-center border-border bg-muted px-2 text-xs font-medium text-muted-foreground';
  return (
    <div
      ref={frame}
      role="grid"
      aria-label={label}
      aria-rowcount={size.rows + 1}
      aria-colcount={size.columns + 1}
      aria-readonly={readOnly}
      aria-multiselectable
      aria-activedescendant={isDrawn ? idOf(head.row, head.column) : undefined}
      tabIndex={0}
      dir="ltr"
      onKeyDown={onKeyDown}
      onCopy={copied}
      onCut={(event) => {
        copied(event);
        if (!typing && !readOnly) onRemove(range);
      }}
      onPaste={pasted}
      onPointerDown={press}
      onPointerMove={drag}
      onPointerUp={() => (dragging.current = false)}
      onDoubleClick={(event) =>
        event.target instanceof Element && event.target.closest('[data-cell]') && edit(head, null)
      }
      className={cn(
        'group/sheet relative overflow-auto rounded-lg border border-border',
        'bg-card text-[13px] shadow-xs select-none focus-visible:outline-2',
        'focus-visible:outline-ring',
        className,
      )}
    >
      <div
        className="relative"
        style={{ width: across.getTotalSize(), height: down.getTotalSize() }}
        role="presentation"
      >
        <div role="row" aria-rowindex={1} className="sticky top-0 z-20" style={{ height: HEADING }}>
          <div
            role="columnheader"
            aria-colindex={1}
            className={cn(heading, 'sticky start-0 z-10 h-full truncate border-e border-b')}
            style={{ width: aside }}
          >
            <span className="truncate">{corner}</span>
          </div>
          {cells.map(({ index, start, size: width }) => {
            const zone = columns[index];
            return (
              <div
                key={index}
                role="columnheader"
                aria-colindex={index + 2}
                title={zone && `${zone.code} ${zone.name}`.trim()}
                onPointerDown={(event) =>
                  event.button === 0 &&
                  rows.length > 0 &&
                  onRange({
                    anchor: {
                      row: event.shiftKey ? range.anchor.row : 0,
                      column: event.shiftKey ? range.anchor.column : index,
                    },
                    head: { row: size.rows - 1, column: index },
                  })
                }
                className={cn(
                  heading,
                  'absolute inset-y-0 border-e border-b',
                  !holdsTexts && 'justify-end',
                  zone?.faded && 'italic',
                  index >= chosen.left && index <= chosen.right && 'bg-accent text-foreground',
                )}
                style={{ left: start, width }}
              >
                <span className={cn('truncate', !holdsTexts && 'font-mono')}>{zone?.code}</span>
              </div>
            );
          })}
        </div>
        {lines.map(({ index: row, start }) => {
          const zone = rows[row];
          return (
            <div
              key={row}
              role="row"
              aria-rowindex={row + 2}
              className="absolute start-0 w-full"
              style={{ top: start, height: ROW }}
            >
              <div
                role="rowheader"
                aria-colindex={1}
                title={zone && `${zone.code} ${zone.name}`}
                onPointerDown={(event) =>
                  event.button === 0 &&
                  columns.length > 0 &&
                  onRange({
                    anchor: { row: event.shiftKey ? range.anchor.row : row, column: 0 },
                    head: { row, column: size.columns - 1 },
                  })
                }
                className={cn(
                  heading,
                  'sticky start-0 z-10 h-full gap-2 border-e border-b',
                  zone?.faded && 'italic',
                  row >= chosen.top && row <= chosen.bottom && 'bg-accent text-foreground',
                )}
                style={{ width: aside }}
              >
                <span className="max-w-full shrink-0 truncate font-mono">{zone?.code}</span>
                <span className="truncate font-normal max-sm:hidden">{zone?.name}</span>
              </div>
              {cells.map(({ index: column, start: left, size: width }) => {
                const isHead = row === head.row && column === head.column;
                return (
                  <SheetCell
                    key={column}
                    id={idOf(row, column)}
                    row={row}
                    column={column}
                    left={left}
                    width={width}
                    isText={holdsTexts}
                    look={look(row, column)}
                    isHead={isHead}
                    isChosen={holds(chosen, row, column)}
                  >
                    {typing?.cell.row === row && typing.cell.column === column && (
                      <input
                        // Focus belongs where one types.
                        ref={(input) => {
                          if (!input || document.activeElement === input) return;
                          input.focus({ preventScroll: true });
                          if (!typing.over) input.select();
                        }}
                        aria-label={t('Value of {name}', { name: look(row, column).name })}
                        inputMode={holdsTexts ? 'text' : 'decimal'}
                        autoComplete="off"
                        className={cn(
                          'absolute inset-0 z-10 w-full bg-field px-2 tabular-nums outline-2',
                          '-outline-offset-2 outline-ring',
                          !holdsTexts && 'text-end',
                        )}
                        value={typing.text}
                        onChange={(event) => setTyping({ ...typing, text: event.target.value })}
                        onBlur={() => end(true, false)}
                      />
                    )}
                  </SheetCell>
                );
              })}
            </div>
          );
        })}
      </div>
    </div>
  );
}
