// Converts a URL with query for the router.
import { defaultParseSearch } from '@tanstack/react-router';

export interface Target {
  to: string;
  search: Record<string, unknown>;
  hash?: string;
}

export function target(href: string): Target {
  const url = new URL(href, 'http://here');
  return {
    to: url.pathname,
    search: defaultParseSearch(url.search),
    ...(url.hash ? { hash: url.hash.slice(1) } : {}),
  };
}
