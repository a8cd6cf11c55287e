// The quotes area's addresses: quote and book, for those who are signed in and for guests.
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import type { BareRoute, ShellRoute } from '../../app/root.tsx';
import { parseQuoteSearch } from './search.ts';

export const routes = (parent: ShellRoute) =>
  [
    createRoute({
      getParentRoute: () => parent,
      path: '/quotes/new',
      validateSearch: parseQuoteSearch,
      component: lazyRouteComponent(() => import('./QuoteAndBook.tsx'), 'QuoteAndBook'),
    }),
  ] as const;

/** For people who are not signed in. */
export const bareRoutes = (parent: BareRoute) =>
  [
    createRoute({
      getParentRoute: () => parent,
      path: '/guest/quote',
      component: lazyRouteComponent(() => import('./GuestQuote.tsx'), 'GuestQuote'),
    }),
  ] as const;
