// Routes of accounts, under /auth/.
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import type { BareRoute } from '../../../app/root.tsx';
import { strictly } from '../../../lib/search.ts';
import { NotFound } from '../../../shell/Problems.tsx';
import { returnSearch } from './return-to.ts';

const emailSearch = strictly<{ email?: string }>(['email'], (search) =>
  typeof search.email === 'string' ? { email: search.email } : {},
);

const Unknown = () => (
  <main>
    <NotFound />
  </main>
);

export const accountRoutes = (parent: BareRoute) =>
  [
    createRoute({
      getParentRoute: () => parent,
      path: '/auth/login',
      validateSearch: returnSearch,
      component: lazyRouteComponent(() => import('./Login.tsx'), 'Login'),
    }),
    createRoute({
      getParentRoute: () => parent,
      path: '/auth/switch',
      validateSearch: returnSearch,
      component: lazyRouteComponent(() => import('./SwitchUser.tsx'), 'SwitchUser'),
    }),
    createRoute({
      getParentRoute: () => parent,
      path: '/auth/logout',
      component: lazyRouteComponent(() => import('./Logout.tsx'), 'Logout'),
    }),
    createRoute({
      getParentRoute: () => parent,
      path: '/auth/forgot',
      validateSearch: emailSearch,
      component: lazyRouteComponent(() => import('./Forgot.tsx'), 'Forgot'),
    }),
    createRoute({
      getParentRoute: () => parent,
      path: '/auth/reset',
      component: lazyRouteComponent(() => import('./Reset.tsx'), 'Reset'),
    }),
    createRoute({
      getParentRoute: () => parent,
      path: '/auth/activate',
      component: lazyRouteComponent(() => import('./Activate.tsx'), 'Activate'),
    }),
    createRoute({
      getParentRoute: () => parent,
      path: '/auth/register',
      component: lazyRouteComponent(() => import('./Register.tsx'), 'Register'),
    }),
    createRoute({
      getParentRoute: () => parent,
      path: '/auth/enter',
      component: lazyRouteComponent(() => import('./Enter.tsx'), 'Enter'),
    }),
    createRoute({
      getParentRoute: () => parent,
      path: '/auth/change-password',
      validateSearch: returnSearch,
      component: lazyRouteComponent(() => import('./Must.tsx'), 'MustChangePassword'),
    }),
    createRoute({
      getParentRoute: () => parent,
      path: '/auth/two-factor',
      validateSearch: returnSearch,
      component: lazyRouteComponent(() => import('./Must.tsx'), 'MustSetUpTwoFactor'),
    }),
    createRoute({ getParentRoute: () => parent, path: '/auth/$', component: Unknown }),
  ] as const;
