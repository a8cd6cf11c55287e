// Landing page by permissions.
import { visibleEntries, type Viewer } from './navigation.ts';

const OWN_PROFILE = '/settings/profile';
/** Drivers: jobs, then bookings. */
const DRIVERS = ['/jobs', '/bookings', '/warehousing/items'];
/** Visible to all users, or set up once, so not a landing page. */
const NOT_FIRST = new Set(['/company', '/reports', '/settings', '/headports']);

/** Null: a driver without a page for drivers, whose start page says so. */
export function landing(viewer: Viewer & { isDriver: boolean }): string | null {
  const useful = visibleEntries(viewer).filter(
    ({ to, area }) => !NOT_FIRST.has(to) && (!area || viewer.can(`Pages.${area}`)),
  );
  const addresses = useful.map(({ to }) => to);
  if (viewer.isDriver) return DRIVERS.find((to) => addresses.includes(to)) ?? addresses[0] ?? null;
  return addresses[0] ?? OWN_PROFILE;
}
