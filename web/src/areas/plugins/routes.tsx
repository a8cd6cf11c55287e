// Platform plugin routes; the tenant's are in sections.ts.
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import type { ShellRoute } from '../../app/root.tsx';
import { msg } from '../../lib/i18n.ts';

export const routes = (parent: ShellRoute) =>
  [
    createRoute({
      getParentRoute: () => parent,
      path: '/platform/plugins',
      component: lazyRouteComponent(() => import('./PlatformPlugins.tsx'), 'PlatformPlugins'),
      staticData: { title: msg('Platform plugins') },
    }),
    createRoute({
      getParentRoute: () => parent,
      path: '/platform/plugins/$plugin',
      component: lazyRouteComponent(() => import('./platform/PackagePage.tsx'), 'PackagePage'),
      staticData: { title: msg('Platform plugins') },
    }),
  ] as const;
