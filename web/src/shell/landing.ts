// Where a person arrives who asked for no particular page: the first that is useful to them.
import { visibleEntries, type Viewer } from './navigation.ts';

const OWN_PROFILE = '/settings/profile';
/** A driver's day is their jobs, then what they carry. */
const DRIVERS = ['/jobs', '/bookings', '/warehousing/items'];
/** Shown to everybody whatever they may do there, so no reason to arrive at them. */
const NOT_FIRST = new Set(['/company', '/reports', '/settings']);

export function landing(viewer: Viewer & { isDriver: boolean }): string {
  const useful = visibleEntries(viewer).filter(
    ({ to, area }) => !NOT_FIRST.has(to) && (!area || viewer.can(`Pages.${area}`)),
  );
  const addresses = useful.map(({ to }) => to);
  if (viewer.isDriver)
    return DRIVERS.find((to) => addresses.includes(to)) ?? addresses[0] ?? OWN_PROFILE;
  return addresses[0] ?? OWN_PROFILE;
}
