// Routes of the network area.
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import type { ShellRoute } from '../../app/root.tsx';
import { listSearch } from '../../kit/list/search.ts';

export const routes = (parent: ShellRoute) =>
  [
    createRoute({
      getParentRoute: () => parent,
      path: '/headports',
      validateSearch: listSearch,
      component: lazyRouteComponent(() => import('./HeadPortList.tsx'), 'HeadPortList'),
    }),
    createRoute({
      getParentRoute: () => parent,
      path: '/headports/$id/details',
      component: lazyRouteComponent(() => import('./HeadPortDetail.tsx'), 'HeadPortDetail'),
    }),
  ] as const;
