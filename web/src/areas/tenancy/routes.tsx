// Addresses of the settings and of the platform's administration; what stands in the settings is listed in settings/sections.ts.
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import type { ShellRoute } from '../../app/root.tsx';
import { parseTenantsSearch } from './platform/search.ts';

const hub = lazyRouteComponent(() => import('./settings/SettingsHub.tsx'), 'SettingsHub');

export const routes = (parent: ShellRoute) =>
  [
    createRoute({ getParentRoute: () => parent, path: '/settings', component: hub, staticData: { title: 'Settings' } }),
    createRoute({ getParentRoute: () => parent, path: '/settings/$', component: hub, staticData: { title: 'Settings' } }),
    createRoute({ getParentRoute: () => parent, path: '/platform/tenants', validateSearch: parseTenantsSearch, component: lazyRouteComponent(() => import('./platform/TenantList.tsx'), 'TenantList'), staticData: { title: 'Tenants' } }),
    createRoute({ getParentRoute: () => parent, path: '/platform/tenants/new', component: lazyRouteComponent(() => import('./platform/TenantNew.tsx'), 'TenantNew'), staticData: { title: 'New tenant' } }),
    createRoute({ getParentRoute: () => parent, path: '/platform/tenants/$id', component: lazyRouteComponent(() => import('./platform/TenantEdit.tsx'), 'TenantEdit'), staticData: { title: 'Tenant' } }),
    createRoute({ getParentRoute: () => parent, path: '/platform/plugins', component: lazyRouteComponent(() => import('../plugins/PlatformPlugins.tsx'), 'PlatformPlugins'), staticData: { title: 'Plugins of the platform' } }),
    createRoute({ getParentRoute: () => parent, path: '/platform/plugins/$plugin', component: lazyRouteComponent(() => import('../plugins/platform/PackagePage.tsx'), 'PackagePage'), staticData: { title: 'Plugins of the platform' } }),
  ] as const;
