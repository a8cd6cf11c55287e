// The customer that goods are sent for, as a sheet begins with it.
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import type { Schema } from '../../api/types.ts';
import type { Place } from '../places.ts';
import type { Address } from './model.ts';
import type { PartyDraft } from './party.ts';

/** With its credit, for those who may see it. */
export type SendingCustomer = Schema<'Customer'> & { credit?: Schema<'Credit'> | null };

/** The default among its frequent addresses, which its goods leave from. */
async function usualSender(
  customerId: number | null,
  signal: AbortSignal,
): Promise<Partial<Address> | null> {
  const query = {
    ...(customerId ? { customerId } : {}),
    filter: 'isDefault eq true and isActive eq true',
    maxResultCount: 1,
  };
  const [one] = (
    await api.get('/api/customer/customerfrequentaddress/getfrequentaddresses', query, { signal })
  ).items;
  if (!one) return null;
  const {
    companyName,
    contactName,
    telephone,
    email,
    addressLine1,
    addressLine2,
    addressLine3,
    suburb,
    postCode,
    state,
    stateCode,
    countryCode,
  } = one;
  const contact = { companyName, contactName, telephone, email };
  const where = {
    addressLine1,
    addressLine2,
    addressLine3,
    suburb,
    postCode,
    state,
    stateCode,
    countryCode,
  };
  // An empty contact falls back to the customer's.
  return { ...Object.fromEntries(Object.entries(contact).filter(([, value]) => value)), ...where };
}

/** The chosen customer, or the caller's (id null); `hasBook`: the caller may see its addresses. */
export const sendingCustomerQuery = (id: number | null, hasBook = false) =>
  queryOptions({
    queryKey: ['customers', 'sending', id, hasBook],
    queryFn: async ({ signal }) => {
      const [found, usual] = await Promise.all([
        id
          ? api.get('/api/customer/customer/getCustomerForEdit', { id }, { signal })
          : api.get('/api/customer/customer/getCurrentCustomer', undefined, { signal }),
        hasBook ? usualSender(id, signal) : null,
      ]);
      const customer = { ...found.customer, credit: found.credit };
      return usual
        ? ({ ...customer, address: { ...customer.address, ...usual } } as SendingCustomer)
        : customer;
    },
    staleTime: 60_000,
  });

/** The customer as sender, as far as loaded. */
export function senderOf(customer: SendingCustomer): PartyDraft {
  const address = customer.address;
  return {
    companyName: address?.companyName || customer.companyName || '',
    contactName: address?.contactName || customer.contactName || '',
    telephone: address?.telephone || customer.contact || '',
    email: address?.email || customer.bookingEmail || customer.email || '',
    addressLine1: address?.addressLine1 ?? '',
    addressLine2: address?.addressLine2 ?? '',
  };
}

/** Null without a suburb. */
export function senderPlace(customer: SendingCustomer): Place | null {
  const address = customer.address;
  if (!address?.suburb || !address.postCode) return null;
  return {
    suburb: address.suburb,
    postCode: address.postCode,
    state: address.stateCode || address.state || '',
    countryCode: address.countryCode || 'AU',
  };
}
