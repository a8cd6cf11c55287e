// Prefetches code of links near the viewport; data and plugin parts load on hover or focus.
import { sessionState } from '../api/session.ts';
import { shellRoute } from './root.tsx';
import { home, router } from './router.tsx';

const MARGIN = '200px';
/** Links come and go while a page renders; they are looked for once it rests. */
const PAUSE = 200;

interface Fetchable {
  id: string;
  options: { component?: unknown };
}

/** Loads a route's component once. */
export function fetchOnce(done: Set<string>, routes: readonly Fetchable[]): void {
  for (const { id, options } of routes) {
    const { preload } = (options.component ?? {}) as { preload?: () => Promise<unknown> };
    if (done.has(id) || !preload) continue;
    done.add(id);
    // Reported when the page opens.
    preload().catch(() => done.delete(id));
  }
}

const savesData = () =>
  (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;

/** Watches the page's links; returns a function that stops. */
export function prefetchNear(): () => void {
  if (typeof IntersectionObserver === 'undefined' || savesData()) return () => undefined;
  const done = new Set<string>();
  const observedLinks = new WeakSet<Element>();
  const near = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) {
        if (!isIntersecting || !(target instanceof HTMLAnchorElement)) continue;
        near.unobserve(target);
        fetchOnce(done, router.getMatchedRoutes(target.pathname)[0]);
      }
    },
    { rootMargin: MARGIN },
  );
  const collect = () => {
    // Signing in leads into the shell by no link.
    fetchOnce(done, [shellRoute, home]);
    // Guests rarely follow links, and the form library is large.
    if (sessionState().status !== 'authenticated') return;
    for (const link of document.querySelectorAll(
      'a[href^="/"]:not([href^="/api/"]):not([download])',
    )) {
      if (observedLinks.has(link)) continue;
      observedLinks.add(link);
      near.observe(link);
    }
  };
  let timer: ReturnType<typeof setTimeout> | undefined;
  const changes = new MutationObserver(() => {
    clearTimeout(timer);
    timer = setTimeout(collect, PAUSE);
  });
  changes.observe(document.body, { childList: true, subtree: true });
  return () => {
    clearTimeout(timer);
    changes.disconnect();
    near.disconnect();
  };
}
