// Route of the dashboard.
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import type { ShellRoute } from '../../app/root.tsx';
import { preloadSlots } from '../../plugins/preload.ts';

export const routes = (parent: ShellRoute) =>
  [
    createRoute({
      getParentRoute: () => parent,
      path: '/dashboard',
      loader: () => preloadSlots(['dashboard.widget@1']),
      component: lazyRouteComponent(() => import('./Dashboard.tsx'), 'Dashboard'),
    }),
  ] as const;
