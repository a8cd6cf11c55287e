// Pages of the user's guide (docs/guide) and the screens that each explains.
import { msg } from '../lib/i18n.ts';
import type { Viewer } from './navigation.ts';

export interface GuidePage {
  /** Name of the file without its ending. */
  id: string;
  /** English, marked with msg(); the heading of the file. */
  title: string;
  /** Addresses; longer ones win. */
  of: readonly string[];
  for: 'everyone' | 'staff' | 'platform';
}

export const GUIDE: readonly GuidePage[] = [
  { id: 'dashboard', title: msg('Dashboard'), of: ['/dashboard'], for: 'everyone' },
  { id: 'quote-and-book', title: msg('Quote and book'), of: ['/quotes'], for: 'everyone' },
  { id: 'batch', title: msg('Book many consignments'), of: ['/bookings/batch'], for: 'everyone' },
  { id: 'bookings', title: msg('Bookings'), of: ['/bookings', '/track'], for: 'everyone' },
  { id: 'workbench', title: msg('Workbench'), of: ['/bookings-beta'], for: 'everyone' },
  {
    id: 'manifests-and-pickups',
    title: msg('Manifests and pickups'),
    of: ['/bookings/manifests', '/bookings/pickups'],
    for: 'everyone',
  },
  { id: 'margins', title: msg('Margins'), of: ['/bookings/margin'], for: 'staff' },
  { id: 'reconciliation', title: msg('Reconciliation'), of: ['/reconciliation'], for: 'staff' },
  {
    id: 'invoices',
    title: msg('Invoices'),
    of: ['/finance/invoices', '/finance/driver-invoices', '/finance/pay'],
    for: 'everyone',
  },
  {
    id: 'payments',
    title: msg('Payments'),
    of: ['/finance/payments', '/finance/remittances'],
    for: 'everyone',
  },
  { id: 'bank', title: msg('Bank statements'), of: ['/finance/bank'], for: 'staff' },
  {
    id: 'receivables',
    title: msg('Receivables and reminders'),
    of: ['/finance/receivables', '/finance/reminders'],
    for: 'staff',
  },
  { id: 'statements', title: msg('Statements'), of: ['/finance/statements'], for: 'everyone' },
  {
    id: 'credit-notes',
    title: msg('Credit notes'),
    of: ['/finance/credit-notes'],
    for: 'everyone',
  },
  { id: 'fees', title: msg('Fees'), of: ['/finance/fees'], for: 'staff' },
  { id: 'ledger', title: msg('Ledger'), of: ['/finance/ledger'], for: 'staff' },
  { id: 'customers', title: msg('Customers'), of: ['/customers'], for: 'staff' },
  { id: 'company', title: msg('My company'), of: ['/company'], for: 'everyone' },
  { id: 'jobs', title: msg('Jobs'), of: ['/jobs'], for: 'everyone' },
  {
    id: 'line-haul',
    title: msg('Line haul and scan station'),
    of: ['/jobs/line-haul', '/jobs/scan'],
    for: 'staff',
  },
  { id: 'routing', title: msg('Routing'), of: ['/jobs/route'], for: 'staff' },
  { id: 'allocation', title: msg('Allocation'), of: ['/drivers/allocation'], for: 'staff' },
  { id: 'drivers', title: msg('Drivers'), of: ['/drivers'], for: 'staff' },
  { id: 'driver', title: msg('Driver pages'), of: ['/driver'], for: 'staff' },
  { id: 'head-ports', title: msg('Head ports'), of: ['/headports'], for: 'staff' },
  { id: 'carriers', title: msg('Carriers'), of: ['/carriers'], for: 'staff' },
  { id: 'rates', title: msg('Rates'), of: ['/rates'], for: 'staff' },
  { id: 'settings', title: msg('Settings'), of: ['/settings'], for: 'everyone' },
  {
    id: 'users-and-roles',
    title: msg('Users and roles'),
    of: ['/settings/users', '/settings/roles', '/settings/organization-units'],
    for: 'everyone',
  },
  { id: 'platform', title: msg('Platform'), of: ['/platform'], for: 'platform' },
];

/** The page about an address; null if the guide has none. */
export const guidePageAt = (path: string): GuidePage | null =>
  GUIDE.flatMap((page) => page.of.map((of) => ({ page, of })))
    .filter(({ of }) => path === of || path.startsWith(`${of}/`))
    .toSorted((a, b) => b.of.length - a.of.length)[0]?.page ?? null;

export const visibleGuide = ({
  isCustomer,
  isPlatformAdmin = false,
}: Pick<Viewer, 'isCustomer' | 'isPlatformAdmin'>): GuidePage[] =>
  GUIDE.filter(
    (page) => page.for === 'everyone' || (page.for === 'staff' ? !isCustomer : isPlatformAdmin),
  );
