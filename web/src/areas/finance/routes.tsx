// The addresses of finance; each screen is fetched when it is first shown.
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import type { ShellRoute } from '../../app/root.tsx';
import { listSearch } from '../../kit/list/search.ts';
import { parseRun } from './run/search.ts';

export const routes = (parent: ShellRoute) =>
  [
    createRoute({ getParentRoute: () => parent, path: '/finance/invoices', validateSearch: listSearch, component: lazyRouteComponent(() => import('./invoices/InvoiceList.tsx'), 'InvoiceList') }),
    createRoute({ getParentRoute: () => parent, path: '/finance/invoices/run', validateSearch: parseRun, component: lazyRouteComponent(() => import('./run/RunPage.tsx'), 'RunPage') }),
    createRoute({ getParentRoute: () => parent, path: '/finance/invoices/$id', component: lazyRouteComponent(() => import('./invoices/InvoicePage.tsx'), 'InvoicePage') }),
  ] as const;
