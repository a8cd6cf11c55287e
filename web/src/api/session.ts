// The session as the application sees it: one store, refreshed when the window is looked at or another tab tells.
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
/** Counts what made an answer that is still under way outdated. */
let changes = 0;
const listeners = new Set<() => void>();

function set(next: SessionState): SessionState {
  state = next;
  for (const listener of listeners) listener();
  return next;
}

export const sessionState = (): SessionState => state;

/** The session changed just now: an answer that was asked for before says nothing about it. */
function renewSession(): Promise<SessionState> {
  changes += 1;
  fetching = null;
  return refreshSession();
}

/** Asks the service again; calls made meanwhile share the answer. */
export function refreshSession(): Promise<SessionState> {
  if (fetching) return fetching;
  const asked = changes;
  const mine: Promise<SessionState> = auth
    .fetchSession()
    .then((data) => {
      if (asked !== changes) return fetching ?? state;
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
      if (fetching === mine) fetching = null;
    });
  fetching = mine;
  return mine;
}

/** The server no longer knows the token: the session is over without having been signed out. */
export function endSession(): void {
  changes += 1;
  fetching = null;
  if (state.status !== 'unauthenticated') set({ status: 'unauthenticated', data: null });
}

/** What a person proves themselves with; the second step comes with the first's words again. */
export interface SignInFields {
  userName: string;
  password: string;
  twoFactorCode?: string;
  twoFactorProvider?: string;
  rememberBrowser?: boolean;
  /** What a passkey has signed, as the second step. */
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

/** Signs in by a token that an impersonation gave. The page starts anew: nothing of the first person stays in it. */
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

/** Goes on as another user of this tenant, until `endImpersonation`. */
export async function impersonate(userId: number): Promise<void> {
  const { impersonationToken } = await api.post('/api/impersonate/start', { userId });
  await enterByToken(impersonationToken);
}

/** Back to who one was; a platform administrator's way back leads to the platform's own host name. */
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
  /** Whether those refreshes go on while the browser is offline. */
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
