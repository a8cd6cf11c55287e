// Device preferences: theme, zoom, sidebar.
import { useSyncExternalStore } from 'react';

export interface Preferences {
  theme: 'system' | 'light' | 'dark';
  /** Off by default: the viewport is fixed. The setting persists. */
  zoom: boolean;
  sidebar: boolean;
}

const KEY = 'waybill.preferences';
const DEFAULTS: Preferences = { theme: 'system', zoom: false, sidebar: true };
const FIXED = 'width=device-width, initial-scale=1, maximum-scale=1, user-scalable=no';
const ZOOMABLE = 'width=device-width, initial-scale=1';

function read(): Preferences {
  try {
    return {
      ...DEFAULTS,
      ...(JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Preferences>),
    };
  } catch {
    return DEFAULTS;
  }
}

let current = read();
const listeners = new Set<() => void>();
const darkScheme = () => matchMedia('(prefers-color-scheme: dark)');

export const isDark = (): boolean =>
  current.theme === 'dark' || (current.theme === 'system' && darkScheme().matches);

function apply(): void {
  document.documentElement.classList.toggle('dark', isDark());
  document
    .querySelector('meta[name=viewport]')
    ?.setAttribute('content', current.zoom ? ZOOMABLE : FIXED);
  for (const listener of listeners) listener();
}

export function setPreferences(change: Partial<Preferences>): void {
  current = { ...current, ...change };
  try {
    localStorage.setItem(KEY, JSON.stringify(current));
  } catch {
    // Without storage the choice lasts as long as the page.
  }
  apply();
}

export function startPreferences(): void {
  darkScheme().addEventListener('change', apply);
  addEventListener('storage', (event) => {
    if (event.key !== KEY) return;
    current = read();
    apply();
  });
  apply();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

export const usePreferences = (): Preferences => useSyncExternalStore(subscribe, () => current);
