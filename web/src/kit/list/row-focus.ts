// Focus among the rows of a list: where keys work, and where it goes when a row leaves.
import { useEffect, useEffectEvent, useRef, type RefObject } from 'react';
import { isOverlaid } from '../keys.ts';

export const rowAt = (index: number) => `[data-row-index="${index}"]`;

/** True in a list inside a page, and anywhere while the page has no other list. */
export const isInside = (frame: HTMLElement | null, at: EventTarget | null): boolean =>
  frame !== null &&
  at instanceof Node &&
  (frame.contains(at) ||
    (document.querySelectorAll('[data-rows]').length === 1 &&
      (at === document.body || (at instanceof Element && at.matches('h1, main')))));

/** Moves the focus to the next row if the row in focus leaves the list, also below a dialog. */
export function useFocusKept<Row>(
  frame: RefObject<HTMLDivElement | null>,
  rows: readonly Row[],
  go: (index: number) => void,
) {
  const last = useRef(-1);
  useEffect(() => {
    const onFocus = ({ target: at }: FocusEvent) => {
      if (!(at instanceof HTMLElement)) return;
      const row = at.closest<HTMLElement>('[data-row-index]');
      if (row && frame.current?.contains(row)) last.current = Number(row.dataset['rowIndex']);
      else if (!at.closest('[role$="dialog"], [role="menu"], dialog')) last.current = -1;
    };
    const onBlur = ({ target: at, relatedTarget }: FocusEvent) => {
      if (relatedTarget !== null || !(at instanceof Element)) return;
      // The reader left the row; a removed row is not connected afterwards.
      queueMicrotask(() => {
        if (at.isConnected && !isOverlaid()) last.current = -1;
      });
    };
    document.addEventListener('focusin', onFocus);
    document.addEventListener('focusout', onBlur);
    return () => {
      document.removeEventListener('focusin', onFocus);
      document.removeEventListener('focusout', onBlur);
    };
  }, [frame]);
  const restore = useEffectEvent((count: number) => {
    const isLost = (document.activeElement ?? document.body) === document.body;
    const place = Math.min(last.current, count - 1);
    // A row outside the frame of a long list is not drawn, and the reader has scrolled on.
    if (isLost && place >= 0 && frame.current?.querySelector(rowAt(place))) go(place);
  });
  useEffect(() => restore(rows.length), [rows]);
  useEffect(() => {
    const handle = () => restore(rows.length);
    document.addEventListener('focuslost', handle);
    return () => document.removeEventListener('focuslost', handle);
  }, [rows]);
}
