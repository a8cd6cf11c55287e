// Routes of line haul and the scan station, with lazy screens.
import { createRoute } from '@tanstack/react-router';
import type { ShellRoute } from '../../app/root.tsx';
import { listSearch } from '../../kit/list/search.ts';
import { lazyScreens } from '../../lib/lazy-screens.ts';
import { idIn, strictly } from '../../lib/search.ts';

const screen = lazyScreens(() => import('./screens.ts'));

const MODES = ['in', 'out', 'load', 'unload'] as const;

/** Depot, mode and line haul, so that a reload goes on where it was. */
const stationSearch = strictly<{
  depot?: string | undefined;
  mode?: (typeof MODES)[number] | undefined;
  haul?: number | undefined;
}>(['depot', 'mode', 'haul'], ({ depot, mode, haul }) => ({
  depot: typeof depot === 'string' || typeof depot === 'number' ? String(depot) : undefined,
  mode: MODES.find((one) => one === mode),
  haul: idIn(haul),
}));

export const routes = (parent: ShellRoute) =>
  [
    createRoute({
      getParentRoute: () => parent,
      path: '/jobs/line-haul',
      validateSearch: listSearch,
      component: screen('LineHaulList'),
    }),
    createRoute({
      getParentRoute: () => parent,
      path: '/jobs/line-haul/$id',
      component: screen('LineHaulDetail'),
    }),
    createRoute({
      getParentRoute: () => parent,
      path: '/jobs/scan',
      validateSearch: stationSearch,
      staticData: { hideNavigation: true, hideHeader: true },
      component: screen('Station'),
    }),
    createRoute({
      getParentRoute: () => parent,
      path: '/jobs/scan/commands',
      staticData: { hideNavigation: true, hideHeader: true },
      component: screen('CommandSheet'),
    }),
  ] as const;
