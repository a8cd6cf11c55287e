// Landing page by permissions.
import { visibleEntries, type Viewer } from './navigation.ts';

const OWN_PROFILE = '/settings/profile';
/** The driver pages: a separate page outside the shell. */
const DRIVER_PAGES = '/driver';
/** Visible to all users, or set up once, so not a landing page. */
const NOT_FIRST = new Set(['/company', '/reports', '/settings', '/headports']);

export function landing(viewer: Viewer & { isDriver: boolean }): string {
  if (viewer.isDriver) return DRIVER_PAGES;
  const useful = visibleEntries(viewer).find(
    ({ to, area }) => !NOT_FIRST.has(to) && (!area || viewer.can(`Pages.${area}`)),
  );
  return useful?.to ?? OWN_PROFILE;
}
