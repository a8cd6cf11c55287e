// The sidebar's entries: who sees which, by kind of session, permission and feature.
import {
  BadgeDollarSign,
  BarChart3,
  Boxes,
  Building,
  Building2,
  FileText,
  LayoutDashboard,
  ListChecks,
  MapPinned,
  Package,
  PackageSearch,
  Puzzle,
  Route,
  Scale,
  Settings,
  Truck,
  UserCog,
  Users,
  Waypoints,
  type LucideIcon,
} from 'lucide-react';
import { msg } from '../lib/i18n.ts';
import type { FeatureWord, PermissionName } from '../api/types.ts';

/** Areas with a feature and permission of the same name. */
type Area = {
  [Word in FeatureWord]: `Pages.${Word}` extends PermissionName ? Word : never;
}[FeatureWord];

export interface Entry {
  to: string;
  /** Path prefix of an area with sub-pages. */
  section?: string;
  /** English, marked with msg(); shown through t(). */
  text: string;
  icon: LucideIcon;
  /** `Pages.<area>` and the feature of the same name. */
  area?: Area;
  /** Needed besides the area's. */
  permission?: PermissionName;
  /** Area of plugin entries, if different. */
  place?: string;
  /** 'always' needs no permission; 'permitted' the area's; 'never' hides it. */
  tenant: 'always' | 'permitted' | 'never';
  customer: 'always' | 'permitted' | 'never';
  /** Only for platform administrators with this permission. */
  platform?: PermissionName;
}

export const ENTRIES: Entry[] = [
  {
    to: '/dashboard',
    text: msg('Dashboard'),
    icon: LayoutDashboard,
    area: 'Booking',
    tenant: 'permitted',
    customer: 'always',
  },
  {
    to: '/bookings',
    text: msg('Bookings'),
    icon: Package,
    area: 'Booking',
    tenant: 'permitted',
    customer: 'permitted',
  },
  {
    to: '/bookings-beta',
    text: msg('Bookings (beta)'),
    icon: PackageSearch,
    area: 'Booking',
    tenant: 'permitted',
    customer: 'permitted',
  },
  {
    to: '/reconciliation',
    text: msg('Reconciliation'),
    icon: Scale,
    area: 'Booking',
    permission: 'Pages.Booking.Reconcile',
    tenant: 'permitted',
    customer: 'never',
  },
  {
    to: '/jobs',
    section: '/jobs',
    text: msg('Jobs'),
    icon: Waypoints,
    area: 'Job',
    tenant: 'permitted',
    customer: 'permitted',
  },
  {
    to: '/jobs/route',
    text: msg('Routing'),
    icon: Route,
    area: 'Job',
    permission: 'Pages.Job.Routing',
    tenant: 'permitted',
    customer: 'never',
  },
  {
    to: '/headports',
    text: msg('Head ports'),
    icon: MapPinned,
    area: 'Job',
    tenant: 'permitted',
    customer: 'never',
  },
  {
    to: '/drivers',
    text: msg('Drivers'),
    icon: UserCog,
    area: 'Driver',
    tenant: 'permitted',
    customer: 'never',
  },
  {
    to: '/drivers/allocation',
    text: msg('Allocation'),
    icon: Users,
    area: 'Driver',
    permission: 'Pages.Job',
    tenant: 'permitted',
    customer: 'never',
  },
  {
    to: '/finance/invoices',
    section: '/finance',
    text: msg('Finance'),
    icon: FileText,
    area: 'Finance',
    tenant: 'permitted',
    customer: 'permitted',
  },
  {
    to: '/customers',
    text: msg('Customers'),
    icon: Building2,
    area: 'Customer',
    tenant: 'permitted',
    customer: 'never',
  },
  { to: '/company', text: msg('My company'), icon: Building2, tenant: 'never', customer: 'always' },
  {
    to: '/warehousing/items',
    text: msg('Warehouse'),
    icon: Boxes,
    area: 'Warehouse',
    tenant: 'permitted',
    customer: 'permitted',
  },
  {
    to: '/carriers',
    text: msg('Carriers'),
    icon: Truck,
    area: 'Carrier',
    tenant: 'permitted',
    customer: 'never',
  },
  {
    to: '/rates',
    text: msg('Rates'),
    icon: BadgeDollarSign,
    area: 'Rates',
    tenant: 'permitted',
    customer: 'never',
  },
  {
    to: '/reports',
    text: msg('Reports'),
    icon: BarChart3,
    place: 'Reports',
    tenant: 'always',
    customer: 'never',
  },
  {
    to: '/platform/tenants',
    text: msg('Tenants'),
    icon: Building,
    platform: 'Pages.Tenants',
    tenant: 'always',
    customer: 'never',
  },
  {
    to: '/platform/jobs',
    text: msg('Background jobs'),
    icon: ListChecks,
    platform: 'Pages.Tenants.Jobs',
    tenant: 'always',
    customer: 'never',
  },
  {
    to: '/platform/plugins',
    text: msg('Plugins'),
    icon: Puzzle,
    platform: 'Pages.Plugins.Install',
    tenant: 'always',
    customer: 'never',
  },
  {
    to: '/settings',
    text: msg('Settings'),
    icon: Settings,
    place: 'Settings',
    tenant: 'always',
    customer: 'always',
  },
];

export interface Viewer {
  isCustomer: boolean;
  isPlatformAdmin?: boolean;
  can: (permission: PermissionName) => boolean;
  hasFeature: (name: FeatureWord) => boolean;
  /** True if the application has a route. */
  exists: (path: string) => boolean;
}

export function visibleEntries({
  isCustomer,
  isPlatformAdmin = false,
  can,
  hasFeature,
  exists,
}: Viewer): Entry[] {
  return ENTRIES.filter((entry) => {
    const rule = isCustomer ? entry.customer : entry.tenant;
    if (rule === 'never' || !exists(entry.to)) return false;
    if (entry.platform) return isPlatformAdmin && can(entry.platform);
    if (rule === 'always' || !entry.area) return true;
    if (entry.permission && !can(entry.permission)) return false;
    return can(`Pages.${entry.area}`) && hasFeature(entry.area);
  });
}

/** Feature and label of a permission's area; null if always on. */
export function areaOf(permission: PermissionName): { feature: FeatureWord; text: string } | null {
  const word = permission.split('.')[1];
  // The dashboard shares the bookings area but not its label.
  const entry = ENTRIES.find(({ area, to }) => area === word && to !== '/dashboard');
  return entry?.area ? { feature: entry.area, text: entry.text } : null;
}

/** Last entry of each area; plugin entries follow it. */
export const lastOfAreas = (entries: readonly Entry[]): Map<string, string> =>
  new Map(entries.flatMap(({ to, area, place = area }) => (place ? [[place, to] as const] : [])));
