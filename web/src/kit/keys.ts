// Keyboard shortcuts of single keys; letters typed into a field are no shortcuts.
import { useEffect, useRef } from 'react';

/** What each key does; an entry that answers false had no use for its key, and leaves it to whoever comes after. */
export type KeyMap = Readonly<Record<string, (event: KeyboardEvent) => unknown>>;

/** Letters belong to whoever types, and to an open dialog or menu. */
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
 * Calls the entry of the key that is pressed. `owns` tells whether a key pressed at that place is for this map. Keys of the
 * whole application are listened for at the window, after the page's own: a key that the page has used is not theirs.
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
