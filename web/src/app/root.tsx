// The two layouts every page sits in: the shell for the signed-in, a bare one for signing in.
import { createRootRoute, createRoute, lazyRouteComponent, Outlet } from '@tanstack/react-router';
import { NotFound, PageFailed } from '../shell/Problems.tsx';
import type { SettingsSection } from '../shell/settings.ts';

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    title?: string;
    hideNavigation?: boolean;
    hideHeader?: boolean;
    /** The sections below the page, for the palette. */
    sections?: () => Promise<readonly SettingsSection[]>;
  }
}

export const rootRoute = createRootRoute({
  component: Outlet,
  notFoundComponent: NotFound,
  errorComponent: PageFailed,
});

// Sign-in loads only the form; the shell loads with the first page.
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
