// Session store, refreshed on focus and by messages of other tabs.
import { useSyncExternalStore } from 'react';
import { reach } from './reach.ts';
import * as service from './session-service.ts';
import type { SessionData } from './session-service.ts';
import type { PermissionName } from './types.ts';

export type { SessionData } from './session-service.ts';

export type SessionState =
  | { status: 'loading' | 'unreachable'; data: null }
  | { status: 'authenticated'; data: SessionData }
  | { status: 'unauthenticated'; data: null };

let state: SessionState = { status: 'loading', data: null };
let fetching: Promise<SessionState> | null = null;
/** Counter that invalidates responses in flight. */
let changes = 0;
const listeners = new Set<() => void>();

function set(next: SessionState): SessionState {
  state = next;
  for (const listener of listeners) listener();
  return next;
}

export const sessionState = (): SessionState => state;

/** Discards responses requested before the session changed. */
export function renewSession(): Promise<SessionState> {
  changes += 1;
  fetching = null;
  return refreshSession();
}

/**
 * Refreshes the session; concurrent calls share one request. Without an answer the session stays
 * as it is, since nothing is known about it.
 */
export function refreshSession(): Promise<SessionState> {
  if (fetching) return fetching;
  const changesAtRequest = changes;
  const request: Promise<SessionState> = service
    .fetchSession()
    .then((data) => {
      reach.set(true);
      if (changesAtRequest !== changes) return fetching ?? state;
      if (!data?.accessToken) {
        // An empty answer means that no user is signed in.
        if (data && state.status !== 'unauthenticated')
          service.logError(
            'CLIENT_SESSION_ERROR',
            'session',
            new Error('The session has no access token.'),
          );
        return set({ status: 'unauthenticated', data: null });
      }
      // The same session again must not make every screen render anew.
      if (state.status === 'authenticated' && JSON.stringify(state.data) === JSON.stringify(data))
        return state;
      return set({
        status: 'authenticated',
        data: { ...data, permissions: data.permissions ?? [] },
      });
    })
    .catch(() => {
      reach.set(false);
      return state.status === 'loading' ? set({ status: 'unreachable', data: null }) : state;
    })
    .finally(() => {
      if (fetching === request) fetching = null;
    });
  fetching = request;
  return request;
}

/** Ends the session when the server rejects the token. */
export function endSession(): void {
  changes += 1;
  fetching = null;
  if (state.status !== 'unauthenticated') set({ status: 'unauthenticated', data: null });
}

export interface SessionOptions {
  /** Seconds between refreshes besides those on focus; 0 for none. */
  refetchInterval?: number;
  /** True if refreshes continue while offline. */
  refetchWhenOffline?: boolean;
}

/** Starts the store; answers the way to stop it. */
export function startSession({
  refetchInterval = 0,
  refetchWhenOffline = true,
}: SessionOptions = {}): () => void {
  void refreshSession();
  const timer =
    refetchInterval > 0
      ? setInterval(
          () => (refetchWhenOffline || navigator.onLine) && void refreshSession(),
          refetchInterval * 1000,
        )
      : undefined;
  // Outside the shell nothing else finds out that the server is back.
  const retry = setInterval(() => state.status === 'unreachable' && void refreshSession(), 5_000);
  const onVisible = () => {
    if (document.visibilityState === 'visible') void refreshSession();
  };
  const stopBroadcast = service.onBroadcast(() => void renewSession());
  document.addEventListener('visibilitychange', onVisible);
  return () => {
    clearInterval(timer);
    clearInterval(retry);
    stopBroadcast();
    document.removeEventListener('visibilitychange', onVisible);
  };
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

export function useSession() {
  const current = useSyncExternalStore(subscribe, sessionState);
  const customerId = current.data?.customer?.id ?? null;
  return {
    ...current,
    customerId,
    isCustomer: current.data !== null && customerId !== null,
    isTenant: current.data !== null && customerId === null,
    isDriver: current.data?.isDriver ?? false,
    isImpersonating: current.data?.isImpersonating ?? false,
    impersonatorName: current.data?.impersonatorName ?? null,
    isPlatformAdmin: current.data?.isPlatformAdmin ?? false,
    mustChangePassword: current.data?.shouldChangePassword ?? false,
    mustSetUpTwoFactor: current.data?.twoFactorSetupRequired ?? false,
  };
}

const NONE: readonly string[] = [];

export function usePermissions() {
  const all = useSession().data?.permissions ?? NONE;
  return { all, has: (name: PermissionName) => all.includes(name) };
}
