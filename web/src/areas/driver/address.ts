// Addresses of the driver pages: one page each, without a router's weight.
import { useSyncExternalStore, type MouseEvent } from 'react';

const BASE = '/driver/';

export type Place =
  | { page: 'run' | 'scan' | 'messages' | 'day' | 'pre-start' | 'queue' }
  | { page: 'stop' | 'deliver' | 'fail'; jobId: number };

const PAGES = ['scan', 'messages', 'day', 'pre-start', 'queue'] as const;
const JOB_PAGES = ['stop', 'deliver', 'fail'] as const;

/** The page at an address; the run if there is none. */
export function placeAt(path: string): Place {
  const [name = '', id = ''] = path.startsWith(BASE) ? path.slice(BASE.length).split('/') : [];
  const page = PAGES.find((one) => one === name);
  if (page) return { page };
  const jobPage = JOB_PAGES.find((one) => one === name);
  return jobPage && /^\d+$/.test(id) ? { page: jobPage, jobId: Number(id) } : { page: 'run' };
}

export const hrefOf = (place: Place): string =>
  place.page === 'run' ? BASE : `${BASE}${place.page}${'jobId' in place ? `/${place.jobId}` : ''}`;

const listeners = new Set<() => void>();
const notify = () => listeners.forEach((listener) => listener());

const subscribe = (listener: () => void) => {
  if (listeners.size === 0) addEventListener('popstate', notify);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) removeEventListener('popstate', notify);
  };
};

export const usePath = (): string => useSyncExternalStore(subscribe, () => location.pathname);

export function go(place: Place, { replace = false } = {}): void {
  history[replace ? 'replaceState' : 'pushState'](null, '', hrefOf(place));
  scrollTo(0, 0);
  notify();
}

/** Follows a link inside the pages. Clicks that open a new tab stay the browser's. */
export const linkTo = (place: Place) => ({
  href: hrefOf(place),
  onClick: (event: MouseEvent) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    go(place);
  },
});
