// Signing in, out and over to someone else, and a person's own settings.
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import type { BareRoute, ShellRoute } from '../../app/root.tsx';
import { returnSearch } from './return-to.ts';

export const routes = (parent: ShellRoute) =>
  [
    createRoute({ getParentRoute: () => parent, path: '/settings', component: lazyRouteComponent(() => import('./Settings.tsx'), 'Settings'), staticData: { title: 'Settings' } }),
  ] as const;

export const bareRoutes = (parent: BareRoute) =>
  [
    createRoute({ getParentRoute: () => parent, path: '/auth/login', validateSearch: returnSearch, component: lazyRouteComponent(() => import('./Login.tsx'), 'Login') }),
    createRoute({ getParentRoute: () => parent, path: '/auth/switch', validateSearch: returnSearch, component: lazyRouteComponent(() => import('./SwitchUser.tsx'), 'SwitchUser') }),
    createRoute({ getParentRoute: () => parent, path: '/auth/logout', component: lazyRouteComponent(() => import('./Logout.tsx'), 'Logout') }),
  ] as const;
