// The one way to the API: token and tenant on every call, the envelope off every answer, failures
// as ApiError.
import {
  ApiError,
  currentSpeech,
  msg,
  t,
  type ApiClient,
  type Query,
  type Refused,
  type RequestOptions,
} from '@waybill/plugin';
import { askForProof, WANTS_PROOF } from './proof.ts';
import { callWatch, isAway, reach } from './reach.ts';
import { endSession, refreshSession, sessionState } from './session.ts';
import { checked, shapeError } from './shapes.ts';
import type { BodyOf, PathOf, QueryOf, ResultOf } from './types.ts';

export { ApiError, type Page, type Query } from '@waybill/plugin';

let tenantId: number | null = null;

/** Sent with every call once the tenant is loaded. */
export function setTenantId(id: number | null): void {
  tenantId = id;
}

interface Envelope {
  __abp?: boolean;
  success?: boolean;
  result?: unknown;
  error?: (Refused & { message?: string }) | null;
}

function withQuery(path: string, query: Query = {}): string {
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(query)) {
    if (value === undefined || value === null || value === '') continue;
    if (Array.isArray(value)) for (const one of value) search.append(key, String(one));
    else search.append(key, String(value));
  }
  const text = search.toString();
  return text ? `${path}${path.includes('?') ? '&' : '?'}${text}` : path;
}

const STATUS_SENTENCES: Record<number, string> = {
  401: msg('Your session has ended. Sign in again.'),
  403: msg('You are not permitted to do this.'),
  404: msg('This does not exist, or not any more.'),
  409: msg('Someone else has changed this. Reload to see their changes.'),
  413: msg('This is too large to be sent.'),
  429: msg('Too many requests. Wait a moment and try again.'),
};

async function toError(response: Response): Promise<ApiError> {
  let envelope: Envelope | null = null;
  try {
    envelope = (await response.json()) as Envelope;
  } catch {
    // Not JSON: only the status remains.
  }
  const error = envelope?.error;
  const known = STATUS_SENTENCES[response.status];
  const message =
    error?.message ||
    (known
      ? t(known)
      : t('The server answered with an error ({status}). Try again later.', {
          status: response.status,
        }));
  return new ApiError(response.status, message, error ?? {});
}

/** Details of an error whose call never left the browser. */
const NOT_SENT = 'not-sent';

async function isProven(response: Response, sentAt: number): Promise<boolean> {
  const { code, message } = await toError(response.clone());
  return code === WANTS_PROOF && askForProof(message, sentAt);
}

/** Sends one call without reading the response. */
export async function send(
  method: string,
  url: string,
  body: BodyInit | undefined,
  headers: Record<string, string>,
  options: RequestOptions,
): Promise<Response> {
  const attempt = (token: string | undefined) =>
    fetch(url, {
      method,
      credentials: 'same-origin',
      ...(body === undefined ? {} : { body }),
      ...(options.signal ? { signal: options.signal } : {}),
      headers: {
        accept: 'application/json',
        // Plugins localise by this header.
        'accept-language': currentSpeech().language,
        ...headers,
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(tenantId === null ? {} : { 'Abp-TenantId': String(tenantId) }),
      },
    });
  let token = sessionState().data?.accessToken;
  if (!token && !options.anonymous) {
    token = (await refreshSession()).data?.accessToken;
    if (!token)
      throw new ApiError(401, t('Sign in first.'), {
        details: 'An accessToken is required to call this method',
      });
  }
  if (tenantId === null && !options.anonymous) {
    throw new ApiError(400, t('This page has no company. Reload it.'), {
      details: 'A tenantId is required for this method',
    });
  }
  const isWrite = method !== 'GET';
  // A write that might wait in a dead connection is not sent: the form then shows it as unsaved.
  if (isWrite && !(reach.get() && navigator.onLine)) {
    await refreshSession();
    if (!reach.get())
      throw new ApiError(0, t('No connection to the server: nothing was sent.'), {
        details: NOT_SENT,
      });
  }
  const end = callWatch.begin?.(isWrite);
  try {
    const sentAt = performance.now();
    let response = await attempt(token);
    if (isAway(response.status)) callWatch.onFailure?.();
    if (response.status === 401 && token) {
      // The token may have expired within a valid session: refresh once.
      const fresh = (await refreshSession()).data?.accessToken;
      if (fresh && fresh !== token) response = await attempt(fresh);
      if (response.status === 401 && reach.get()) endSession();
    }
    // Once: a second rejection after re-authentication is reported.
    if (response.status === 403 && token && (await isProven(response, sentAt)))
      response = await attempt(sessionState().data?.accessToken ?? token);
    return response;
  } catch (error) {
    if (error instanceof ApiError || (error instanceof DOMException && error.name === 'AbortError'))
      throw error;
    callWatch.onFailure?.();
    throw new ApiError(
      0,
      isWrite
        ? t('The connection broke off. Check whether this was saved before you try again.')
        : t('The server could not be reached. Check your connection and try again.'),
      { details: 'APIClient error - there was no response' },
    );
  } finally {
    end?.();
  }
}

