// Return paths within this application, to prevent open redirects.
import { strictly } from '../../../lib/search.ts';

export interface ReturnSearch {
  returnTo?: string;
  /** Error code such as SessionRequired. */
  error?: string;
  /** Confirmed above the form. */
  done?: 'password' | 'account';
  userName?: string;
}

/** Returns undefined for foreign paths. */
export function safePath(value: unknown): string | undefined {
  // `//` alone is no URL.
  if (typeof value !== 'string' || !value.startsWith('/') || !URL.canParse(value, location.origin))
    return undefined;
  const url = new URL(value, location.origin);
  if (url.origin !== location.origin || url.pathname.startsWith('/auth/')) return undefined;
  return `${url.pathname}${url.search}${url.hash}`;
}

function read(search: Record<string, unknown>): ReturnSearch {
  // The session service returns full URLs.
  const callback =
    typeof search.callbackUrl === 'string' && search.callbackUrl.startsWith(`${location.origin}/`)
      ? search.callbackUrl.slice(location.origin.length)
      : undefined;
  const returnTo = safePath(search.returnTo) ?? safePath(callback);
  return {
    ...(returnTo ? { returnTo } : {}),
    ...(typeof search.error === 'string' ? { error: search.error } : {}),
    ...(search.done === 'password' || search.done === 'account' ? { done: search.done } : {}),
    ...(typeof search.userName === 'string' && search.userName
      ? { userName: search.userName }
      : {}),
  };
}

export const returnSearch = strictly<ReturnSearch>(['returnTo', 'error', 'done', 'userName'], read);
