// Changes of the session: signing in and out, impersonating another user.
import { t } from '../lib/i18n.ts';
import * as auth from './auth.ts';
import type { SignInResult } from './auth.ts';
import { api, ApiError } from './client.ts';
import { endSession, renewSession } from './session.ts';

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
