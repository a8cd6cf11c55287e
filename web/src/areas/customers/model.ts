// What a customer looks like on the wire.
import type { Schema } from '../../api/types.ts';
import { msg, t } from '../../lib/i18n.ts';

export type Customer = Schema<'Customer'>;

/** A customer with what the server tells of it beside its record. */
export type CustomerRecord = Customer & {
  told?: { credit?: Schema<'Credit'> | null; warnings: readonly Schema<'FieldMessage'>[] };
};

export const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'] as const;
export const durations = ['Day', 'Week', 'Month', 'Quarter', 'Year'] as const;
/** What an invoice covers. */
export const invoicePeriods: readonly string[] = [
  msg('Each booking'),
  msg('Daily'),
  msg('Weekly'),
  msg('Fortnightly'),
  msg('Monthly'),
  msg('Own calendar'),
];
export const insuranceTypes = ['Standard', 'Premium', 'ATI'] as const;

/** What a customer is called on every screen. */
export function customerName(customer: Customer): string {
  return (
    [customer.companyName, customer.customerName, customer.contactName, customer.accountName]
      .map((name) => name?.trim())
      .find(Boolean) ?? t('Unknown Customer')
  );
}

export const accountStatuses = [
  'Pending',
  'Active',
  'OnHold',
  'CreditStop',
  'Suspended',
  'Closed',
] as const;

/** The terms everybody uses; another one that is stored stays what it is. */
export const paymentTerms: readonly string[] = [
  msg('COD'),
  msg('7 days'),
  msg('14 days'),
  msg('30 days'),
  msg('End of month + 7'),
  msg('End of month + 14'),
  msg('End of month + 30'),
];

export const customerTypes = ['Account', 'Payg', 'Prepaid', 'Guest'] as const;
