// Global search: response parsing and links.
import { words } from '@waybill/plugin';
import type { Schema } from '../api/types.ts';
import { msg } from '../lib/i18n.ts';

export const GROUPS = [
  'Bookings',
  'Invoices',
  'Customers',
  'Payment',
  'WarehouseItems',
  'Drivers',
  'HeadPorts',
  'Jobs',
  'LineHauls',
] as const;
export type GroupName = (typeof GROUPS)[number];

export const GROUP_TITLES: Record<GroupName, string> = {
  Bookings: msg('Bookings'),
  Invoices: msg('Invoices'),
  Customers: msg('Customers'),
  Payment: msg('Payment'),
  WarehouseItems: msg('Warehouse items'),
  Drivers: msg('Drivers'),
  HeadPorts: msg('Head ports'),
  Jobs: msg('Jobs'),
  LineHauls: msg('Line hauls'),
};

/** Searches are for more than this many characters. */
export const MINIMUM_LENGTH = 2;

/** Results by group; `details` is JSON text. */
export type SearchAnswer = Partial<Record<GroupName, Schema<'SearchHit'>[] | null>>;

export interface SearchResult {
  /** Unique key: a manifest links to a booking that may be listed too. */
  key: string;
  ref: string;
  title: string;
  hint: string;
}

/** Details that distinguish equal titles, by priority. */
const HINTS = ['bookingStatus', 'status', 'customerName', 'code', 'email', 'suburb'];

/** Types that are shown in another type's group. */
const GUESTS = ['Manifest', 'CreditNote'];

function hint(type: string, details: unknown): string {
  const record =
    details !== null && typeof details === 'object' ? (details as Record<string, unknown>) : {};
  const values = HINTS.flatMap((key) => {
    const value = record[key];
    if (typeof value !== 'string' || value === '') return [];
    return [key.toLowerCase().endsWith('status') ? words(value) : value];
  });
  return [...(GUESTS.includes(type) ? [words(type)] : []), ...values].slice(0, 2).join(' · ');
}

export interface ResultGroup {
  name: GroupName;
  results: SearchResult[];
}

/** Groups in fixed order; unreadable results are skipped. */
export function toGroups(answer: SearchAnswer): ResultGroup[] {
  return GROUPS.map((name) => ({
    name,
    results: (answer[name] ?? []).flatMap((raw) => {
      try {
        const ref = String(raw.ref);
        const key = `${raw.type} ${ref} ${raw.title}`;
        return [{ key, ref, title: raw.title, hint: hint(raw.type, JSON.parse(raw.details)) }];
      } catch {
        return [];
      }
    }),
  })).filter((group) => group.results.length > 0);
}

/** Puts records that are named exactly as typed first: a number, a code, an email address. */
export function exactFirst(groups: readonly ResultGroup[], typed: string): ResultGroup[] {
  const name = typed.trim().toLowerCase();
  const isExact = ({ title, hint: details }: SearchResult) =>
    [title, ...details.split(' · ')].some((text) => text.toLowerCase().replace(/^#/, '') === name);
  const rank = <T>(all: readonly T[], exact: (one: T) => boolean) => [
    ...all.filter(exact),
    ...all.filter((one) => !exact(one)),
  ];
  return rank(groups, ({ results }) => results.some(isExact)).map((group) => ({
    ...group,
    results: rank(group.results, isExact),
  }));
}

/** The page of a result; payments and jobs have none. */
export function resultHref(group: GroupName, ref: string): string | null {
  const id = encodeURIComponent(ref);
  switch (group) {
    case 'Bookings':
      return `/bookings-beta/details/${id}`;
    case 'Invoices':
      return `/finance/invoices/${id}`;
    case 'Customers':
      return `/customers/${id}/details`;
    case 'WarehouseItems':
      return `/warehousing/items/${id}/details`;
    case 'Drivers':
      return `/drivers/details/${id}`;
    case 'HeadPorts':
      return `/headports/${id}/details`;
    case 'LineHauls':
      return `/jobs/line-haul/${id}`;
    default:
      return null;
  }
}
