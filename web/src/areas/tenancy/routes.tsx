// Platform routes; settings are in sections.ts.
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import type { ShellRoute } from '../../app/root.tsx';
import { listSearch } from '../../kit/list/search.ts';
import { msg } from '../../lib/i18n.ts';

export const routes = (parent: ShellRoute) =>
  [
    createRoute({
      getParentRoute: () => parent,
      path: '/platform/tenants',
      validateSearch: listSearch,
      component: lazyRouteComponent(() => import('./platform/TenantList.tsx'), 'TenantList'),
      staticData: { title: msg('Tenants') },
    }),
    createRoute({
      getParentRoute: () => parent,
      path: '/platform/tenants/new',
      component: lazyRouteComponent(() => import('./platform/TenantNew.tsx'), 'TenantNew'),
      staticData: { title: msg('New tenant') },
    }),
    createRoute({
      getParentRoute: () => parent,
      path: '/platform/tenants/$id',
      component: lazyRouteComponent(() => import('./platform/TenantEdit.tsx'), 'TenantEdit'),
      staticData: { title: msg('Tenant') },
    }),
    createRoute({
      getParentRoute: () => parent,
      path: '/platform/jobs',
      component: lazyRouteComponent(() => import('./platform/JobList.tsx'), 'JobList'),
      staticData: { title: msg('Background jobs') },
    }),
  ] as const;
