// List preferences in the browser by user: columns, density, screen settings.
import { useCallback, useSyncExternalStore } from 'react';
import { useSession } from '../../api/session.ts';
import { isUsual, readChoice, type ColumnChoice } from './columns.ts';

export type Density = 'compact' | 'comfortable';

const listeners = new Set<() => void>();
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** Fallback without storage, for the page's lifetime. */
const fallbackStore = new Map<string, string | null>();

function read(key: string): string | null {
  const known = fallbackStore.get(key);
  if (known !== undefined) return known;
  let text: string | null = null;
  try {
    text = localStorage.getItem(key);
  } catch {
    // Storage is disabled.
  }
  fallbackStore.set(key, text);
  return text;
}

function write(key: string, text: string | null): void {
  fallbackStore.set(key, text);
  try {
    if (text === null) localStorage.removeItem(key);
    else localStorage.setItem(key, text);
  } catch {
    // The choice then lasts as long as the page.
  }
  for (const listener of listeners) listener();
}

/** A stored text by name. */
export function useStoredText(name: string): [string | null, (text: string | null) => void] {
  const user = useSession().data?.user.id ?? 0;
  const key = `waybill.list.${name}:${user}`;
  const text = useSyncExternalStore(subscribe, () => read(key));
  return [text, useCallback((next: string | null) => write(key, next), [key])];
}

export function useDensity(): [Density, (density: Density) => void] {
  const [text, set] = useStoredText('density');
  return [
    text === 'comfortable' ? 'comfortable' : 'compact',
    (density) => set(density === 'compact' ? null : density),
  ];
}

function parse(text: string | null): ColumnChoice {
  try {
    const value: unknown = JSON.parse(text ?? '{}');
    const { shown, order, widths } = (value ?? {}) as Record<string, unknown>;
    return readChoice(shown, order, widths);
  } catch {
    return readChoice(null); // Text that is not ours: the columns are as they came.
  }
}

export function useColumnChoice(list: string): [ColumnChoice, (choice: ColumnChoice) => void] {
  const [text, set] = useStoredText(`${list}.columns`);
  return [parse(text), (choice) => set(isUsual(choice) ? null : JSON.stringify(choice))];
}
