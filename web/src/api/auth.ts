// Stateless client of the session service under /api/auth, in the next-auth 4 protocol.

export interface SessionData {
  user: {
    id?: number;
    name: string;
    email: string;
    image: string | null;
    userName?: string;
    language?: string | null;
    timezone?: string | null;
  };
  expires: string;
  accessToken: string;
  tenantId: number;
  customer?: { id: number; name?: string };
  isDriver: boolean;
  isImpersonating: boolean;
  /** Real user while impersonating. */
  impersonatorName?: string | null;
  isPlatformAdmin?: boolean;
  /** Until the password is changed nothing else is permitted. */
  shouldChangePassword?: boolean;
  /** Until a second step is set up nothing else is permitted. */
  twoFactorSetupRequired?: boolean;
  permissions: string[];
}

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

const BASE = '/api/auth';
const BROADCAST_KEY = 'nextauth.message';

/**
 * A JSON answer, or null when it is empty or anything went wrong (which goes to the service's log).
 */
async function fetchJson<T>(path: string): Promise<T | null> {
  try {
    const response = await fetch(`${BASE}/${path}`, {
      headers: { 'content-type': 'application/json' },
      credentials: 'same-origin',
    });
    const data: unknown = await response.json();
    if (!response.ok) throw new Error(`The session service answered ${response.status}.`);
    return data && typeof data === 'object' && Object.keys(data).length > 0 ? (data as T) : null;
  } catch (error) {
    void log('error', 'CLIENT_FETCH_ERROR', {
      message: error instanceof Error ? error.message : String(error),
      url: `${BASE}/${path}`,
    });
    return null;
  }
}

function postForm(path: string, fields: Record<string, string>): Promise<Response> {
  return fetch(`${BASE}/${path}`, {
    method: 'POST',
    credentials: 'same-origin',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(fields),
  });
}

/** Writes to the service's log; a failure to do so changes nothing else. */
export async function log(
  level: 'error' | 'warn' | 'debug',
  code: string,
  metadata: Record<string, string>,
): Promise<void> {
  console[level === 'debug' ? 'debug' : level](`[auth] ${code}`, metadata);
  try {
    await postForm('_log', { level, code, ...metadata });
  } catch {
    // The console above has it.
  }
}

export const fetchSession = () => fetchJson<SessionData>('session');
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

/** Calls back when another tab signed in or out; answers the way to stop. */
export function onBroadcast(listener: () => void): () => void {
  const handle = (event: StorageEvent) => {
    if (event.key !== BROADCAST_KEY || !event.newValue) return;
    try {
      const message = JSON.parse(event.newValue) as { event?: string; data?: unknown };
      if (message.event === 'session' && message.data) listener();
    } catch {
      // Not a message of ours.
    }
  };
  addEventListener('storage', handle);
  return () => removeEventListener('storage', handle);
}
