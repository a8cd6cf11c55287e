// The customer form's values: every field a text or a tick, and the way from and to the record.
import type { Customer } from './model.ts';
import type { Place } from '../quotes/model.ts';

export interface CustomerDraft {
  isBusiness: boolean;
  companyName: string;
  contactName: string;
  accountName: string;
  code: string;
  type: string;
  accountStatus: string;
  isActive: boolean;
  email: string;
  contact: string;
  mobile: string;
  bookingEmail: string;
  addressLine1: string;
  addressLine2: string;
  place: Place | null;
  abn: string;
  acn: string;
  creditLimit: string;
  paymentTerms: string;
  accountManager: string;
  salesPerson: string;
  canSendDG: boolean;
  openingTime: string;
  closingTime: string;
  specialInstructions: string;
}

const placeOf = (customer: Customer | null): Place | null => {
  const address = customer?.address;
  if (!address?.suburb) return null;
  return { suburb: address.suburb, postCode: address.postCode ?? '', state: address.stateCode || address.state || '', countryCode: address.countryCode || 'AU' };
};

export function toDraft(customer: Customer | null): CustomerDraft {
  const text = (value: string | null | undefined) => value ?? '';
  return {
    isBusiness: customer?.isBusiness ?? true,
    companyName: text(customer?.companyName),
    contactName: text(customer?.contactName),
    accountName: text(customer?.accountName),
    code: text(customer?.code),
    type: customer?.type ?? 'Account',
    accountStatus: customer?.accountStatus ?? 'Active',
    isActive: customer?.isActive ?? true,
    email: text(customer?.email),
    contact: text(customer?.contact),
    mobile: text(customer?.mobile),
    bookingEmail: text(customer?.bookingEmail),
    addressLine1: text(customer?.address?.addressLine1),
    addressLine2: text(customer?.address?.addressLine2),
    place: placeOf(customer),
    abn: text(customer?.abn),
    acn: text(customer?.acn),
    creditLimit: customer?.creditLimit == null ? '' : String(customer.creditLimit),
    paymentTerms: text(customer?.paymentTerms),
    accountManager: text(customer?.accountManager),
    salesPerson: text(customer?.salesPerson),
    canSendDG: customer?.canSendDG ?? false,
    openingTime: text(customer?.openingTime).slice(0, 5),
    closingTime: text(customer?.closingTime).slice(0, 5),
    specialInstructions: text(customer?.specialInstructions),
  };
}

/**
 * The record to send: what the form shows over everything else the customer already had. An emptied field is sent
 * as null, and a credit limit that the caller may not see is left as it stands.
 */
export function toCustomer(draft: CustomerDraft, before: Customer | null, seesCredit: boolean): Customer {
  const { addressLine1, addressLine2, place, creditLimit, isBusiness, isActive, canSendDG, type, accountStatus, code, ...texts } = draft;
  const cleaned = Object.fromEntries(Object.entries(texts).map(([key, value]) => [key, value.trim() || null]));
  const hasAddress = Boolean(place || addressLine1.trim() || addressLine2.trim());
  return {
    ...before,
    ...cleaned,
    isBusiness,
    isActive,
    canSendDG,
    type,
    accountStatus,
    // An empty code asks the server for the next one of the tenant's series.
    ...(code.trim() ? { code: code.trim() } : { code: before?.code ?? '' }),
    ...(seesCredit ? { creditLimit: creditLimit.trim() === '' ? null : Number(creditLimit.replaceAll(',', '')) } : {}),
    address: hasAddress
      ? {
          ...before?.address,
          addressLine1: addressLine1.trim(),
          addressLine2: addressLine2.trim(),
          suburb: place?.suburb ?? '',
          postCode: place?.postCode ?? '',
          state: place?.state ?? '',
          countryCode: place?.countryCode ?? 'AU',
        }
      : null,
  };
}

const email = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;
const digits = (text: string) => text.replaceAll(/\s/g, '');

/** Field by field, what is wrong and what would be right. */
export function customerProblems(draft: CustomerDraft): Partial<Record<keyof CustomerDraft, string>> {
  const problems: Partial<Record<keyof CustomerDraft, string>> = {};
  if (draft.isBusiness && !draft.companyName.trim()) problems.companyName = 'Give the company name';
  if (!draft.isBusiness && !draft.contactName.trim()) problems.contactName = "Give the person's name";
  for (const field of ['email', 'bookingEmail'] as const) {
    if (draft[field].trim() && !email.test(draft[field].trim())) problems[field] = 'The e-mail address is not complete';
  }
  if (draft.abn.trim() && !/^\d{11}$/.test(digits(draft.abn))) problems.abn = 'An ABN has 11 digits';
  if (draft.acn.trim() && !/^\d{9}$/.test(digits(draft.acn))) problems.acn = 'An ACN has 9 digits';
  if (draft.creditLimit.trim() && !(Number(draft.creditLimit.replaceAll(',', '')) >= 0)) problems.creditLimit = 'The credit limit must be a number of at least 0';
  if ((draft.addressLine1.trim() || draft.addressLine2.trim()) && !draft.place) problems.place = 'Choose the suburb from the list';
  if (draft.openingTime && draft.closingTime && draft.closingTime <= draft.openingTime) problems.closingTime = 'Closing time must be after the opening time';
  return problems;
}
