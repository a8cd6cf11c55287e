// What a booking looks like on the wire, in the words of the booking API.
import type { Quantity } from '@waybill/plugin';

export interface Address {
  type?: string | null;
  contactName?: string | null;
  companyName?: string | null;
  email?: string | null;
  telephone?: string | null;
  addressLine1?: string | null;
  addressLine2?: string | null;
  addressLine3?: string | null;
  postCode?: string | null;
  suburb?: string | null;
  state?: string | null;
  stateCode?: string | null;
  country?: string | null;
  countryCode?: string | null;
}

export interface BookingItem {
  id?: number | null;
  packageType?: string | null;
  quantity: number;
  description?: string | null;
  length?: Quantity | null;
  width?: Quantity | null;
  height?: Quantity | null;
  weight?: Quantity | null;
}

export interface BookingCustomer {
  id?: number | null;
  code?: string | null;
  customerName?: string | null;
  contactName?: string | null;
  companyName?: string | null;
  email?: string | null;
  reference?: string | null;
}

/** One amount of a price: without tax, the tax, and both together. */
export interface Amount {
  taxExclusiveAmount?: number | null;
  tax?: number | null;
  total?: number | null;
}

export interface ServiceDetail {
  serviceCode?: string | null;
  serviceName?: string | null;
  isAdditionalService?: boolean | null;
  taxExclusiveAmount?: number | null;
  tax?: number | null;
  amount?: number | null;
  carrierTaxExclusiveAmount?: number | null;
  carrierAmount?: number | null;
  discountAmount?: number | null;
  note?: string | null;
}

export interface PricingDetail {
  freight?: Amount | null;
  additional?: Amount | null;
  insurance?: Amount | null;
  total?: Amount | null;
  carrierFreight?: Amount | null;
  carrierAdditional?: Amount | null;
  carrierTotal?: Amount | null;
  isTaxApplied?: boolean | null;
  serviceDetails?: ServiceDetail[] | null;
}

export interface OperationEntry {
  id?: number | null;
  bookingId?: number | null;
  userName?: string | null;
  operation?: string | null;
  status?: string | null;
  value?: string | null;
  message?: string | null;
  creationTime?: string | null;
}

export interface TrackingEntry {
  status?: string | null;
  updatedAt?: string | null;
  creationTime?: string | null;
  details?: { key: string; value: string }[] | null;
}

export interface BookingNote {
  id?: number | null;
  comment?: string | null;
  userName?: string | null;
  creationTime?: string | null;
  creatorUserId?: number | null;
}

export interface Booking {
  id: number;
  creationTime?: string | null;
  customer?: BookingCustomer | null;
  carrier?: string | null;
  carrierAccountId?: number | null;
  carrierServiceName?: string | null;
  carrierServiceCode?: string | null;
  bookingDate?: string | null;
  pickupReadyTime?: string | null;
  businessClosingTime?: string | null;
  bookingStatus?: string | null;
  invoiceNumber?: string | null;
  fromAddress?: Address | null;
  toAddress?: Address | null;
  specialInstructions?: string | null;
  deliveryInstructions?: string | null;
  items?: BookingItem[] | null;
  pricingDetail?: PricingDetail | null;
  operationHistory?: OperationEntry[] | null;
  trackingDetails?: TrackingEntry[] | null;
  manifestId?: string | null;
  consignmentId?: string | null;
  pickupRequestId?: string | null;
  reference?: string | null;
  totalWeight?: Quantity | null;
  totalVolume?: Quantity | null;
  totalCubicWeight?: Quantity | null;
  chargableWeight?: Quantity | null;
  pickupOptions?: Record<string, string> | null;
  deliveryOptions?: Record<string, string> | null;
  orderNumber?: string | null;
  storeKey?: string | null;
  isReadyToPickup?: boolean | null;
  promoCode?: string | null;
  lastTrackingStatus?: string | null;
  lastTrackingModifiedTime?: string | null;
  eta?: string | null;
  isDangerousGood?: boolean | null;
  dangerousGoodUNCode?: string | null;
  dangerousGoodPackageType?: string | null;
  dangerousGoodDescription?: string | null;
  isInsured?: boolean | null;
  insuredValue?: number | null;
  insuranceType?: string | null;
}

/** A booking opened on its own: the list row with its notes and what may be done with it now. */
export interface BookingDetail extends Booking {
  bookingNotes?: BookingNote[] | null;
  rowVersion?: number | string | null;
  allowedOperations?: string[] | null;
  /** Asked of the carrier and not answered yet; nothing else can be done meanwhile. */
  pendingOperation?: string | null;
}

export interface StatusCounts {
  delivered: number;
  inTransit: number;
  processing: number;
  exception: number;
  statuses: { bookingStatus: string; count: number }[];
}

export interface BookingSummary {
  totalBookings: number;
  totalItems: number;
  totalWeight?: Quantity | null;
  totalCubic?: Quantity | null;
  totalFreightCost?: number | null;
  totalInsuranceCost?: number | null;
}

/** Why one booking of a batch was refused. */
export interface ErrorInfo {
  code?: number;
  message?: string | null;
  details?: string | null;
  validationErrors?: { message: string; members: string[] }[] | null;
}

/** A booking as the batch call answers it. */
export interface SavedBooking {
  id: number;
  bookingStatus?: string | null;
  consignmentId?: string | null;
}

export interface BatchAnswer {
  batchId: number | string;
  successBookings: { index: number; booking: SavedBooking }[];
  /** `booking` is there when it was saved and only the carrier refused. */
  failBookings: { index: number; errorInfo: ErrorInfo; booking?: SavedBooking | null }[];
}

/** What became of one operation on one booking of a bulk call. */
export interface OperationResult {
  bookingId: number;
  operation: string;
  success: boolean;
  message?: string | null;
}

export interface BulkAnswer {
  label: string[];
  manifest: string[];
  results: OperationResult[];
}

/** The numeric document types of the API that this application asks for. */
export const DocumentType = {
  Label: 1,
  Manifest: 2,
  ProofOfDelivery: 5,
  DangerousGoodsDeclaration: 6,
} as const;
