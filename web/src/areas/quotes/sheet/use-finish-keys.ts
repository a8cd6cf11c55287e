// Shortcuts: Ctrl/Cmd+Enter books, Ctrl/Cmd+S saves.
import { useEffect, useRef } from 'react';
import { isOverlaid } from '../../../kit/keys.ts';
import type { Way } from '../use-finish.ts';

export function useFinishKeys(finish: (way: Way) => void): void {
  const latest = useRef(finish);
  latest.current = finish;
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey || event.isComposing)
        return;
      if (isOverlaid()) return;
      const way = event.key === 'Enter' ? 'all' : event.key.toLowerCase() === 's' ? 'draft' : null;
      if (!way) return;
      event.preventDefault();
      if (!event.repeat) latest.current(way);
    };
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, []);
}
