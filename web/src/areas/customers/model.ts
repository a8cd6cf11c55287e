// What a customer looks like on the wire.
import type { Address } from '../bookings/model.ts';

export interface Customer {
  id?: number;
  customerGuid?: string;
  code?: string | null;
  type?: string | null;
  businessType?: string | null;
  isBusiness?: boolean | null;
  isActive?: boolean | null;
  accountStatus?: string | null;
  customerName?: string | null;
  companyName?: string | null;
  contactName?: string | null;
  accountName?: string | null;
  email?: string | null;
  /** The telephone number. */
  contact?: string | null;
  mobile?: string | null;
  bookingEmail?: string | null;
  address?: Address | null;
  abn?: string | null;
  acn?: string | null;
  dateOfRegistration?: string | null;
  lastBookingDate?: string | null;
  canSendDG?: boolean | null;
  creditLimit?: number | null;
  paymentTerms?: string | null;
  accountManager?: string | null;
  salesPerson?: string | null;
  openingTime?: string | null;
  closingTime?: string | null;
  specialInstructions?: string | null;
  rowVersion?: number | string | null;
}

/** What a customer is called on every screen. */
export function customerName(customer: Customer): string {
  return [customer.companyName, customer.customerName, customer.contactName, customer.accountName].map((name) => name?.trim()).find(Boolean) ?? 'Unknown Customer';
}

export const accountStatuses = ['Pending', 'Active', 'OnHold', 'CreditStop', 'Suspended', 'Closed'] as const;

/** The terms everybody uses; another one that is stored stays what it is. */
export const paymentTerms = ['COD', '7 days', '14 days', '30 days', 'End of month + 7', 'End of month + 14', 'End of month + 30'] as const;
