// Landing page by permissions.
import { visibleEntries, type Viewer } from './navigation.ts';

const OWN_PROFILE = '/settings/profile';
/** The driver pages: a separate page outside the shell. */
const DRIVER_PAGES = '/driver';
const SCAN_STATION = '/jobs/scan';
/** Visible to all users, or set up once, so not a landing page. */
const NOT_FIRST = new Set(['/company', '/reports', '/settings', '/headports']);

/** True for people of a depot, who load and unload but neither book nor dispatch. */
const worksAtDock = ({ isCustomer, can, hasFeature, exists }: Viewer): boolean =>
  !isCustomer &&
  can('Pages.Job.LineHaul') &&
  !can('Pages.Booking.Create') &&
  !can('Pages.Job.Edit') &&
  hasFeature('Job') &&
  exists(SCAN_STATION);

export function landing(viewer: Viewer & { isDriver: boolean }): string {
  if (viewer.isDriver) return DRIVER_PAGES;
  if (worksAtDock(viewer)) return SCAN_STATION;
  const useful = visibleEntries(viewer).find(
    ({ to, area }) => !NOT_FIRST.has(to) && (!area || viewer.can(`Pages.${area}`)),
  );
  return useful?.to ?? OWN_PROFILE;
}
