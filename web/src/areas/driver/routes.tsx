// Addresses of the driver pages in the shell: they lead to the separate page.
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import type { BareRoute } from '../../app/root.tsx';

export const bareRoutes = (parent: BareRoute) =>
  (['/driver', '/driver/$'] as const).map((path) =>
    createRoute({
      getParentRoute: () => parent,
      path,
      component: lazyRouteComponent(() => import('./Doorway.tsx'), 'Doorway'),
    }),
  );
