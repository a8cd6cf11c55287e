// All addresses of the application: one line an area.
import { createRoute, createRouter } from '@tanstack/react-router';
import { routes as bookings } from '../areas/bookings/routes.tsx';
import { routes as carriers } from '../areas/carriers/routes.tsx';
import { routes as customers } from '../areas/customers/routes.tsx';
import { routes as dashboard } from '../areas/dashboard/routes.tsx';
import { bareRoutes as signIn, routes as identity } from '../areas/identity/routes.tsx';
import { routes as quotes } from '../areas/quotes/routes.tsx';
import { routes as tenancy } from '../areas/tenancy/routes.tsx';
import { Home } from '../shell/Home.tsx';
import { NotFound, PageFailed } from '../shell/Problems.tsx';
import { PageLoading } from '../shell/Loading.tsx';
import { bareRoute, rootRoute, shellRoute } from './root.tsx';

const home = createRoute({ getParentRoute: () => shellRoute, path: '/', component: Home });

/** Whatever else is asked for: told inside the frame, with the way around at hand. */
const elsewhere = createRoute({ getParentRoute: () => shellRoute, path: '$', component: NotFound });

export const routeTree = rootRoute.addChildren([
  shellRoute.addChildren([
    home,
    ...dashboard(shellRoute),
    ...quotes(shellRoute),
    ...bookings(shellRoute),
    ...customers(shellRoute),
    ...carriers(shellRoute),
    ...identity(shellRoute),
    ...tenancy(shellRoute),
    elsewhere,
  ]),
  bareRoute.addChildren(signIn(bareRoute)),
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
