// Settings section state in the URL.
import { useMemo } from 'react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { target } from '../../../lib/href.ts';

/** `path` is full; `parse` drops invalid values. */
export function useAddressState<S extends object>(
  path: string,
  parse: (raw: Record<string, unknown>) => S,
): [S, (change: { [K in keyof S]?: unknown }, replace?: boolean) => void] {
  const raw = useSearch({ strict: false }) as Record<string, unknown>;
  const navigate = useNavigate();
  const state = useMemo(() => parse(raw), [raw, parse]);
  const set = (change: { [K in keyof S]?: unknown }, replace = true) => {
    const next = parse({ ...state, ...('skip' in change ? {} : { skip: 0 }), ...change });
    void navigate({ ...target(path), search: { ...next } as Record<string, unknown>, replace });
  };
  return [state, set];
}
