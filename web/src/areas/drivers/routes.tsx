// Routes of the drivers area.
import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import type { BareRoute, ShellRoute } from '../../app/root.tsx';
import { listSearch } from '../../kit/list/search.ts';
import { lazyScreens } from '../../lib/lazy-screens.ts';
import { oneId } from '../../lib/search.ts';

const screen = lazyScreens(() => import('./screens.ts'));

export const routes = (parent: ShellRoute) =>
  [
    createRoute({
      getParentRoute: () => parent,
      path: '/drivers',
      validateSearch: listSearch,
      component: screen('DriverList'),
    }),
    createRoute({
      getParentRoute: () => parent,
      path: '/drivers/details/$id',
      component: screen('DriverDetail'),
    }),
    createRoute({
      getParentRoute: () => parent,
      // The former address, which is in bookmarks and sent links.
      path: '/drivers/$id/details',
      beforeLoad: ({ params }) => {
        throw redirect({
          to: '/drivers/details/$id',
          params,
          search: true,
          hash: true,
          replace: true,
        });
      },
    }),
    createRoute({
      getParentRoute: () => parent,
      path: '/drivers/map',
      validateSearch: oneId('driver'),
      component: screen('DriverMap'),
    }),
    createRoute({
      getParentRoute: () => parent,
      path: '/drivers/compliance',
      validateSearch: listSearch,
      component: screen('Compliance'),
    }),
  ] as const;

/** Without the shell: an invited driver has no account yet. */
export const bareRoutes = (parent: BareRoute) =>
  [
    createRoute({
      getParentRoute: () => parent,
      path: '/driver/join',
      component: lazyRouteComponent(() => import('./Join.tsx'), 'Join'),
    }),
  ] as const;
