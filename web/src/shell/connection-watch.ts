// Finds out whether the server is away, probes until it returns, and then repeats what failed.
import type { Query } from '@tanstack/react-query';
import { queryClient } from '../api/query-client.ts';
import { callWatch, reach } from '../api/reach.ts';
import { refreshSession } from '../api/session.ts';
import { t } from '../lib/i18n.ts';

/** A call that takes longer is announced. */
const SLOW = 8_000;
/** After a failed call: the next one may already succeed. */
const DOUBT = 1_000;
const FIRST_PROBE = 2_000;
const LONGEST_PROBE = 15_000;
/** A page is reloaded for a missing part once in this time. */
const RELOAD_PAUSE = 60_000;
const RELOADED = 'waybill.reloaded';

type Slow = 'read' | 'write' | null;

const calls = new Map<symbol, 'read' | 'write'>();
const listeners = new Set<() => void>();
const tellSlow = () => {
  for (const listener of listeners) listener();
};

export const slowCalls = {
  get: (): Slow => {
    const kinds = [...calls.values()];
    return kinds.includes('write') ? 'write' : (kinds[0] ?? null);
  },
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
};

function begin(isWrite: boolean, slow: number): () => void {
  const call = Symbol();
  const timer = setTimeout(() => {
    calls.set(call, isWrite ? 'write' : 'read');
    tellSlow();
  }, slow);
  return () => {
    clearTimeout(timer);
    if (calls.delete(call)) tellSlow();
  };
}

/** Drops the pending loads of the page and begins them anew. */
export function retryLoading(): void {
  for (const [call, kind] of calls) if (kind === 'read') calls.delete(call);
  tellSlow();
  const predicate = (query: Query) => query.isActive() && query.state.fetchStatus === 'fetching';
  const pending = new Set(queryClient.getQueryCache().findAll({ predicate }));
  void queryClient
    .cancelQueries({ predicate: (query) => pending.has(query) })
    .then(() => queryClient.refetchQueries({ predicate: (query) => pending.has(query) }));
}

/** Probes at once; a banner's button. */
export const tryConnection = (): void => void refreshSession();

function repeatFailed(): void {
  void queryClient.refetchQueries({
    type: 'active',
    predicate: (query) => query.state.status === 'error' || query.isStale(),
  });
}

/** Parts of the program that could not be fetched. */
const missingParts = new WeakSet<object>();
let isPartShownMissing = false;

function reloadOnce(): void {
  try {
    const last = Number(sessionStorage.getItem(RELOADED) ?? 0);
    if (Date.now() - last < RELOAD_PAUSE) return;
    sessionStorage.setItem(RELOADED, String(Date.now()));
  } catch {
    // Without storage a broken build would reload for ever.
    return;
  }
  location.reload();
}

/** Either the connection is lost, or a newer version has replaced the part. */
function notePartMissing(event: Event): void {
  const { payload } = event as Event & { payload?: Error };
  if (!payload) return;
  missingParts.add(payload);
  // Under its own message the router reloads the page, and without a connection loses it.
  payload.message = t('This page could not be loaded. It opens once the server can be reached.');
  void refreshSession();
}

function notePageFailed(error: unknown): (() => void) | undefined {
  if (typeof error !== 'object' || error === null || !missingParts.has(error)) return undefined;
  isPartShownMissing = true;
  void refreshSession().then(() => isPartShownMissing && reach.get() && reloadOnce());
  return () => void (isPartShownMissing = false);
}

/** Starts the watch; answers the way to stop it. */
export function watchConnection({ slow = SLOW, doubt = DOUBT, probe = FIRST_PROBE } = {}) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let wait = probe;
  const schedule = (delay: number) => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      timer = undefined;
      void refreshSession().then(() => {
        if (reach.get()) return;
        schedule(wait);
        wait = Math.min(wait * 1.5, LONGEST_PROBE);
      });
    }, delay);
  };
  const now = () => schedule(0);
  const stop = reach.subscribe(() => {
    wait = probe;
    if (!reach.get()) return schedule(wait);
    clearTimeout(timer);
    timer = undefined;
    if (isPartShownMissing) return reloadOnce();
    repeatFailed();
  });
  callWatch.onFailure = () => {
    if (reach.get() && timer === undefined) schedule(doubt);
  };
  callWatch.begin = (isWrite) => begin(isWrite, slow);
  callWatch.onPageFailed = notePageFailed;
  addEventListener('online', now);
  addEventListener('offline', now);
  addEventListener('vite:preloadError', notePartMissing);
  if (!navigator.onLine || !reach.get()) now();
  return () => {
    stop();
    clearTimeout(timer);
    callWatch.onFailure = callWatch.begin = callWatch.onPageFailed = undefined;
    removeEventListener('online', now);
    removeEventListener('offline', now);
    removeEventListener('vite:preloadError', notePartMissing);
  };
}
