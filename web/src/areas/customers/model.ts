// Wire types of customers.
import type { Schema } from '../../api/types.ts';
import { msg, t } from '../../lib/i18n.ts';

export type Customer = Schema<'Customer'>;

/** A customer with computed fields. */
export type CustomerRecord = Customer & {
  told?: { credit?: Schema<'Credit'> | null; warnings: readonly Schema<'FieldMessage'>[] };
};

export const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'] as const;
export const durations = ['Day', 'Week', 'Month', 'Quarter', 'Year'] as const;
export const invoicePeriods: readonly string[] = [
  msg('Each booking'),
  msg('Daily'),
  msg('Weekly'),
  msg('Fortnightly'),
  msg('Monthly'),
  msg('Own calendar'),
];
export const insuranceTypes = ['Standard', 'Premium', 'ATI'] as const;

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

/** Other stored terms are kept. */
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
