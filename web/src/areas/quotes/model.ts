// Wire types of quotes and the quote form's draft.
import { emptyItem, type ItemDraft } from '../../kit/goods/items.ts';
import type { ReferenceDraft } from '../../lib/bookings/references.ts';
import type { Place } from '../../lib/places.ts';
import type { Schema } from '../../api/types.ts';

export type Cost = Schema<'Cost'>;
export type QuoteLine = Schema<'QuoteDetail'>;
export type QuoteCarrier = Schema<'QuoteCarrier'>;
export type Quote = Schema<'Quote'>;
/** A carrier that gave no price, and why. */
export type QuoteFailure = Schema<'QuoteFailure'>;
export type QuoteAnswer = Schema<'Quotes'>;

export type InsuranceType = Schema<'InsuranceType'>;
export type InsuranceChoice = InsuranceType | 'None' | '';

/** A service of one carrier account, independent of price. */
export interface ServiceChoice {
  accountId: number;
  serviceCode: string;
}

/** Sender or receiver with address. */
export interface PartyDraft {
  companyName: string;
  contactName: string;
  telephone: string;
  email: string;
  addressLine1: string;
  addressLine2: string;
}

export interface QuoteDraft {
  customerId: number | null;
  /** Of the same customer; the picker keeps both. */
  customerGuid: string | null;
  from: Place | null;
  to: Place | null;
  items: ItemDraft[];
  options: Record<string, boolean>;
  isDangerousGood: boolean;
  dangerousGoodUNCode: string;
  dangerousGoodPackageType: string;
  dangerousGoodDescription: string;
  reference: string;
  promoCode: string;
  /** Empty: as the customer usually is. */
  insurance: InsuranceChoice;
  insuredValue: string;
  /** The customer's own reference fields, in the order in which they are sent. */
  references: ReferenceDraft[];
  sender: PartyDraft;
  receiver: PartyDraft;
  /**
   * A local day and times of that day, in the tenant's zone; empty: as soon as the carrier can
   * come.
   */
  pickupDate: string;
  pickupReadyTime: string;
  businessClosingTime: string;
  specialInstructions: string;
  deliveryInstructions: string;
  note: string;
  /** The price that a person chose; null: the cheapest. */
  service: ServiceChoice | null;
}

export const emptyParty: PartyDraft = {
  companyName: '',
  contactName: '',
  telephone: '',
  email: '',
  addressLine1: '',
  addressLine2: '',
};

export function emptyDraft(customerId: number | null): QuoteDraft {
  return {
    customerId,
    customerGuid: null,
    from: null,
    to: null,
    items: [{ ...emptyItem }],
    options: {},
    isDangerousGood: false,
    dangerousGoodUNCode: '',
    dangerousGoodPackageType: '',
    dangerousGoodDescription: '',
    reference: '',
    promoCode: '',
    insurance: '',
    insuredValue: '',
    references: [],
    sender: { ...emptyParty },
    receiver: { ...emptyParty },
    pickupDate: '',
    pickupReadyTime: '',
    businessClosingTime: '',
    specialInstructions: '',
    deliveryInstructions: '',
    note: '',
    service: null,
  };
}
