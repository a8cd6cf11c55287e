// Session store, refreshed on focus and by messages of other tabs.
import { useSyncExternalStore } from 'react';
import * as auth from './auth.ts';
import type { SessionData, SignInResult } from './auth.ts';
import { t } from '../lib/i18n.ts';
import { api, ApiError } from './client.ts';
import type { PermissionName } from './types.ts';

export type { SessionData } from './auth.ts';

export type SessionState =
  | { status: 'loading'; data: null }
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
function renewSession(): Promise<SessionState> {
  changes += 1;
  fetching = null;
  return refreshSession();
}

/** Refreshes the session; concurrent calls share one request. */
export function refreshSession(): Promise<SessionState> {
  if (fetching) return fetching;
  const changesAtRequest = changes;
  const request: Promise<SessionState> = auth
    .fetchSession()
    .then((data) => {
      if (changesAtRequest !== changes) return fetching ?? state;
      if (!data?.accessToken) return set({ status: 'unauthenticated', data: null });
      // The same session again must not make every screen render anew.
      if (state.status === 'authenticated' && JSON.stringify(state.data) === JSON.stringify(data))
        return state;
      return set({
        status: 'authenticated',
        data: { ...data, permissions: data.permissions ?? [] },
      });
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

/** Credentials; the second step repeats the first. */
export interface SignInFields {
  userName: string;
  password: string;
  twoFactorCode?: string;
  twoFactorProvider?: string;
  rememberBrowser?: boolean;
  /** Signed passkey response as second factor. */
  passkey?: string;
}

/** Signs in with a passkey alone. */
export async function signInByPasskey(passkey: string, callbackUrl: string): Promise<SignInResult> {
  const result = await auth.signIn('passkey', { passkey }, callbackUrl);
  if (result.ok) await renewSession();
  return result;
}

export async function signIn(
  { rememberBrowser, ...fields }: SignInFields,
  callbackUrl: string,
  provider = 'credentials',
): Promise<SignInResult> {
  const result = await auth.signIn(
    provider,
    { ...fields, ...(rememberBrowser ? { rememberBrowser: 'true' } : {}) },
    callbackUrl,
  );
  if (result.ok) await renewSession();
  return result;
}

/** Signs in by an impersonation token. Reloads the page to clear the first user's data. */
export async function enterByToken(
  impersonationToken: string,
  callbackUrl = `${location.origin}/`,
): Promise<void> {
  const result = await auth.signIn('impersonation', { impersonationToken }, callbackUrl);
  if (!result.ok)
    throw new ApiError(
      result.status,
      t(
        'The user could not be changed. The change has to be finished within a minute: please try again.',
      ),
    );
  location.assign(result.url ?? callbackUrl);
}

/** Impersonates a user of this tenant, until `endImpersonation`. */
export async function impersonate(userId: number): Promise<void> {
  const { impersonationToken } = await api.post('/api/impersonate/start', { userId });
  await enterByToken(impersonationToken);
}

/**
 * Back to who one was; a platform administrator's way back leads to the platform's own host name.
 */
export async function endImpersonation(): Promise<void> {
  const { impersonationToken, url } = await api.get('/api/impersonate/end');
  if (impersonationToken) await enterByToken(impersonationToken);
  // The administrator's session at home was never left, so no token is needed there.
  else if (url) location.assign(url);
}

export async function signOut(callbackUrl: string): Promise<string> {
  const url = await auth.signOut(callbackUrl);
  endSession();
  return url;
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
  const onVisible = () => {
    if (document.visibilityState === 'visible') void refreshSession();
  };
  const stopBroadcast = auth.onBroadcast(() => void renewSession());
  document.addEventListener('visibilitychange', onVisible);
  return () => {
    clearInterval(timer);
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