async function call<T>(
  method: string,
  path: string,
  query: Query | undefined,
  body: unknown,
  options: RequestOptions = {},
): Promise<T> {
  const form = body instanceof FormData;
  const content = body === undefined ? undefined : form ? body : JSON.stringify(body);
  return unwrap<T>(
    await send(
      method,
      withQuery(path, query),
      content,
      content === undefined || form ? {} : { 'content-type': 'application/json' },
      options,
    ),
  );
}

/** Unwraps the response's envelope; throws its error. */
export async function unwrap<T>(response: Response): Promise<T> {
  if (!response.ok) throw await toError(response);
  if (response.status === 204) return undefined as T;
  const text = await response.text();
  if (!text) return undefined as T;
  let answer: unknown;
  try {
    answer = JSON.parse(text);
  } catch {
    throw shapeError(response.status);
  }
  if (answer === null || typeof answer !== 'object' || (answer as Envelope).__abp !== true)
    return answer as T;
  const envelope = answer as Envelope;
  if (envelope.success === false)
    throw new ApiError(
      response.status,
      envelope.error?.message ?? t('The server refused this.'),
      envelope.error ?? {},
    );
  return envelope.result as T;
}

/** Client for plugins, which declare response types themselves. */
export const pluginApi: ApiClient = {
  get: (path, query, options) => call('GET', path, query, undefined, options),
  post: (path, body, query, options) => call('POST', path, query, body ?? {}, options),
  put: (path, body, query, options) => call('PUT', path, query, body ?? {}, options),
  del: (path, query, options) => call('DELETE', path, query, undefined, options),
  upload: (path, form, query, options) => call('POST', path, query, form, options),
  async file(path, query, options = {}) {
    const response = await send(
      'GET',
      withQuery(path, query),
      undefined,
      { accept: '*/*' },
      options,
    );
    if (!response.ok) throw await toError(response);
    // Comes with the first file, so that the first page does not carry it.
    return (await import('./file.ts')).fileOf(response, path);
  },
};

/** Optional if no part of the request is required. */
type Args<Sent> = [Sent] extends [never]
  ? [none?: undefined, options?: RequestOptions]
  : Record<never, never> extends Sent
    ? [sent?: Sent, options?: RequestOptions]
    : [sent: Sent, options?: RequestOptions];

/**
 * The client of the shell and its areas: path, query, body and answer are those of the API's
 * document.
 */
export interface Api {
  get<P extends PathOf<'get'>>(
    path: P,
    ...args: Args<QueryOf<'get', P>>
  ): Promise<ResultOf<'get', P>>;
  post<P extends PathOf<'post'>>(
    path: P,
    ...args: Args<BodyOf<'post', P>>
  ): Promise<ResultOf<'post', P>>;
  put<P extends PathOf<'put'>>(
    path: P,
    ...args: Args<BodyOf<'put', P>>
  ): Promise<ResultOf<'put', P>>;
  del<P extends PathOf<'delete'>>(
    path: P,
    ...args: Args<QueryOf<'delete', P>>
  ): Promise<ResultOf<'delete', P>>;
  /** A multipart upload. */
  upload<P extends PathOf<'post'>>(
    path: P,
    form: FormData,
    options?: RequestOptions,
  ): Promise<ResultOf<'post', P>>;
  /** Downloads a file with the server's file name. */
  file(
    path: PathOf<'get'>,
    query?: Query,
    options?: RequestOptions,
  ): Promise<{ blob: Blob; fileName: string }>;
}

export const api: Api = {
  get: async (path, ...[query, options]) =>
    checked(path, await call('GET', path, query as Query | undefined, undefined, options)),
  post: (path, ...[body, options]) => call('POST', path, undefined, body ?? {}, options),
  put: (path, ...[body, options]) => call('PUT', path, undefined, body ?? {}, options),
  del: (path, ...[query, options]) =>
    call('DELETE', path, query as Query | undefined, undefined, options),
  upload: (path, form, options) => call('POST', path, undefined, form, options),
  file: (path, query, options) => pluginApi.file(path, query, options),
};
