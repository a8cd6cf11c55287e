// Quote wire types and draft.
import { emptyItem } from '../../kit/goods/items.ts';
import { emptyParty, type PartyDraft } from '../../lib/bookings/party.ts';
import type { ReferenceDraft } from '../../lib/bookings/references.ts';
import type { Place } from '../../lib/places.ts';
import type { Schema } from '../../api/types.ts';
import type { GoodsDraft } from './dangerous.ts';

export type Cost = Schema<'Cost'>;
export type QuoteLine = Schema<'QuoteDetail'>;
export type QuoteCarrier = Schema<'QuoteCarrier'>;
export type Quote = Schema<'Quote'>;
/** A carrier without price. */
export type QuoteFailure = Schema<'QuoteFailure'>;
export type QuoteAnswer = Schema<'Quotes'>;

export type InsuranceType = Schema<'InsuranceType'>;
export type InsuranceChoice = InsuranceType | 'None' | '';

/** A carrier account's service, independent of price. */
export interface ServiceChoice {
  accountId: number;
  serviceCode: string;
}

export interface QuoteDraft {
  customerId: number | null;
  /** Id of the same customer; the picker keeps both. */
  customerGuid: string | null;
  from: Place | null;
  to: Place | null;
  items: GoodsDraft[];
  options: Record<string, boolean>;
  isDangerousGood: boolean;
  /** The first substance; others are in the items. */
  dangerousGoodUNCode: string;
  dangerousGoodPackageType: string;
  dangerousGoodDescription: string;
  reference: string;
  promoCode: string;
  /** Empty: the customer's default. */
  insurance: InsuranceChoice;
  insuredValue: string;
  /** Reference fields in sending order. */
  references: ReferenceDraft[];
  sender: PartyDraft;
  receiver: PartyDraft;
  /** Local values in the tenant's zone; empty: as soon as possible. */
  pickupDate: string;
  pickupReadyTime: string;
  businessClosingTime: string;
  specialInstructions: string;
  deliveryInstructions: string;
  note: string;
  /** Null: the cheapest. */
  service: ServiceChoice | null;
}

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
