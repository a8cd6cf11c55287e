// Fields of API requests, generated from host/tests/openapi.json by `cargo xtask gen`; not to be edited.
import type { Resource } from '../resource.ts';

export const AddNote = {
  schema: 'AddNote',
  fields: {
    bookingId: { label: "Booking", kind: "number", needed: "Enter a number", integer: true },
  },
} as const satisfies Resource<'AddNote'>;

export const Batch = {
  schema: 'Batch',
  edit: 'Pages.Booking.Edit',
  create: 'Pages.Booking.Create',
  fields: {
    labelFormat: { label: "Label format", kind: "choice", nullable: true, enum: ["Pdf","A4","Zpl","Png"] },
    operations: { label: "Operations", kind: "list", preset: [] },
  },
} as const satisfies Resource<'Batch'>;

export const BookingInput = {
  schema: 'BookingInput',
  fields: {
    businessClosingTime: { label: "Business closing time", kind: "moment", nullable: true },
    dangerousGoodDescription: { label: "Dangerous good description", kind: "text", nullable: true },
    dangerousGoodPackageType: { label: "Dangerous good package type", kind: "text", nullable: true },
    dangerousGoodUNCode: { label: "Dangerous good uncode", kind: "text", nullable: true },
    deliveryInstructions: { label: "Delivery instructions", kind: "text", nullable: true, maxLength: 500 },
    insuranceType: { label: "Insurance type", kind: "choice", nullable: true, enum: ["Standard","Premium","ATI"] },
    insuredValue: { label: "Insured value", kind: "number", nullable: true },
    isDangerousGood: { label: "Dangerous goods", kind: "flag", preset: false },
    isInsured: { label: "Insured", kind: "flag", preset: false },
    isReadyToPickup: { label: "Ready to pickup", kind: "flag", preset: false },
    orderNumber: { label: "Order number", kind: "text", nullable: true, maxLength: 64 },
    parentBookingId: { label: "Parent booking", kind: "number", nullable: true, integer: true },
    paymentNonce: { label: "Payment nonce", kind: "text", nullable: true },
    pickupReadyTime: { label: "Pickup ready time", kind: "moment", nullable: true },
    promoCode: { label: "Promo code", kind: "text", nullable: true, maxLength: 64 },
    quoteId: { label: "Quote", kind: "number", nullable: true, integer: true },
    reference: { label: "Reference", kind: "text", nullable: true, maxLength: 64 },
    resourceToken: { label: "Resource token", kind: "text", nullable: true },
    specialInstructions: { label: "Instructions for the driver", kind: "text", nullable: true, maxLength: 500 },
    storeKey: { label: "Store key", kind: "text", nullable: true, maxLength: 64 },
  },
} as const satisfies Resource<'BookingInput'>;

export const BookingNoteInput = {
  schema: 'BookingNoteInput',
  fields: {
    comment: { label: "Comment", kind: "text" },
    isInternal: { label: "Internal", kind: "flag", preset: false },
  },
} as const satisfies Resource<'BookingNoteInput'>;

export const Bulk = {
  schema: 'Bulk',
  fields: {
    bookingIds: { label: "Booking", kind: "list" },
    labelFormat: { label: "Label format", kind: "choice", nullable: true, enum: ["Pdf","A4","Zpl","Png"] },
    operations: { label: "Operations", kind: "list" },
  },
} as const satisfies Resource<'Bulk'>;

export const CheckAddress = {
  schema: 'CheckAddress',
  fields: {
    carrierAccountId: { label: "Carrier account", kind: "number", needed: "Enter a number", integer: true },
  },
} as const satisfies Resource<'CheckAddress'>;

export const CustomerInput = {
  schema: 'CustomerInput',
  fields: {
    caller: { label: "Caller", kind: "text", nullable: true, maxLength: 128 },
    costCenter: { label: "Cost center", kind: "text", nullable: true, maxLength: 128 },
    costCenterId: { label: "Cost center", kind: "number", nullable: true, integer: true },
    email: { label: "Email", kind: "text", nullable: true },
    reference: { label: "Reference", kind: "text", nullable: true, maxLength: 64 },
    type: { label: "Type", kind: "choice", enum: ["Account","Payg","Prepaid","Guest"] },
  },
} as const satisfies Resource<'CustomerInput'>;

export const DetailsInput = {
  schema: 'DetailsInput',
  edit: 'Pages.Booking.Edit',
  create: 'Pages.Booking.Edit',
  fields: {
    bookingId: { label: "Booking", kind: "number", integer: true, preset: 0 },
    bookingStatus: { label: "Booking status", kind: "text", nullable: true },
    connoteFile: { label: "Connote file", kind: "text", nullable: true },
    consignmentId: { label: "Consignment", kind: "text", nullable: true, maxLength: 64 },
    email: { label: "Email", kind: "text", nullable: true },
    manifestFile: { label: "Manifest file", kind: "text", nullable: true },
    manifestId: { label: "Manifest", kind: "text", nullable: true, maxLength: 64 },
    note: { label: "Note", kind: "text", nullable: true, maxLength: 4000 },
    pickupRequestId: { label: "Pickup request", kind: "text", nullable: true, maxLength: 64 },
    sendEmail: { label: "Send email", kind: "flag", preset: false },
  },
} as const satisfies Resource<'DetailsInput'>;

export const GuestInput = {
  schema: 'GuestInput',
  fields: {
    operations: { label: "Operations", kind: "list", preset: [] },
  },
} as const satisfies Resource<'GuestInput'>;

export const InsuranceInput = {
  schema: 'InsuranceInput',
  fields: {
    tax: { label: "Tax", kind: "number", nullable: true },
    taxExclusiveAmount: { label: "Tax exclusive amount", kind: "number", nullable: true },
  },
} as const satisfies Resource<'InsuranceInput'>;

export const PreviewedBulk = {
  schema: 'PreviewedBulk',
  fields: {
    bookingIds: { label: "Booking", kind: "list" },
    operations: { label: "Operations", kind: "list" },
  },
} as const satisfies Resource<'PreviewedBulk'>;

export const PriceInput = {
  schema: 'PriceInput',
  fields: {
    note: { label: "Note", kind: "text", nullable: true },
    serviceCode: { label: "Service code", kind: "text" },
    tax: { label: "Tax", kind: "number", nullable: true },
    taxExclusiveAmount: { label: "Tax exclusive amount", kind: "number", nullable: true },
  },
} as const satisfies Resource<'PriceInput'>;

export const ReferenceValueRequest = {
  schema: 'ReferenceValueRequest',
  fields: {
    name: { label: "Name", kind: "text" },
    referenceId: { label: "Reference", kind: "number", integer: true, preset: 0 },
    value: { label: "Value", kind: "text" },
  },
} as const satisfies Resource<'ReferenceValueRequest'>;

export const ScanInput = {
  schema: 'ScanInput',
  fields: {
    at: { label: "At", kind: "text", nullable: true },
    bookingId: { label: "Booking", kind: "number", integer: true, preset: 0 },
    description: { label: "Description", kind: "text" },
    location: { label: "Location", kind: "text" },
    signedBy: { label: "Signed by", kind: "text", nullable: true },
    status: { label: "Status", kind: "text" },
  },
} as const satisfies Resource<'ScanInput'>;

export const ShareInput = {
  schema: 'ShareInput',
  fields: {
    bookingId: { label: "Booking", kind: "number", needed: "Enter a number", integer: true },
    emails: { label: "Emails", kind: "list" },
  },
} as const satisfies Resource<'ShareInput'>;
