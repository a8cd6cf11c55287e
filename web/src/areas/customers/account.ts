// Contact form values and conversion.
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import type { Schema } from '../../api/types.ts';
import { CustomerAccount } from '../../api/resources/customers.gen.ts';
import type { Problems, Rules } from '../../kit/form-rules.ts';
import { draftOf, rulesOf, wireOf } from '../../kit/resource/values.ts';
import type { Translate } from '../../lib/i18n.ts';
import type { Place } from '../../lib/places.ts';
import type { Customer } from './model.ts';
import { customersKey } from './queries.ts';

export const currentCustomerQuery = queryOptions({
  queryKey: [...customersKey, 'own'],
  queryFn: async ({ signal }) =>
    (await api.get('/api/customer/customer/getCurrentCustomer', undefined, { signal })).customer,
});

export const saveAccount = async (account: Schema<'CustomerAccount'>) =>
  (await api.put('/api/customer/customer/updateCustomerAccount', { account })).customer;

const FIELDS = [
  'contactName',
  'email',
  'bookingEmail',
  'contact',
  'mobile',
  'openingTime',
  'closingTime',
  'openDaysOfWeek',
  'specialInstructions',
] as const;

const placeOf = ({ address }: Customer): Place | null =>
  address?.suburb
    ? {
        suburb: address.suburb,
        postCode: address.postCode ?? '',
        state: address.stateCode || address.state || '',
        countryCode: address.countryCode || 'AU',
      }
    : null;

export const toDraft = (customer: Customer) => ({
  ...draftOf(CustomerAccount, FIELDS, customer),
  addressLine1: customer.address?.addressLine1 ?? '',
  addressLine2: customer.address?.addressLine2 ?? '',
  place: placeOf(customer),
});

export type AccountDraft = ReturnType<typeof toDraft>;

/** Emptied fields are null; hidden parts of the address stay. */
export function toAccount(
  { addressLine1, addressLine2, place, ...draft }: AccountDraft,
  before: Customer,
): Schema<'CustomerAccount'> {
  const hasAddress = Boolean(place || addressLine1.trim() || addressLine2.trim());
  const moved = place !== null && place.suburb !== before.address?.suburb;
  return {
    rowVersion: before.rowVersion ?? 0,
    ...wireOf(CustomerAccount, FIELDS, draft),
    address: hasAddress
      ? {
          ...before.address,
          addressLine1: addressLine1.trim() || null,
          addressLine2: addressLine2.trim() || null,
          suburb: place?.suburb ?? '',
          postCode: place?.postCode ?? '',
          state: place?.state ?? '',
          // Otherwise the old state's code.
          ...(moved ? { stateCode: place.state } : {}),
          countryCode: place?.countryCode ?? '',
        }
      : null,
  };
}

export const accountRules = (t: Translate): Rules => ({
  ...rulesOf(CustomerAccount, FIELDS, t),
  email: { limits: CustomerAccount.fields.email, email: true },
  bookingEmail: { limits: CustomerAccount.fields.bookingEmail, email: true },
  addressLine1: { max: 128 },
  addressLine2: { max: 128 },
});

export function accountProblems(draft: AccountDraft, t: Translate): Problems {
  const problems: Problems = {};
  if ((draft.addressLine1.trim() || draft.addressLine2.trim()) && !draft.place)
    problems.place = t('Choose a suburb from the list');
  if (draft.openingTime && draft.closingTime && draft.closingTime <= draft.openingTime)
    problems.closingTime = t('Closing time must be after the opening time');
  return problems;
}
