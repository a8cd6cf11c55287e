// Routes of the user's guide.
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import type { ShellRoute } from '../../app/root.tsx';

const component = lazyRouteComponent(() => import('./Guide.tsx'), 'Guide');

export const routes = (parent: ShellRoute) =>
  [
    createRoute({ getParentRoute: () => parent, path: '/guide', component }),
    createRoute({ getParentRoute: () => parent, path: '/guide/$page', component }),
  ] as const;
