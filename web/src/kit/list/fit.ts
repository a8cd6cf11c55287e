// Columns that fit: measures them before they are painted, and leaves out the least important.
import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react';
import { flushSync } from 'react-dom';
import { leftOut, type ColumnChoice } from './columns.ts';
import type { ListColumn } from './declare.ts';

/** Name of the property that holds a column's width. */
export const widthOf = (id: string) => `--w-${id}`;

/** Width of a cell: the column's own, else its content's up to the limit. */
export const cellWidth = (id: string, limit: string, least = '0px') => ({
  width: `var(${widthOf(id)}, auto)`,
  minWidth: `var(${widthOf(id)}, ${least})`,
  maxWidth: `var(${widthOf(id)}, ${limit})`,
});

export const chosenWidths = ({ widths = {} }: ColumnChoice): Record<string, string> =>
  Object.fromEntries(Object.entries(widths).map(([id, width]) => [widthOf(id), `${width}px`]));

const headingsOf = (frame: HTMLElement) => [
  ...frame.querySelectorAll<HTMLElement>('thead th[data-column]'),
];

/** The widest content of a column, with its cells' padding. */
export function contentWidth(frame: HTMLElement, id: string): number {
  const cells = frame.querySelectorAll<HTMLElement>(`[data-column="${id}"]`);
  const range = document.createRange();
  return Math.ceil(
    Math.max(
      ...[...cells].map((cell) => {
        const { paddingInlineStart, paddingInlineEnd } = getComputedStyle(cell);
        const content = cell.querySelector('[data-heading]') ?? cell;
        range.selectNodeContents(content);
        return (
          range.getBoundingClientRect().width +
          parseFloat(paddingInlineStart) +
          parseFloat(paddingInlineEnd)
        );
      }),
    ) + 2,
  );
}

/** The columns of these that fit into the frame. */
export function useFit<Row>(
  frame: RefObject<HTMLDivElement | null>,
  columns: ListColumn<Row>[],
  choice: ColumnChoice,
  /** What the widths follow from: rows, density. */
  content: readonly unknown[],
  enabled: boolean,
): ListColumn<Row>[] {
  const [out, setOut] = useState<readonly string[] | null>(null);
  const width = useRef(0);
  const names = columns.map(({ id }) => id).join();
  const widths = JSON.stringify(choice.widths ?? null);
  const droppable = enabled && columns.some(({ priority }) => priority !== undefined);
  // oxlint-disable-next-line react-hooks/exhaustive-deps
  useLayoutEffect(() => setOut(null), [names, widths, ...content]);
  useLayoutEffect(() => {
    const element = frame.current;
    if (out !== null || !element || !droppable) return;
    width.current = element.clientWidth;
    const excess = element.scrollWidth - element.clientWidth;
    const measured = headingsOf(element).map((heading) => {
      const id = heading.dataset['column'] ?? '';
      const column = columns.find((one) => one.id === id);
      // Columns that the user asked for stay.
      const priority = choice.shown[id] ? undefined : column?.priority;
      return { id, width: heading.offsetWidth, priority };
    });
    setOut(leftOut(measured, excess));
  }, [out, frame, columns, choice, droppable]);
  useEffect(() => {
    const element = frame.current;
    if (!element || !droppable) return;
    const watch = new ResizeObserver(() => {
      // The same frame shows either all columns or those that fit, never one after the other.
      if (element.clientWidth !== width.current) flushSync(() => setOut(null));
    });
    watch.observe(element);
    return () => watch.disconnect();
  }, [frame, droppable]);
  return droppable && out && out.length > 0
    ? columns.filter(({ id }) => !out.includes(id))
    : columns;
}
