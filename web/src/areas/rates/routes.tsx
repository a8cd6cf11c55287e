// Routes of rates, with lazy screens.
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import type { ShellRoute } from '../../app/root.tsx';
import { listSearch } from '../../kit/list/search.ts';
import { parseSimulator } from './simulator/search.ts';

export const routes = (parent: ShellRoute) =>
  [
    createRoute({
      getParentRoute: () => parent,
      path: '/rates',
      validateSearch: listSearch,
      component: lazyRouteComponent(() => import('./RateCardList.tsx'), 'RateCardList'),
    }),
    createRoute({
      getParentRoute: () => parent,
      path: '/rates/simulator',
      validateSearch: parseSimulator,
      component: lazyRouteComponent(() => import('./simulator/Simulator.tsx'), 'Simulator'),
    }),
    createRoute({
      getParentRoute: () => parent,
      path: '/rates/$id',
      component: lazyRouteComponent(() => import('./RateCardPage.tsx'), 'RateCardPage'),
    }),
  ] as const;
