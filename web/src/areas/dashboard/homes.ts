// Home pages of the dashboard: which ones a person has, the usual one first.
import { msg } from '../../lib/i18n.ts';
import type { Viewer } from '../../shell/navigation.ts';

export const HOMES = {
  operations: msg('Operations'),
  finance: msg('Finance'),
  warehouse: msg('Warehouse'),
  customer: msg('Dashboard'),
} as const;
export type Home = keyof typeof HOMES;

type Rights = Pick<Viewer, 'isCustomer' | 'can' | 'hasFeature'>;

/** Never empty: who may only read bookings has their counts. */
export function homesOf({ isCustomer, can, hasFeature }: Rights): Home[] {
  if (isCustomer) return ['customer'];
  const homes: Home[] = [];
  if (can('Pages.Booking.Create')) homes.push('operations');
  if (can('Pages.Finance.Invoices') && hasFeature('Finance')) homes.push('finance');
  if (can('Pages.Booking.Manifest')) homes.push('warehouse');
  return homes.length > 0 ? homes : ['operations'];
}

/** The home of an address, if the person has it, else the usual one. */
export const homeAt = (homes: readonly Home[], name: string | undefined): Home =>
  homes.find((home) => home === name) ?? homes[0] ?? 'operations';
