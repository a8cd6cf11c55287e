// The two layouts every page sits in: the shell for the signed-in, a bare one for signing in.
import { createRootRoute, createRoute, lazyRouteComponent, Outlet } from '@tanstack/react-router';
import { NotFound, PageFailed } from '../shell/Problems.tsx';

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** The page's name while its own heading is still on the way. */
    title?: string;
    /** A page may hide the sidebar, the header, or both. */
    hideNavigation?: boolean;
    hideHeader?: boolean;
  }
}

export const rootRoute = createRootRoute({
  component: Outlet,
  notFoundComponent: NotFound,
  errorComponent: PageFailed,
});

// Who signs in waits for the form alone; the frame comes with the first page in it.
const shell = lazyRouteComponent(() => import('../shell/ShellLayout.tsx'), 'ShellLayout');
export const shellRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'shell',
  component: shell,
});
export const bareRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'bare',
  component: Outlet,
});

export type ShellRoute = typeof shellRoute;
export type BareRoute = typeof bareRoute;
