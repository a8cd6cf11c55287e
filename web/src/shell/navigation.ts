// The sidebar's entries: who sees which, by kind of session, permission and feature.
import {
  BarChart3, Boxes, Building2, FileText, LayoutDashboard, Package, PackageSearch, Route, Settings, Truck, UserCog, Users, Waypoints,
  type LucideIcon,
} from 'lucide-react';

export interface Entry {
  to: string;
  text: string;
  icon: LucideIcon;
  /** The permission area: `Pages.<area>` and the feature of the same name. */
  area?: string;
  /** 'always' needs no permission; 'permitted' needs the area's; 'never' is not offered to this kind of session. */
  tenant: 'always' | 'permitted' | 'never';
  customer: 'always' | 'permitted' | 'never';
}

export const ENTRIES: Entry[] = [
  { to: '/dashboard', text: 'Dashboard', icon: LayoutDashboard, area: 'Booking', tenant: 'permitted', customer: 'always' },
  { to: '/bookings', text: 'Bookings', icon: Package, area: 'Booking', tenant: 'permitted', customer: 'permitted' },
  { to: '/bookings-beta', text: 'Bookings (beta)', icon: PackageSearch, area: 'Booking', tenant: 'permitted', customer: 'permitted' },
  { to: '/jobs', text: 'Jobs', icon: Waypoints, area: 'Job', tenant: 'permitted', customer: 'permitted' },
  { to: '/jobs/route', text: 'Routing', icon: Route, area: 'Job', tenant: 'permitted', customer: 'never' },
  { to: '/drivers', text: 'Drivers', icon: UserCog, area: 'Driver', tenant: 'permitted', customer: 'never' },
  { to: '/drivers/allocation', text: 'Allocation', icon: Users, area: 'Driver', tenant: 'permitted', customer: 'never' },
  { to: '/finance/invoices', text: 'Finance', icon: FileText, area: 'Finance', tenant: 'permitted', customer: 'permitted' },
  { to: '/customers', text: 'Customers', icon: Building2, area: 'Customer', tenant: 'permitted', customer: 'never' },
  { to: '/warehousing/items', text: 'Warehouse', icon: Boxes, area: 'Warehouse', tenant: 'permitted', customer: 'permitted' },
  { to: '/carriers', text: 'Carriers', icon: Truck, area: 'Carrier', tenant: 'permitted', customer: 'never' },
  { to: '/reports', text: 'Reports', icon: BarChart3, tenant: 'always', customer: 'never' },
  { to: '/settings', text: 'Settings', icon: Settings, tenant: 'always', customer: 'always' },
];

export interface Viewer {
  isCustomer: boolean;
  can: (permission: string) => boolean;
  hasFeature: (name: string) => boolean;
  /** Whether the application has a screen at this address. */
  exists: (path: string) => boolean;
}

export function visibleEntries({ isCustomer, can, hasFeature, exists }: Viewer): Entry[] {
  return ENTRIES.filter((entry) => {
    const rule = isCustomer ? entry.customer : entry.tenant;
    if (rule === 'never' || !exists(entry.to)) return false;
    if (rule === 'always' || !entry.area) return true;
    return can(`Pages.${entry.area}`) && hasFeature(entry.area);
  });
}
