// Routes of the carriers area.
import { createRoute } from '@tanstack/react-router';
import type { ShellRoute } from '../../app/root.tsx';
import { listSearch } from '../../kit/list/search.ts';
import { lazyScreens } from '../../lib/lazy-screens.ts';
import { oneId } from '../../lib/search.ts';
import { preloadSlots } from '../../plugins/preload.ts';
import { msg } from '../../lib/i18n.ts';

const screen = lazyScreens(() => import('./screens.ts'));

const preloadForm = () => preloadSlots(['carrier.account.form@1']);

export const routes = (parent: ShellRoute) =>
  [
    createRoute({
      getParentRoute: () => parent,
      path: '/carriers',
      validateSearch: listSearch,
      component: screen('AccountList'),
      staticData: { title: msg('Carriers') },
    }),
    createRoute({
      getParentRoute: () => parent,
      path: '/carriers/new/$carrierCode',
      loader: preloadForm,
      component: screen('AccountNew'),
      staticData: { title: msg('New carrier account') },
    }),
    createRoute({
      getParentRoute: () => parent,
      path: '/carriers/accounts/$id',
      loader: preloadForm,
      component: screen('AccountEdit'),
      staticData: { title: msg('Carrier account') },
    }),
    createRoute({
      getParentRoute: () => parent,
      path: '/carriers/customers',
      validateSearch: oneId('customerId'),
      component: screen('CustomerMapping'),
      staticData: { title: msg('Customer carriers') },
    }),
  ] as const;
