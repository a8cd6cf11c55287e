// Edge of a heading: drag sets the column's width, a double click fits it, Alt and arrows change it.
import { useRef, type KeyboardEvent, type PointerEvent, type RefObject } from 'react';
import { cn, useSpeech } from '@waybill/plugin';
import { useT } from '../../lib/i18n.ts';
import { LEAST_WIDTH, MOST_WIDTH, sized } from './columns.ts';
import { contentWidth, widthOf } from './fit.ts';
import type { List } from './use-list.ts';

/** Pixels of one press of Alt and an arrow. */
const STEP = 16;

/** Keys of a heading that change its column's width. */
export function useWidthKeys<Row>(list: List<Row>) {
  const { direction } = useSpeech();
  return (event: KeyboardEvent<HTMLElement>, id: string) => {
    if (!event.altKey || (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight')) return;
    event.preventDefault();
    event.stopPropagation();
    const wider = (event.key === 'ArrowRight') === (direction === 'ltr');
    const width = event.currentTarget.offsetWidth;
    list.setChoice(sized(list.choice, id, width + (wider ? STEP : -STEP)));
  };
}

export function WidthHandle<Row>({
  list,
  frame,
  id,
  header,
  isFocusable,
}: {
  list: List<Row>;
  frame: RefObject<HTMLDivElement | null>;
  id: string;
  header: string;
  /** Headings that sort have their button for the keyboard. */
  isFocusable: boolean;
}) {
  const t = useT();
  const { direction } = useSpeech();
  const drag = useRef<{ from: number; width: number; next: number } | null>(null);
  const width = list.choice.widths?.[id];
  const begin = (event: PointerEvent<HTMLElement>) => {
    const heading = event.currentTarget.closest('th');
    if (event.button !== 0 || !heading) return;
    event.preventDefault();
    event.currentTarget.setPointerCapture(event.pointerId);
    drag.current = { from: event.clientX, width: heading.offsetWidth, next: heading.offsetWidth };
  };
  const move = (event: PointerEvent<HTMLElement>) => {
    const at = drag.current;
    if (!at) return;
    const by = (event.clientX - at.from) * (direction === 'rtl' ? -1 : 1);
    at.next = Math.min(MOST_WIDTH, Math.max(LEAST_WIDTH, at.width + by));
    // Rows are not drawn again for each step.
    const table = frame.current?.querySelector('table');
    table?.style.setProperty(widthOf(id), `${at.next}px`);
  };
  const end = () => {
    const at = drag.current;
    drag.current = null;
    if (at && at.next !== at.width) list.setChoice(sized(list.choice, id, at.next));
  };
  const fit = () => {
    if (frame.current) list.setChoice(sized(list.choice, id, contentWidth(frame.current, id)));
  };
  return (
    <span
      role="separator"
      aria-orientation="vertical"
      // A heading that sorts takes the keys itself, and its name is the column's alone.
      {...(isFocusable
        ? { 'aria-label': t('Width of {name}', { name: header }) }
        : { 'aria-hidden': true })}
      aria-valuenow={width ?? 0}
      aria-valuemin={0}
      aria-valuemax={MOST_WIDTH}
      aria-valuetext={width ? t('{count} pixels', { count: width }) : t('Fits the content')}
      title={t('Drag to resize, double-click to fit')}
      tabIndex={isFocusable ? 0 : -1}
      onPointerDown={begin}
      onPointerMove={move}
      onPointerUp={end}
      onPointerCancel={end}
      onDoubleClick={fit}
      className={cn(
        'absolute inset-y-1 end-0 w-2 cursor-col-resize touch-none border-e border-transparent',
        'hover:border-control focus-visible:border-ring focus-visible:outline-none',
        'active:border-ring [tr:hover>th>&]:border-border',
      )}
    />
  );
}
