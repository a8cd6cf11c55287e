// Sub-pages of areas, for sidebar and palette.
import {
  Banknote,
  BellRing,
  BookOpen,
  ClipboardList,
  FileText,
  HandCoins,
  Hourglass,
  Landmark,
  Percent,
  ReceiptText,
  Repeat,
  ScanBarcode,
  ScrollText,
  Send,
  Truck,
  ListChecks,
  Route,
  type LucideIcon,
} from 'lucide-react';
import type { PermissionName } from '../api/types.ts';
import { msg } from '../lib/i18n.ts';
import { visibleEntries, type Viewer } from './navigation.ts';

export interface SubEntry {
  /** The address of the area's entry. */
  of: string;
  to: string;
  /** English, marked with msg(); shown through t(). */
  text: string;
  icon: LucideIcon;
  permission: PermissionName;
  /** Audiences. */
  staff: boolean;
  customer: boolean;
}

const FINANCE = '/finance/invoices';
const JOBS = '/jobs';
const ROUTING = '/jobs/route';

export const SUB_ENTRIES: readonly SubEntry[] = [
  {
    of: FINANCE,
    to: FINANCE,
    text: msg('Invoices'),
    icon: FileText,
    permission: 'Pages.Finance.Invoices',
    staff: true,
    customer: true,
  },
  {
    of: FINANCE,
    to: '/finance/payments',
    text: msg('Payments'),
    icon: HandCoins,
    permission: 'Pages.Finance.Payments',
    staff: true,
    customer: true,
  },
  {
    of: FINANCE,
    to: '/finance/remittances',
    text: msg('Remittance advices'),
    icon: Send,
    permission: 'Pages.Finance.Payments',
    staff: true,
    customer: true,
  },
  {
    of: FINANCE,
    to: '/finance/bank',
    text: msg('Bank statements'),
    icon: Landmark,
    permission: 'Pages.Finance.Remittance',
    staff: true,
    customer: false,
  },
  {
    of: FINANCE,
    to: '/finance/receivables',
    text: msg('Receivables'),
    icon: Hourglass,
    permission: 'Pages.Finance.Statements',
    staff: true,
    customer: false,
  },
  {
    of: FINANCE,
    to: '/finance/reminders',
    text: msg('Reminders'),
    icon: BellRing,
    permission: 'Pages.Finance.Statements',
    staff: true,
    customer: false,
  },
  {
    of: FINANCE,
    to: '/finance/statements',
    text: msg('Statements'),
    icon: ScrollText,
    permission: 'Pages.Finance.Statements',
    staff: true,
    customer: true,
  },
  {
    of: FINANCE,
    to: '/finance/credit-notes',
    text: msg('Credit notes'),
    icon: ReceiptText,
    permission: 'Pages.Finance.CreditNotes',
    staff: true,
    customer: true,
  },
  {
    of: FINANCE,
    to: '/finance/fees',
    text: msg('Fees'),
    icon: Percent,
    permission: 'Pages.Finance.Fees',
    staff: true,
    customer: false,
  },
  {
    of: FINANCE,
    to: '/finance/driver-invoices',
    text: msg('Driver invoices'),
    icon: Banknote,
    permission: 'Pages.Finance.Invoices.Create',
    staff: true,
    customer: false,
  },
  {
    of: FINANCE,
    to: '/finance/ledger',
    text: msg('Ledger'),
    icon: BookOpen,
    permission: 'Pages.Finance.Ledger',
    staff: true,
    customer: false,
  },
  {
    of: JOBS,
    to: JOBS,
    text: msg('All jobs'),
    icon: ClipboardList,
    permission: 'Pages.Job',
    staff: true,
    customer: true,
  },
  {
    of: JOBS,
    to: '/jobs/templates',
    text: msg('Job templates'),
    icon: Repeat,
    permission: 'Pages.Job.Create',
    staff: true,
    customer: false,
  },
  {
    of: JOBS,
    to: '/jobs/line-haul',
    text: msg('Line haul'),
    icon: Truck,
    permission: 'Pages.Job.LineHaul',
    staff: true,
    customer: false,
  },
  {
    of: JOBS,
    to: '/jobs/scan',
    text: msg('Scan station'),
    icon: ScanBarcode,
    permission: 'Pages.Job.LineHaul',
    staff: true,
    customer: false,
  },
  {
    of: ROUTING,
    to: ROUTING,
    text: msg('Plan routes'),
    icon: Route,
    permission: 'Pages.Job.Routing',
    staff: true,
    customer: false,
  },
  {
    of: ROUTING,
    to: '/jobs/route/runs',
    text: msg('Runs'),
    icon: ListChecks,
    permission: 'Pages.Job.Routing',
    staff: true,
    customer: false,
  },
];

/** Visible pages of an entry. */
export const visibleSubEntries = ({ isCustomer, can, exists }: Viewer, of: string): SubEntry[] =>
  SUB_ENTRIES.filter(
    (entry) =>
      entry.of === of &&
      (isCustomer ? entry.customer : entry.staff) &&
      can(entry.permission) &&
      exists(entry.to),
  );

/** The longest match of an address. */
export const subEntryAt = (entries: readonly SubEntry[], path: string): SubEntry | undefined =>
  entries
    .filter(({ to }) => path === to || path.startsWith(`${to}/`))
    .toSorted((a, b) => b.to.length - a.to.length)[0];

/** A page by its own name; `also` is the area's entry that leads to it. */
export interface PageEntry extends Pick<SubEntry, 'to' | 'text' | 'icon'> {
  also?: string;
}

/** Every visible page, an area's entry by the name of the page that it opens. */
export function everyPage(viewer: Viewer): PageEntry[] {
  return visibleEntries(viewer).flatMap((entry): PageEntry[] => {
    const pages = visibleSubEntries(viewer, entry.to);
    return pages.some(({ to }) => to === entry.to)
      ? pages.map((page) => (page.to === entry.to ? { ...page, also: entry.text } : page))
      : [entry, ...pages];
  });
}
