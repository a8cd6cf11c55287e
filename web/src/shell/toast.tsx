// Toasts: one at a time, five seconds, swiped away.
import { lazy, Suspense, useSyncExternalStore } from 'react';
import { CatchBoundary } from '@tanstack/react-router';
import type { Toast } from '@waybill/plugin';

const LIMIT = 1;
const REMOVE_DELAY = 1_000_000;

/** A notice; `undo` takes back what it reports, by its button or z. */
export interface Notice extends Toast {
  undo?: () => void;
}

export interface ToastItem extends Notice {
  id: number;
  open: boolean;
}

const ToastList = lazy(() => import('./ToastList.tsx'));

let items: ToastItem[] = [];
let count = 0;
const listeners = new Set<() => void>();

function set(next: ToastItem[]): void {
  items = next;
  for (const listener of listeners) listener();
}

export function toast(notice: Notice): void {
  count += 1;
  set([{ ...notice, id: count, open: true }, ...items].slice(0, LIMIT));
}

export function dismissToast(id: number): void {
  set(items.map((item) => (item.id === id ? { ...item, open: false } : item)));
  setTimeout(() => set(items.filter((item) => item.id !== id)), REMOVE_DELAY);
}

/** Number of the newest notice so far. */
export const newestNotice = (): number => count;

/**
 * Undoes the change that the shown notice reports, if it is newer than `since`; false if that cannot be
 * done.
 */
export function undoShown(since = 0): boolean {
  const shown = items.find(({ id, open, undo }) => id > since && open && undo);
  if (!shown) return false;
  dismissToast(shown.id);
  shown.undo?.();
  return true;
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

export function ToastArea() {
  const shown = useSyncExternalStore(subscribe, () => items);
  if (shown.length === 0) return null;
  // Outside the router: without a boundary, notices that cannot be loaded would take the page away.
  return (
    <CatchBoundary getResetKey={newestNotice} errorComponent={() => null}>
      <Suspense fallback={null}>
        <ToastList items={shown} />
      </Suspense>
    </CatchBoundary>
  );
}
