// The bookings area's addresses; each screen is fetched when it is first shown.
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import type { BareRoute, ShellRoute } from '../../app/root.tsx';
import { preloadSlots } from '../../plugins/preload.ts';
import { listSearch } from '../../kit/list/search.ts';
import { parseMargin } from './margin/search.ts';

export const routes = (parent: ShellRoute) =>
  [
    createRoute({ getParentRoute: () => parent, path: '/bookings', validateSearch: listSearch, component: lazyRouteComponent(() => import('./BookingList.tsx'), 'BookingList') }),
    createRoute({ getParentRoute: () => parent, path: '/bookings/margin', validateSearch: parseMargin, component: lazyRouteComponent(() => import('./margin/MarginView.tsx'), 'MarginView') }),
    createRoute({ getParentRoute: () => parent, path: '/bookings-beta', validateSearch: listSearch, component: lazyRouteComponent(() => import('./BookingList.tsx'), 'Bench') }),
    createRoute({
      getParentRoute: () => parent,
      path: '/bookings-beta/details/$id',
      loader: () => preloadSlots(['booking.detail.panel@1']),
      component: lazyRouteComponent(() => import('./detail/BookingDetail.tsx'), 'BookingDetail'),
    }),
  ] as const;

/** For people who are not signed in. */
export const bareRoutes = (parent: BareRoute) =>
  [
    createRoute({ getParentRoute: () => parent, path: '/guest/booking', component: lazyRouteComponent(() => import('./guest/FindBooking.tsx'), 'FindBooking') }),
    createRoute({ getParentRoute: () => parent, path: '/shared/booking', component: lazyRouteComponent(() => import('./guest/SharedBooking.tsx'), 'SharedBooking') }),
  ] as const;
