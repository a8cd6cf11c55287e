// Coming to another page inside the application: its heading takes the focus, so that keys and screen readers begin there.
import { useLayoutEffect, type RefObject } from 'react';
import { useRouterState } from '@tanstack/react-router';

/** The page whose heading had the focus last; the page that the application began with is the browser's to announce. */
let headed: string | null = null;
/** A heading that made way for another of the same page, as when what it names has been loaded. */
let handedOn = false;

/** What somebody is typing in, or has just chosen on the page itself, keeps the focus. */
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
