// Routes of the reconciliation area.
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import type { ShellRoute } from '../../app/root.tsx';
import { listSearch } from '../../kit/list/search.ts';

export const routes = (parent: ShellRoute) =>
  [
    createRoute({
      getParentRoute: () => parent,
      path: '/reconciliation',
      validateSearch: listSearch,
      component: lazyRouteComponent(() => import('./Reconciliations.tsx'), 'Reconciliations'),
    }),
    createRoute({
      getParentRoute: () => parent,
      path: '/reconciliation/$id',
      validateSearch: listSearch,
      component: lazyRouteComponent(() => import('./workbench/Workbench.tsx'), 'Workbench'),
    }),
  ] as const;
