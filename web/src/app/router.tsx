// All addresses of the application: one line an area.
import { createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router';
import { bareRoutes as outside, routes as bookings } from '../areas/bookings/routes.tsx';
import { routes as carriers } from '../areas/carriers/routes.tsx';
import { routes as customers } from '../areas/customers/routes.tsx';
import { bareRoutes as driverPages } from '../areas/driver/routes.tsx';
import { bareRoutes as joining, routes as drivers } from '../areas/drivers/routes.tsx';
import { routes as network } from '../areas/network/routes.tsx';
import { routes as dashboard } from '../areas/dashboard/routes.tsx';
import { routes as finance } from '../areas/finance/routes.tsx';
import { routes as guide } from '../areas/guide/routes.tsx';
import { bareRoutes as signIn, routes as identity } from '../areas/identity/routes.tsx';
import { routes as jobs } from '../areas/jobs/routes.tsx';
import { routes as linehaul } from '../areas/linehaul/routes.tsx';
import { routes as plugins } from '../areas/plugins/routes.tsx';
import { bareRoutes as guestQuotes, routes as quotes } from '../areas/quotes/routes.tsx';
import { routes as rates } from '../areas/rates/routes.tsx';
import { routes as reconciliation } from '../areas/reconciliation/routes.tsx';
import { routes as tenancy } from '../areas/tenancy/routes.tsx';
import { preloadPage } from '../plugins/preload.ts';
import { NotFound, PageFailed } from '../shell/Problems.tsx';
import { PageLoading } from '../shell/Loading.tsx';
import './record-tabs.ts';
import { bareRoute, rootRoute, shellRoute } from './root.tsx';
import { msg } from '../lib/i18n.ts';

export const home = createRoute({
  getParentRoute: () => shellRoute,
  path: '/',
  component: lazyRouteComponent(() => import('../shell/Home.tsx'), 'Home'),
});

const settingsPage = lazyRouteComponent(() => import('./Settings.tsx'), 'Settings');
const settings = createRoute({
  getParentRoute: () => shellRoute,
  path: '/settings',
  component: settingsPage,
  staticData: { title: msg('Settings') },
});
const settingsSection = createRoute({
  getParentRoute: () => shellRoute,
  path: '/settings/$',
  component: settingsPage,
  staticData: {
    title: msg('Settings'),
    sections: async () => (await import('./Settings.tsx')).SECTIONS,
  },
});

const pluginPage = createRoute({
  getParentRoute: () => shellRoute,
  path: '/x/$plugin/$',
  loader: ({ params }) => preloadPage(params.plugin, params._splat ?? ''),
  component: lazyRouteComponent(() => import('../plugins/PluginPage.tsx'), 'PluginPage'),
});

/** Unknown addresses: a message inside the shell, so that the navigation stays. */
const elsewhere = createRoute({ getParentRoute: () => shellRoute, path: '$', component: NotFound });

export const routeTree = rootRoute.addChildren([
  shellRoute.addChildren([
    home,
    ...dashboard(shellRoute),
    ...quotes(shellRoute),
    ...bookings(shellRoute),
    ...customers(shellRoute),
    ...carriers(shellRoute),
    ...jobs(shellRoute),
    ...linehaul(shellRoute),
    ...drivers(shellRoute),
    ...network(shellRoute),
    ...rates(shellRoute),
    ...reconciliation(shellRoute),
    ...finance(shellRoute),
    ...identity(shellRoute),
    ...tenancy(shellRoute),
    ...plugins(shellRoute),
    ...guide(shellRoute),
    settings,
    settingsSection,
    pluginPage,
    elsewhere,
  ]),
  bareRoute.addChildren([
    ...signIn(bareRoute),
    ...outside(bareRoute),
    ...guestQuotes(bareRoute),
    ...joining(bareRoute),
    ...driverPages(bareRoute),
  ]),
]);

export const router = createRouter({
  routeTree,
  defaultPreload: 'intent',
  defaultPreloadDelay: 50,
  scrollRestoration: true,
  defaultNotFoundComponent: NotFound,
  defaultErrorComponent: PageFailed,
  defaultPendingComponent: PageLoading,
  defaultPendingMs: 150,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
