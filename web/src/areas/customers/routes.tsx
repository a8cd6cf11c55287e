// Routes of the customers area.
import { createRoute } from '@tanstack/react-router';
import type { ShellRoute } from '../../app/root.tsx';
import { listSearch } from '../../kit/list/search.ts';
import { lazyScreens } from '../../lib/lazy-screens.ts';

const screen = lazyScreens(() => import('./screens.ts'));

const form = screen('CustomerForm');

export const routes = (parent: ShellRoute) =>
  [
    createRoute({
      getParentRoute: () => parent,
      path: '/customers',
      validateSearch: listSearch,
      component: screen('CustomerList'),
    }),
    createRoute({
      getParentRoute: () => parent,
      path: '/company',
      component: screen('MyCompany'),
    }),
    createRoute({ getParentRoute: () => parent, path: '/customers/new', component: form }),
    createRoute({
      getParentRoute: () => parent,
      path: '/customers/$id/details',
      component: screen('CustomerDetail'),
    }),
    createRoute({ getParentRoute: () => parent, path: '/customers/$id/edit', component: form }),
  ] as const;
