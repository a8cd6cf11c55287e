// Single-key shortcuts; ignored while typing.
import { useEffect, useRef } from 'react';

/** Handlers by key; returning false passes the key on. */
export type KeyMap = Readonly<Record<string, (event: KeyboardEvent) => unknown>>;

/** True while typing or in an open dialog or menu. */
function isTaken(at: EventTarget | null): boolean {
  if (!(at instanceof HTMLElement)) return false;
  const types = at instanceof HTMLInputElement && at.type !== 'checkbox';
  return (
    types ||
    at.closest(
      'textarea, select, [contenteditable="true"], [role="dialog"], [role="alertdialog"], [role="menu"]',
    ) !== null
  );
}

/**
 * Handles pressed keys; `owns` limits them to a part of the page. Application keys listen at the
 * window and skip handled keys.
 */
export function useKeys(
  keys: KeyMap,
  owns: (at: EventTarget | null) => boolean = () => true,
  of: Document | Window = document,
): void {
  const latest = useRef({ keys, owns });
  useEffect(() => {
    latest.current = { keys, owns };
  });
  useEffect(() => {
    const onKeyDown = (event: Event) => {
      if (!(event instanceof KeyboardEvent)) return;
      if (
        event.ctrlKey ||
        event.metaKey ||
        event.altKey ||
        event.defaultPrevented ||
        event.isComposing ||
        isTaken(event.target)
      )
        return;
      if (
        document.querySelector(
          '[role="dialog"][data-state="open"], [role="menu"][data-state="open"]',
        )
      )
        return;
      if (!latest.current.owns(event.target)) return;
      const entry = latest.current.keys[event.key];
      if (entry && entry(event) !== false) event.preventDefault();
    };
    of.addEventListener('keydown', onKeyDown);
    return () => of.removeEventListener('keydown', onKeyDown);
  }, [of]);
}
