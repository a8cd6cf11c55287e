// Routes of quotes, also for guests.
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

export const bareRoutes = (parent: BareRoute) =>
  [
    createRoute({
      getParentRoute: () => parent,
      path: '/guest/quote',
      component: lazyRouteComponent(() => import('./GuestQuote.tsx'), 'GuestQuote'),
    }),
  ] as const;
