// Signing in and out at the session service, in the next-auth 4 protocol.
import { BASE, BROADCAST_KEY, fetchJson, log, postForm } from './session-service.ts';

export interface SignInResult {
  ok: boolean;
  status: number;
  /** The word of the session service (`CredentialsSignin`), or null. */
  error: string | null;
  url: string | null;
  /** Available second factors, when one is required. */
  factors?: string[];
  /** Seconds to wait after too many attempts. */
  retryAfter?: number;
}

export interface Provider {
  id: string;
  name: string;
  type: string;
  signinUrl: string;
  callbackUrl: string;
}

export const fetchProviders = () => fetchJson<Record<string, Provider>>('providers');

export async function fetchCsrfToken(): Promise<string> {
  return (await fetchJson<{ csrfToken: string }>('csrf'))?.csrfToken ?? '';
}

/** Passkey options for sign-in; null if unsupported. */
export async function fetchPasskeyOptions(): Promise<unknown> {
  const csrfToken = await fetchCsrfToken();
  const response = await postForm('passkey', { csrfToken });
  return response.ok ? await response.json() : null;
}

export async function signIn(
  provider: string,
  fields: Record<string, string>,
  callbackUrl: string,
): Promise<SignInResult> {
  const csrfToken = await fetchCsrfToken();
  let response: Response;
  let answer: { url?: string } | null = null;
  try {
    response = await postForm(`callback/${encodeURIComponent(provider)}`, {
      ...fields,
      csrfToken,
      callbackUrl,
      json: 'true',
    });
    answer = (await response.json()) as { url?: string };
  } catch (error) {
    void log('error', 'CLIENT_FETCH_ERROR', {
      message: error instanceof Error ? error.message : String(error),
      url: `${BASE}/callback/${provider}`,
    });
    return { ok: false, status: 0, error: 'Unreachable', url: null };
  }
  const url = answer.url ? new URL(answer.url, location.origin) : null;
  // A forged or outdated token is answered with 200 and the way back to the sign-in page.
  const error =
    url?.searchParams.get('error') ??
    (url?.searchParams.has('csrf') ? 'Csrf' : response.ok ? null : 'Default');
  if (!error) broadcast('getSession');
  const factors = url?.searchParams.get('providers')?.split(',').filter(Boolean);
  const retryAfter =
    response.status === 429 ? Number(response.headers.get('retry-after')) || 60 : undefined;
  return {
    ok: response.ok && !error,
    status: response.status,
    error,
    url: error ? null : (url?.href ?? null),
    ...(error && factors ? { factors } : {}),
    ...(retryAfter ? { retryAfter } : {}),
  };
}

/** Sign-in URL of an external provider, or an error code. */
export async function startOutside(
  provider: string,
  callbackUrl: string,
): Promise<{ url: string } | { error: string }> {
  const providers = await fetchProviders();
  // Without the provider list, the service's own pages report the problem.
  if (!providers) return { url: `${location.origin}${BASE}/error?error=Signin` };
  if (!Object.hasOwn(providers, provider))
    return {
      url: `${location.origin}${BASE}/signin?${new URLSearchParams({ callbackUrl }).toString()}`,
    };
  const csrfToken = await fetchCsrfToken();
  try {
    const response = await postForm(`signin/${encodeURIComponent(provider)}`, {
      csrfToken,
      callbackUrl,
      json: 'true',
    });
    const answer = (await response.json()) as { url?: string };
    const url = answer.url ? new URL(answer.url, location.origin) : null;
    const own = url?.origin === location.origin ? url.searchParams : null;
    const error = own?.get('error') ?? (own?.has('csrf') ? 'Csrf' : null);
    if (error || !response.ok || !url) return { error: error ?? 'OAuthSignin' };
    return { url: url.href };
  } catch (error) {
    void log('error', 'CLIENT_FETCH_ERROR', {
      message: error instanceof Error ? error.message : String(error),
      url: `${BASE}/signin/${provider}`,
    });
    return { error: 'Unreachable' };
  }
}

export async function signOut(callbackUrl: string): Promise<string> {
  const csrfToken = await fetchCsrfToken();
  const response = await postForm('signout', { csrfToken, callbackUrl, json: 'true' });
  const answer = (await response.json()) as { url?: string };
  broadcast('signout');
  return answer.url ?? callbackUrl;
}

const now = () => Math.floor(Date.now() / 1000);

/** Notifies other tabs of a session change. */
export function broadcast(trigger: 'getSession' | 'signout'): void {
  try {
    // Storage events fire only on changes, so two messages in one second must differ.
    localStorage.setItem(
      BROADCAST_KEY,
      JSON.stringify({ event: 'session', data: { trigger, id: Math.random() }, timestamp: now() }),
    );
  } catch {
    // Without storage the tabs find out when they are looked at.
  }
}
