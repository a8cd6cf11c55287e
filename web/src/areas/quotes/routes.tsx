// The quotes area's one address: quote and book.
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import type { ShellRoute } from '../../app/root.tsx';
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
