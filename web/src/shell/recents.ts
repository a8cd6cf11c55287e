// Recently visited pages of this tab.
export interface Recent {
  href: string;
  title: string;
}

const KEY = 'waybill.recents';
/** The palette shows five of them. */
const MAX_RECENTS = 8;

const keyOf = (user: string) => `${KEY}.${user}`;

/** Adds a page, once by path, with its latest filters. */
export function withRecent(all: readonly Recent[], page: Recent): Recent[] {
  const path = page.href.split('?')[0];
  return [page, ...all.filter(({ href }) => href.split('?')[0] !== path)].slice(0, MAX_RECENTS);
}

export function recents(user: string): Recent[] {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(keyOf(user)) ?? '[]');
    const is = (one: unknown): one is Recent =>
      typeof one === 'object' &&
      one !== null &&
      typeof (one as Recent).href === 'string' &&
      typeof (one as Recent).title === 'string';
    return Array.isArray(stored) ? stored.filter(is) : [];
  } catch {
    return [];
  }
}

export function remember(user: string, page: Recent): void {
  try {
    sessionStorage.setItem(keyOf(user), JSON.stringify(withRecent(recents(user), page)));
  } catch {
    // Without storage there is nothing to come back to.
  }
}
