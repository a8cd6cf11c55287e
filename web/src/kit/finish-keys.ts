// Shortcuts of a long form: Ctrl/Cmd+Enter finishes, Ctrl/Cmd+S keeps a draft.
import { useEffect, useRef } from 'react';
import { isOverlaid } from './keys.ts';

export type Finish = 'all' | 'draft';

/** Null for other keys. */
export function finishOf(
  event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey' | 'isComposing'>,
): Finish | null {
  if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey || event.isComposing)
    return null;
  return event.key === 'Enter' ? 'all' : event.key.toLowerCase() === 's' ? 'draft' : null;
}

export function useFinishKeys(finish: (way: Finish) => void): void {
  const latest = useRef(finish);
  latest.current = finish;
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const way = isOverlaid() ? null : finishOf(event);
      if (!way) return;
      event.preventDefault();
      if (!event.repeat) latest.current(way);
    };
    // Before a focused button or menu takes Enter as its own.
    addEventListener('keydown', onKeyDown, true);
    return () => removeEventListener('keydown', onKeyDown, true);
  }, []);
}
