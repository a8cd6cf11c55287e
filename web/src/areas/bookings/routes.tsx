// Routes of bookings, with lazy screens.
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import type { BareRoute, ShellRoute } from '../../app/root.tsx';
import { preloadSlots } from '../../plugins/preload.ts';
import { listSearch } from '../../kit/list/search.ts';

const screens = () => import('./screens.ts');
const outside = () => import('./outside.ts');

export const routes = (parent: ShellRoute) =>
  [
    createRoute({
      getParentRoute: () => parent,
      path: '/bookings',
      validateSearch: listSearch,
      component: lazyRouteComponent(() => import('./BookingList.tsx'), 'BookingList'),
    }),
    createRoute({
      getParentRoute: () => parent,
      path: '/bookings/margin',
      validateSearch: listSearch,
      component: lazyRouteComponent(screens, 'MarginView'),
    }),
    createRoute({
      getParentRoute: () => parent,
      path: '/bookings/batch',
      component: lazyRouteComponent(screens, 'Batch'),
    }),
    createRoute({
      getParentRoute: () => parent,
      path: '/bookings/manifests',
      validateSearch: listSearch,
      component: lazyRouteComponent(screens, 'ManifestList'),
    }),
    createRoute({
      getParentRoute: () => parent,
      path: '/bookings/manifests/$id',
      component: lazyRouteComponent(screens, 'ManifestPage'),
    }),
    createRoute({
      getParentRoute: () => parent,
      path: '/bookings/pickups',
      validateSearch: listSearch,
      component: lazyRouteComponent(screens, 'PickupList'),
    }),
    createRoute({
      getParentRoute: () => parent,
      path: '/bookings/pickups/$id',
      component: lazyRouteComponent(screens, 'PickupPage'),
    }),
    createRoute({
      getParentRoute: () => parent,
      path: '/bookings-beta',
      validateSearch: listSearch,
      component: lazyRouteComponent(() => import('./BookingList.tsx'), 'Workbench'),
    }),
    createRoute({
      getParentRoute: () => parent,
      path: '/bookings-beta/details/$id',
      loader: () => preloadSlots(['booking.detail.panel@1']),
      component: lazyRouteComponent(() => import('./detail/BookingDetail.tsx'), 'BookingDetail'),
    }),
  ] as const;

export const bareRoutes = (parent: BareRoute) =>
  [
    createRoute({
      getParentRoute: () => parent,
      path: '/track',
      component: lazyRouteComponent(outside, 'Track'),
    }),
    createRoute({
      getParentRoute: () => parent,
      path: '/guest/booking',
      component: lazyRouteComponent(outside, 'FindBooking'),
    }),
    createRoute({
      getParentRoute: () => parent,
      path: '/shared/booking',
      component: lazyRouteComponent(outside, 'SharedBooking'),
    }),
  ] as const;
