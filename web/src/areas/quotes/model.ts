// What a quote looks like on the wire, and what the quote form holds while someone fills it in.

export interface Cost {
  freightExcludingGst?: number | null;
  freightIncludingGst?: number | null;
  additionalExcludingGst?: number | null;
  additionalIncludingGst?: number | null;
  totalExcludingGst: number;
  totalIncludingGst: number;
  totalDiscount?: number | null;
}

export interface QuoteLine {
  serviceCode?: string | null;
  serviceName?: string | null;
  amount?: number | null;
  markedupAmount?: number | null;
  discountAmount?: number | null;
  breakDown?: string | null;
}

export interface QuoteCarrier {
  code: string;
  description?: string | null;
  imageUrl?: string | null;
  accountCode?: string | null;
  accountName?: string | null;
  isManual?: boolean | null;
}

export interface Quote {
  id: string | number;
  carrier: QuoteCarrier;
  carrierAccountId?: number | null;
  service: {
    code: string;
    description?: string | null;
    transitTime?: string | number | null;
    cutOffTime?: string | null;
    isTaxApplied?: boolean | null;
  };
  carrierCost?: Cost | null;
  customerCost: Cost;
  details?: QuoteLine[] | null;
  created?: string | null;
}

/** A carrier that gave no price, and why. */
export interface QuoteFailure {
  carrier: QuoteCarrier;
  reason?: string | null;
  message?: string | null;
}

export interface QuoteAnswer {
  quotes: Quote[];
  failures?: QuoteFailure[] | null;
  resourceToken: string;
  isCompleted: boolean;
}

export interface Place {
  suburb: string;
  postCode: string;
  state: string;
  countryCode: string;
}

/** One line of the items table; measures are kept as typed, so that a half-written number is not lost. */
export interface ItemDraft {
  packageType: string;
  quantity: string;
  description: string;
  length: string;
  width: string;
  height: string;
  weight: string;
}

/** Who sends or receives, and where exactly: asked for only once a price is chosen. */
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
  from: Place | null;
  to: Place | null;
  items: ItemDraft[];
  options: Record<string, boolean>;
  isDangerousGood: boolean;
  dangerousGoodUNCode: string;
  dangerousGoodPackageType: string;
  dangerousGoodDescription: string;
  reference: string;
  sender: PartyDraft;
  receiver: PartyDraft;
  /** A local day and times of that day, in the tenant's zone. */
  pickupDate: string;
  pickupReadyTime: string;
  businessClosingTime: string;
  specialInstructions: string;
  deliveryInstructions: string;
  note: string;
}

/** The options a carrier may price or refuse, in the API's words; `at` says which end they concern. */
export const options: readonly { key: string; label: string; at: 'pickup' | 'delivery' }[] = [
  { key: 'pickup:tail-lift', label: 'Tail-lift at pickup', at: 'pickup' },
  { key: 'delivery:tail-lift', label: 'Tail-lift at delivery', at: 'delivery' },
  { key: 'delivery:residential', label: 'Residential delivery', at: 'delivery' },
  { key: 'delivery:authority-to-leave', label: 'Authority to leave', at: 'delivery' },
  { key: 'delivery:signature', label: 'Signature on delivery', at: 'delivery' },
  { key: 'delivery:hand-unload', label: 'Hand unload', at: 'delivery' },
  { key: 'delivery:appointment', label: 'Delivery by appointment', at: 'delivery' },
];

export const emptyItem: ItemDraft = { packageType: '', quantity: '1', description: '', length: '', width: '', height: '', weight: '' };

export const emptyParty: PartyDraft = { companyName: '', contactName: '', telephone: '', email: '', addressLine1: '', addressLine2: '' };

export function emptyDraft(customerId: number | null): QuoteDraft {
  return {
    customerId,
    from: null,
    to: null,
    items: [{ ...emptyItem }],
    options: {},
    isDangerousGood: false,
    dangerousGoodUNCode: '',
    dangerousGoodPackageType: '',
    dangerousGoodDescription: '',
    reference: '',
    sender: { ...emptyParty },
    receiver: { ...emptyParty },
    pickupDate: '',
    pickupReadyTime: '',
    businessClosingTime: '',
    specialInstructions: '',
    deliveryInstructions: '',
    note: '',
  };
}
