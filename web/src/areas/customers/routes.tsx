// Routes of the customers area.
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import type { ShellRoute } from '../../app/root.tsx';
import { listSearch } from '../../kit/list/search.ts';

const form = lazyRouteComponent(() => import('./CustomerForm.tsx'), 'CustomerForm');

export const routes = (parent: ShellRoute) =>
  [
    createRoute({
      getParentRoute: () => parent,
      path: '/customers',
      validateSearch: listSearch,
      component: lazyRouteComponent(() => import('./CustomerList.tsx'), 'CustomerList'),
    }),
    createRoute({
      getParentRoute: () => parent,
      path: '/company',
      component: lazyRouteComponent(() => import('./MyCompany.tsx'), 'MyCompany'),
    }),
    createRoute({ getParentRoute: () => parent, path: '/customers/new', component: form }),
    createRoute({
      getParentRoute: () => parent,
      path: '/customers/$id/details',
      component: lazyRouteComponent(() => import('./CustomerDetail.tsx'), 'CustomerDetail'),
    }),
    createRoute({ getParentRoute: () => parent, path: '/customers/$id/edit', component: form }),
  ] as const;
