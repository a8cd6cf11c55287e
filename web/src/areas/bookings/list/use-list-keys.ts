// The list by keyboard: j and k go down and up, Enter opens, x ticks, a slash goes to the search box.
import { useEffect, type RefObject } from 'react';

export interface ListKeys {
  frame: RefObject<HTMLElement | null>;
  onOpen: (id: number) => void;
  onToggle: (id: number) => void;
}

const rowsOf = (frame: HTMLElement) => [...frame.querySelectorAll<HTMLElement>('[data-row-id]')];

/** Letters belong to whoever types in a field, and to an open dialog or menu. */
function isTaken(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  const types = target instanceof HTMLInputElement && target.type !== 'checkbox';
  return types || target.closest('textarea, select, [contenteditable="true"], [role="dialog"], [role="menu"]') !== null;
}

export function useListKeys({ frame, onOpen, onToggle }: ListKeys): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const list = frame.current;
      if (!list || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || isTaken(event.target)) return;
      if (event.key === '/') {
        event.preventDefault();
        document.querySelector<HTMLElement>('[data-list-search]')?.focus();
        return;
      }
      const rows = rowsOf(list);
      const here = document.activeElement?.closest<HTMLElement>('[data-row-id]') ?? null;
      const index = here ? rows.indexOf(here) : -1;
      if (event.key === 'j' || event.key === 'k') {
        const next = rows[event.key === 'j' ? Math.min(index + 1, rows.length - 1) : Math.max(index - 1, 0)];
        event.preventDefault();
        next?.focus();
        next?.scrollIntoView({ block: 'nearest' });
        return;
      }
      const id = Number(here?.dataset['rowId']);
      if (!here || !id) return;
      if (event.key === 'x') {
        event.preventDefault();
        onToggle(id);
      }
      // Enter on a link or a box inside the row keeps its own meaning.
      if (event.key === 'Enter' && event.target === here) onOpen(id);
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [frame, onOpen, onToggle]);
}
