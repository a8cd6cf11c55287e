// The session service under /api/auth: the session itself, its log, messages between tabs.

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

export const BASE = '/api/auth';
export const BROADCAST_KEY = 'nextauth.message';

/** Milliseconds; a connection may be dead without an error. */
const TIMEOUT = 10_000;

/** The parser's own message quotes the text, which may have a token. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error('The session service gave an answer that is no JSON.');
  }
}

async function readJson<T>(path: string): Promise<T | null> {
  const response = await fetch(`${BASE}/${path}`, {
    headers: { 'content-type': 'application/json' },
    credentials: 'same-origin',
    signal: AbortSignal.timeout(TIMEOUT),
  });
  if (!response.ok) throw new Error(`The session service answered ${response.status}.`);
  const data = parsed(await response.text());
  return data && typeof data === 'object' && Object.keys(data).length > 0 ? (data as T) : null;
}

/** A JSON answer, or null when it is empty or the call fails, which the service's log receives. */
export async function fetchJson<T>(path: string): Promise<T | null> {
  try {
    return await readJson<T>(path);
  } catch (error) {
    logError('CLIENT_FETCH_ERROR', path, error);
    return null;
  }
}

/** Logs the error of a call to the service, without the answer, which may have a token. */
export function logError(
  code: 'CLIENT_FETCH_ERROR' | 'CLIENT_SESSION_ERROR',
  path: string,
  error: unknown,
): void {
  void log('error', code, {
    message: error instanceof Error ? error.message : String(error),
    url: `${BASE}/${path}`,
  });
}

export function postForm(path: string, fields: Record<string, string>): Promise<Response> {
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

/** Set while the session cannot be fetched: the page retries, and one log entry is enough. */
let isFetchFailing = false;

/** Rejects if the service gives no answer, which says nothing about the session. */
export async function fetchSession(): Promise<SessionData | null> {
  try {
    const session = await readJson<SessionData>('session');
    isFetchFailing = false;
    return session;
  } catch (error) {
    if (!isFetchFailing) logError('CLIENT_FETCH_ERROR', 'session', error);
    isFetchFailing = true;
    throw error;
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
