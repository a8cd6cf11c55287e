// Hints that a user has dismissed: kept by the server, cached in the browser so that a page does
// not wait for them.
import { useQuery } from '@tanstack/react-query';
import { api } from '../api/client.ts';
import { queryClient } from '../api/query-client.ts';
import { useSession } from '../api/session.ts';

export type Hint = 'tour' | 'set-up';

/** Stored next to saved views, as a view of its own. */
export const HINTS_VIEW = 'shell.hints';
const PATH = '/api/core/ViewConfiguration';
const HIDDEN = 'hidden';
const VISIBLE = 'visible';

const queryKey = (user: number) => ['hints', user];
const cacheName = (user: number) => `waybill.hints.${user}`;

type Known = Partial<Record<Hint, boolean>>;

function cached(user: number): Known {
  try {
    return JSON.parse(localStorage.getItem(cacheName(user)) ?? '{}') as Known;
  } catch {
    return {};
  }
}

function cache(user: number, known: Known): void {
  try {
    localStorage.setItem(cacheName(user), JSON.stringify(known));
  } catch {
    // The server remembers it.
  }
}

/** `isHidden` is undefined until it is known. */
export function useHint(hint: Hint) {
  const user = useSession().data?.user.id ?? 0;
  const found = useQuery({
    queryKey: queryKey(user),
    staleTime: Infinity,
    enabled: user > 0,
    queryFn: async ({ signal }) => {
      const { items } = await api.get(
        `${PATH}/GetViewConfigurations`,
        { view: HINTS_VIEW },
        { signal },
      );
      const known: Known = Object.fromEntries(
        items.filter(({ isOwn }) => isOwn).map(({ key, value }) => [key, value === HIDDEN]),
      );
      cache(user, known);
      return known;
    },
  }).data;
  const isHidden = found ? (found[hint] ?? false) : cached(user)[hint];
  const hide = (hidden: boolean) => {
    const known = { ...cached(user), ...found, [hint]: hidden };
    queryClient.setQueryData(queryKey(user), known);
    cache(user, known);
    return api.post(`${PATH}/CreateOrUpdateViewConfiguration`, {
      viewConfiguration: { view: HINTS_VIEW, key: hint, value: hidden ? HIDDEN : VISIBLE },
    });
  };
  return { isHidden, hide };
}
