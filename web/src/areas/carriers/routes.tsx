// The carriers area's addresses: accounts, one account, and who may use which.
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import type { ShellRoute } from '../../app/root.tsx';
import { preloadSlots } from '../../plugins/preload.ts';

const preloadForm = () => preloadSlots(['carrier.account.form@1']);

interface ListSearch {
  q?: string;
  skip?: number;
}

const listSearch = (search: Record<string, unknown>): ListSearch => ({
  ...(typeof search.q === 'string' && search.q ? { q: search.q } : {}),
  ...(Number(search.skip) > 0 ? { skip: Number(search.skip) } : {}),
});

export const routes = (parent: ShellRoute) =>
  [
    createRoute({ getParentRoute: () => parent, path: '/carriers', validateSearch: listSearch, component: lazyRouteComponent(() => import('./AccountList.tsx'), 'AccountList'), staticData: { title: 'Carriers' } }),
    createRoute({ getParentRoute: () => parent, path: '/carriers/new/$carrierCode', loader: preloadForm, component: lazyRouteComponent(() => import('./AccountEdit.tsx'), 'AccountNew'), staticData: { title: 'New carrier account' } }),
    createRoute({ getParentRoute: () => parent, path: '/carriers/accounts/$id', loader: preloadForm, component: lazyRouteComponent(() => import('./AccountEdit.tsx'), 'AccountEdit'), staticData: { title: 'Carrier account' } }),
    createRoute({
      getParentRoute: () => parent,
      path: '/carriers/customers',
      validateSearch: (search: Record<string, unknown>): { customerId?: number } => (Number(search.customerId) > 0 ? { customerId: Number(search.customerId) } : {}),
      component: lazyRouteComponent(() => import('./CustomerMapping.tsx'), 'CustomerMapping'),
      staticData: { title: 'Carriers of a customer' },
    }),
  ] as const;
