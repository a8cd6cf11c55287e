// Local palette commands: pages and actions.
import type { LucideIcon } from 'lucide-react';
import {
  BookOpenText,
  ClipboardList,
  Compass,
  DoorOpen,
  FilePlus2,
  Keyboard,
  ListChecks,
  PackagePlus,
  PanelLeft,
  Play,
  ReceiptText,
  SunMoon,
  Table2,
  Truck,
  UserRoundPlus,
} from 'lucide-react';
import type { PermissionName } from '../api/types.ts';
import { KEYS } from '../kit/keys.ts';
import { msg, type Translate } from '../lib/i18n.ts';
import { visibleGuide } from './guide.ts';
import type { Viewer } from './navigation.ts';
import { everyPage } from './sub-entries.ts';

export interface PaletteCommand {
  id: string;
  /** As it is shown, in the reader's language. */
  text: string;
  icon: LucideIcon;
  /** The keys that do the same outside of the palette: `g b`. */
  keys?: string;
  /** Other words it is found by, in the reader's language. */
  also?: string;
  to?: string;
  does?: 'theme' | 'sidebar' | 'keys' | 'set-up' | 'tour';
  /** Where it belongs, shown next to it: "Settings". */
  of?: string;
}

export const GO_KEYS: Readonly<Record<string, string>> = {
  '/dashboard': 'd',
  '/bookings': 'b',
  '/bookings-beta': 'w',
  '/reconciliation': 'r',
  '/finance/invoices': 'i',
  '/finance/payments': 'p',
  '/customers': 'c',
  '/jobs': 'j',
  '/jobs/route': 'o',
  '/drivers/allocation': 'a',
  '/settings': 's',
};

/** Who sets up the organisation. */
export const SET_UP_PERMISSION = 'Pages.Administration.Tenant.Settings';

/** The page where a consignment is quoted and booked; `c` opens it. */
export const NEW_BOOKING = { to: '/quotes/new', permission: 'Pages.Booking.Create' } as const;

interface PageAction {
  to: string;
  text: string;
  also?: string;
  icon: LucideIcon;
  keys?: string;
  permission: PermissionName;
  /** Offered to a customer's users, too. */
  customer?: boolean;
}

const PAGE_ACTIONS: readonly PageAction[] = [
  {
    ...NEW_BOOKING,
    text: msg('New booking'),
    also: msg('Quote and book a consignment'),
    icon: PackagePlus,
    keys: KEYS.new.key,
    customer: true,
  },
  {
    to: '/bookings/batch',
    text: msg('Book many consignments'),
    also: msg('Batch entry, import bookings from a spreadsheet, CSV, Excel'),
    icon: Table2,
    permission: 'Pages.Booking.Create',
    customer: true,
  },
  {
    to: '/bookings/manifests',
    text: msg('Manifests'),
    also: msg('Manifest waiting consignments, close out today'),
    icon: ClipboardList,
    permission: 'Pages.Booking.Manifest',
    customer: true,
  },
  {
    to: '/bookings/pickups',
    text: msg('Pickups'),
    also: msg('Book a pickup, collections of today'),
    icon: Truck,
    permission: 'Pages.Booking.Manifest',
    customer: true,
  },
  {
    to: '/customers/new',
    text: msg('New customer'),
    icon: UserRoundPlus,
    permission: 'Pages.Customer.Create',
  },
  {
    to: '/finance/invoices/run',
    text: msg('Run invoices'),
    icon: Play,
    permission: 'Pages.Finance.Invoices.Create',
  },
  {
    to: '/finance/invoices/new',
    text: msg('New invoice'),
    icon: FilePlus2,
    permission: 'Pages.Finance.Invoices.Create',
  },
  {
    to: '/finance/payments/new',
    text: msg('Record payment'),
    icon: ReceiptText,
    permission: 'Pages.Finance.Remittance',
  },
];

export function commandsFor(viewer: Viewer, isDark: boolean, t: Translate): PaletteCommand[] {
  const actions = PAGE_ACTIONS.filter(
    ({ to, permission, customer }) =>
      viewer.exists(to) && viewer.can(permission) && (customer || !viewer.isCustomer),
  ).map(({ to, text, also, icon, keys }): PaletteCommand => ({
    id: `do ${to}`,
    text: t(text),
    icon,
    to,
    ...(keys ? { keys } : {}),
    ...(also ? { also: t(also) } : {}),
  }));
  const pages = everyPage(viewer).map(({ to, text, also, icon }): PaletteCommand => {
    const letter = GO_KEYS[to];
    return {
      id: `go ${to}`,
      text: t(text),
      icon,
      to,
      ...(letter ? { keys: `g ${letter}` } : {}),
      ...(also ? { also: t(also) } : {}),
    };
  });
  const guide = visibleGuide(viewer).map(({ id, title }): PaletteCommand => ({
    id: `guide ${id}`,
    text: t('Guide: {title}', { title: t(title) }),
    icon: BookOpenText,
    to: `/guide/${id}`,
  }));
  return [
    ...actions,
    ...pages,
    ...guide,
    {
      id: 'theme',
      text: isDark ? t('Light mode') : t('Dark mode'),
      icon: SunMoon,
      does: 'theme',
    },
    { id: 'sidebar', text: t('Show or hide the sidebar'), icon: PanelLeft, does: 'sidebar' },
    {
      id: 'keys',
      text: t('Keyboard shortcuts'),
      icon: Keyboard,
      keys: KEYS.help.key,
      does: 'keys',
    },
    ...(viewer.can(SET_UP_PERMISSION) && !viewer.isCustomer
      ? [
          {
            id: 'set-up',
            text: t('Show the set-up list'),
            also: t('Mail, logo, carrier accounts, rates, guests, users'),
            icon: ListChecks,
            to: '/dashboard/operations',
            does: 'set-up' as const,
          },
        ]
      : []),
    { id: 'tour', text: t('Show the tour'), icon: Compass, does: 'tour' },
    { id: 'logout', text: t('Logout'), icon: DoorOpen, to: '/auth/logout' },
  ];
}

const fold = (text: string): string[] =>
  text
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);

/** Commands with a word for each prefix; title matches first. */
export function matching<T extends { text: string; also?: string }>(
  all: readonly T[],
  typed: string,
): T[] {
  const terms = fold(typed);
  if (terms.length === 0) return [];
  const has = (text: string) => {
    const tokens = fold(text);
    return terms.every((one) => tokens.some((word) => word.startsWith(one)));
  };
  const by = all
    .map((one) => ({ one, title: has(one.text) }))
    .filter(({ one, title }) => title || has(`${one.text} ${one.also ?? ''}`));
  return [...by.filter(({ title }) => title), ...by.filter(({ title }) => !title)].map(
    ({ one }) => one,
  );
}
