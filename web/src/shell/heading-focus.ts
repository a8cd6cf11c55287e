// Focuses a page's heading after navigation, for keyboard and screen readers.
import { useLayoutEffect, type RefObject } from 'react';
import { useRouterState } from '@tanstack/react-router';

/** Page whose heading had the focus; the browser announces the first page. */
let headed: string | null = null;
/** A heading was replaced on the same page, as after loading. */
let handedOn = false;

/** Focus stays on inputs and controls in use. */
function isFree(): boolean {
  const at = document.activeElement;
  const main = document.getElementById('main');
  return (
    !at ||
    at === document.body ||
    at === main ||
    (!main?.contains(at) && at.closest('[role=dialog], [role=menu]') === null)
  );
}

export function useHeadingFocus(heading: RefObject<HTMLElement | null>): void {
  const path = useRouterState({
    select: (state) => state.resolvedLocation?.pathname ?? state.location.pathname,
  });
  useLayoutEffect(() => {
    const isNew = headed !== null && headed !== path;
    headed = path;
    if ((isNew || handedOn) && isFree()) heading.current?.focus({ preventScroll: true });
    handedOn = false;
  }, [path, heading]);
  useLayoutEffect(() => {
    const element = heading.current;
    return () => {
      handedOn = element !== null && document.activeElement === element;
    };
  }, [heading]);
}
