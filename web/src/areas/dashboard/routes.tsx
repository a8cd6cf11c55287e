// Routes of the dashboard and its home pages.
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import type { ShellRoute } from '../../app/root.tsx';
import { preloadSlots } from '../../plugins/preload.ts';

const component = lazyRouteComponent(() => import('./Dashboard.tsx'), 'Dashboard');
const loader = () => preloadSlots(['dashboard.widget@1']);

export const routes = (parent: ShellRoute) =>
  [
    createRoute({ getParentRoute: () => parent, path: '/dashboard', loader, component }),
    createRoute({ getParentRoute: () => parent, path: '/dashboard/$home', loader, component }),
  ] as const;
