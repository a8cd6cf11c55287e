// Customer form values and conversion.
import type { Place } from '../../lib/places.ts';
import { CustomerRequest } from '../../api/limits.gen.ts';
import type { Schema } from '../../api/types.ts';
import type { Problems, Rules } from '../../kit/form-rules.ts';
import type { Translate } from '../../lib/i18n.ts';
import { readNumber } from '../../lib/numbers.ts';
import type { Customer, CustomerRecord, durations, weekdays } from './model.ts';

type Weekday = (typeof weekdays)[number];
type Duration = (typeof durations)[number];

export interface CustomerDraft {
  isBusiness: boolean;
  companyName: string;
  contactName: string;
  accountName: string;
  code: string;
  type: Customer['type'];
  accountStatus: Customer['accountStatus'];
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
  openDaysOfWeek: Weekday[];
  specialInstructions: string;
  businessType: string;
  businessIndustry: string;
  yearsInBusiness: string;
  businessWebsiteURL: string;
  customerSource: string;
  expectedNoOfBookings: string;
  expectedNoOfBookingsDuration: Duration | '';
  expectedRevenue: string;
  expectedRevenueDuration: Duration | '';
  isInvoicable: boolean;
  invoicePeriod: string;
  currency: string;
  atiOptIn: boolean;
  atiType: string;
  atiInsuredValue: string;
}

/** Fields of typed numbers. */
const numbers = [
  'yearsInBusiness',
  'expectedNoOfBookings',
  'expectedRevenue',
  'atiInsuredValue',
] as const;

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

export function toDraft(customer: Customer | null): CustomerDraft {
  const text = (value: string | null | undefined) => value ?? '';
  const number = (value: number | null | undefined) => (value == null ? '' : String(value));
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
    creditLimit: number(customer?.creditLimit),
    paymentTerms: text(customer?.paymentTerms),
    accountManager: text(customer?.accountManager),
    salesPerson: text(customer?.salesPerson),
    canSendDG: customer?.canSendDG ?? false,
    openingTime: text(customer?.openingTime).slice(0, 5),
    closingTime: text(customer?.closingTime).slice(0, 5),
    openDaysOfWeek: [...(customer?.openDaysOfWeek ?? [])] as Weekday[],
    specialInstructions: text(customer?.specialInstructions),
    businessType: text(customer?.businessType),
    businessIndustry: text(customer?.businessIndustry),
    yearsInBusiness: number(customer?.yearsInBusiness),
    businessWebsiteURL: text(customer?.businessWebsiteURL),
    customerSource: text(customer?.customerSource),
    expectedNoOfBookings: number(customer?.expectedNoOfBookings),
    expectedNoOfBookingsDuration: customer?.expectedNoOfBookingsDuration ?? '',
    expectedRevenue: number(customer?.expectedRevenue),
    expectedRevenueDuration: customer?.expectedRevenueDuration ?? '',
    isInvoicable: customer?.isInvoicable ?? true,
    invoicePeriod: text(customer?.invoicePeriod),
    currency: text(customer?.currency),
    atiOptIn: customer?.atiOptIn ?? false,
    atiType: text(customer?.atiType),
    atiInsuredValue: number(customer?.atiInsuredValue),
  };
}

/** Emptied fields are null; a hidden credit limit is unchanged. */
export function toCustomer(
  draft: CustomerDraft,
  before: CustomerRecord | null,
  seesCredit: boolean,
): Schema<'CustomerRequest'> {
  const {
    addressLine1,
    addressLine2,
    place,
    creditLimit,
    isBusiness,
    isActive,
    isInvoicable,
    canSendDG,
    atiOptIn,
    type,
    accountStatus,
    code,
    openDaysOfWeek,
    ...texts
  } = draft;
  const cleaned = Object.fromEntries(
    Object.entries(texts).map(([key, value]) => [key, value.trim() || null]),
  );
  const read = Object.fromEntries(
    numbers.map((name) => [name, draft[name].trim() === '' ? null : readNumber(draft[name])]),
  );
  const { told: _, ...unchanged } = before ?? {};
  const hasAddress = Boolean(place || addressLine1.trim() || addressLine2.trim());
  return {
    ...unchanged,
    ...cleaned,
    ...read,
    openDaysOfWeek,
    isInvoicable,
    atiOptIn,
    isBusiness,
    isActive,
    canSendDG,
    type,
    accountStatus,
    // Empty: the server assigns the next number.
    ...(code.trim() ? { code: code.trim() } : { code: before?.code ?? '' }),
    ...(seesCredit
      ? { creditLimit: creditLimit.trim() === '' ? null : readNumber(creditLimit) }
      : {}),
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
  return {
    companyName: {
      limits: CustomerRequest.companyName,
      needed: draft.isBusiness ? t('Enter the company name') : undefined,
    },
    contactName: {
      limits: CustomerRequest.contactName,
      needed: draft.isBusiness ? undefined : t("Enter the person's name"),
    },
    accountName: { limits: CustomerRequest.accountName },
    code: { limits: CustomerRequest.code },
    email: { limits: CustomerRequest.email, email: true },
    bookingEmail: { limits: CustomerRequest.bookingEmail, email: true },
    contact: { limits: CustomerRequest.contact },
    mobile: { limits: CustomerRequest.mobile },
    addressLine1: { max: 128 },
    addressLine2: { max: 128 },
    abn: { max: 20, pattern: { is: digits(11, 13), say: t('An ABN has 11 digits, an NZBN 13') } },
    acn: { max: 11, pattern: { is: digits(9), say: t('An ACN has 9 digits') } },
    creditLimit: { number: { min: 0 } },
    currency: {
      pattern: {
        is: /^\s*[a-z]{3}\s*$/i,
        say: t('A currency code has three letters, such as USD'),
      },
    },
    accountManager: { limits: CustomerRequest.accountManager },
    salesPerson: { limits: CustomerRequest.salesPerson },
    businessIndustry: { limits: CustomerRequest.businessIndustry },
    customerSource: { limits: CustomerRequest.customerSource },
    businessWebsiteURL: { limits: CustomerRequest.businessWebsiteURL },
    yearsInBusiness: { number: { integer: true, min: 0, max: 1000 } },
    expectedNoOfBookings: { number: { integer: true, min: 0 } },
    expectedRevenue: { number: { min: 0 } },
    atiInsuredValue: { number: { min: 0 } },
    specialInstructions: { limits: CustomerRequest.specialInstructions },
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
