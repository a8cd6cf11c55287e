// Customer form values and conversion.
import type { Place } from '../../lib/places.ts';
import { CustomerRequest } from '../../api/resources/customers.gen.ts';
import type { Schema } from '../../api/types.ts';
import type { Problems, Rules } from '../../kit/form-rules.ts';
import { draftOf, rulesOf, wireOf } from '../../kit/resource/values.ts';
import type { Translate } from '../../lib/i18n.ts';
import type { Customer, CustomerRecord } from './model.ts';

/** Fields of the form that the API describes. */
const FIELDS = [
  'isBusiness',
  'companyName',
  'contactName',
  'accountName',
  'code',
  'type',
  'accountStatus',
  'isActive',
  'email',
  'contact',
  'mobile',
  'bookingEmail',
  'abn',
  'acn',
  'creditLimit',
  'paymentTerms',
  'accountManager',
  'salesPerson',
  'canSendDG',
  'openingTime',
  'closingTime',
  'openDaysOfWeek',
  'specialInstructions',
  'businessType',
  'businessIndustry',
  'yearsInBusiness',
  'businessWebsiteURL',
  'customerSource',
  'expectedNoOfBookings',
  'expectedNoOfBookingsDuration',
  'expectedRevenue',
  'expectedRevenueDuration',
  'isInvoicable',
  'invoicePeriod',
  'currency',
  'atiOptIn',
  'atiType',
  'atiInsuredValue',
] as const;

const NEW_CUSTOMER = {
  isBusiness: true,
  isActive: true,
  isInvoicable: true,
  accountStatus: 'Active',
};

const placeOf = (customer: Customer | null): Place | null => {
  const address = customer?.address;
  if (!address?.suburb) return null;
  return {
    suburb: address.suburb,
    postCode: address.postCode ?? '',
    state: address.stateCode || address.state || '',
    countryCode: address.countryCode || 'AU',
  };
};

export function toDraft(customer: Customer | null) {
  const draft = draftOf(CustomerRequest, FIELDS, { ...NEW_CUSTOMER, ...customer });
  return {
    ...draft,
    openingTime: draft.openingTime.slice(0, 5),
    closingTime: draft.closingTime.slice(0, 5),
    addressLine1: customer?.address?.addressLine1 ?? '',
    addressLine2: customer?.address?.addressLine2 ?? '',
    place: placeOf(customer),
  };
}

export type CustomerDraft = ReturnType<typeof toDraft>;

/** Emptied fields are null; a hidden credit limit is unchanged. */
export function toCustomer(
  draft: CustomerDraft,
  before: CustomerRecord | null,
  seesCredit: boolean,
): Schema<'CustomerRequest'> {
  const { addressLine1, addressLine2, place } = draft;
  const { told: _, ...unchanged } = before ?? {};
  const { creditLimit, ...sent } = wireOf(CustomerRequest, FIELDS, draft);
  const hasAddress = Boolean(place || addressLine1.trim() || addressLine2.trim());
  return {
    ...unchanged,
    ...sent,
    // Empty: the server assigns the next number.
    code: sent.code || before?.code || '',
    ...(seesCredit ? { creditLimit } : {}),
    address: hasAddress
      ? {
          ...before?.address,
          addressLine1: addressLine1.trim(),
          addressLine2: addressLine2.trim(),
          suburb: place?.suburb ?? '',
          postCode: place?.postCode ?? '',
          state: place?.state ?? '',
          countryCode: place?.countryCode ?? '',
        }
      : null,
  };
}

/** ABN 11 digits, NZBN 13, ACN 9; spaces ignored. */
const digits = (...counts: number[]) =>
  new RegExp(`^\\s*(?:${counts.map((count) => `(?:\\d\\s*){${count}}`).join('|')})$`);

/** True for New Zealand's number, entered in the ABN field. */
export const isNzbn = (number: string | null | undefined): boolean => digits(13).test(number ?? '');

export function customerRules(draft: CustomerDraft, t: Translate): Rules {
  const { fields } = CustomerRequest;
  const atLeastNone = { number: { min: 0 } };
  return {
    ...rulesOf(CustomerRequest, FIELDS, t),
    companyName: {
      limits: fields.companyName,
      needed: draft.isBusiness ? t('Enter the company name') : undefined,
    },
    contactName: {
      limits: fields.contactName,
      needed: draft.isBusiness ? undefined : t("Enter the person's name"),
    },
    email: { limits: fields.email, email: true },
    bookingEmail: { limits: fields.bookingEmail, email: true },
    addressLine1: { max: 128 },
    addressLine2: { max: 128 },
    abn: { max: 20, pattern: { is: digits(11, 13), say: t('An ABN has 11 digits, an NZBN 13') } },
    acn: { max: 11, pattern: { is: digits(9), say: t('An ACN has 9 digits') } },
    creditLimit: atLeastNone,
    currency: {
      pattern: {
        is: /^\s*[a-z]{3}\s*$/i,
        say: t('A currency code has three letters, such as USD'),
      },
    },
    expectedRevenue: atLeastNone,
    atiInsuredValue: atLeastNone,
  };
}

export function customerProblems(draft: CustomerDraft, t: Translate): Problems {
  const problems: Problems = {};
  if ((draft.addressLine1.trim() || draft.addressLine2.trim()) && !draft.place)
    problems.place = t('Choose a suburb from the list');
  if (draft.openingTime && draft.closingTime && draft.closingTime <= draft.openingTime)
    problems.closingTime = t('Closing time must be after the opening time');
  return problems;
}
