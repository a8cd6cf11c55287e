// Fields of API requests, generated from host/tests/openapi.json by `cargo xtask gen`; not to be edited.
import type { Resource } from '../resource.ts';

export const AccountMarkupRequest = {
  schema: 'AccountMarkupRequest',
  fields: {
    applyToAll: { label: "Apply to all", kind: "flag", nullable: true },
    carrierAccountId: { label: "Carrier account", kind: "number", integer: true, preset: 0 },
    effectiveDate: { label: "Effective date", kind: "date", nullable: true },
    expireDate: { label: "Expire date", kind: "date", nullable: true },
  },
} as const satisfies Resource<'AccountMarkupRequest'>;

export const AddressRequest = {
  schema: 'AddressRequest',
  fields: {
    addressLine1: { label: "Street and number", kind: "text", nullable: true },
    addressLine2: { label: "Unit, floor or building", kind: "text", nullable: true },
    addressLine3: { label: "Address line 3", kind: "text", nullable: true },
    companyName: { label: "Company", kind: "text", nullable: true },
    contactName: { label: "Contact name", kind: "text", nullable: true },
    country: { label: "Country", kind: "text", nullable: true },
    countryCode: { label: "Country", kind: "text" },
    email: { label: "Email", kind: "text", nullable: true },
    postCode: { label: "Postcode", kind: "text" },
    state: { label: "State", kind: "text", nullable: true },
    stateCode: { label: "State", kind: "text", nullable: true },
    suburb: { label: "Suburb", kind: "text" },
    telephone: { label: "Telephone", kind: "text", nullable: true },
    type: { label: "Type", kind: "text", nullable: true },
  },
} as const satisfies Resource<'AddressRequest'>;

export const ItemRequest = {
  schema: 'ItemRequest',
  fields: {
    currency: { label: "Currency", kind: "text", nullable: true },
    description: { label: "Description", kind: "text", nullable: true },
    hsCode: { label: "Hs code", kind: "text", nullable: true },
    itemValue: { label: "Item value", kind: "number", nullable: true },
    manufactureCountryCode: { label: "Manufacture country code", kind: "text", nullable: true },
    packageType: { label: "Package type", kind: "text", nullable: true },
    productId: { label: "Product", kind: "number", nullable: true, integer: true },
    quantity: { label: "Quantity", kind: "number", integer: true, preset: 0 },
  },
} as const satisfies Resource<'ItemRequest'>;

export const ItemSubstanceRequest = {
  schema: 'ItemSubstanceRequest',
  fields: {
    description: { label: "Description", kind: "text", nullable: true },
    packageType: { label: "Package type", kind: "text", nullable: true },
    unNumber: { label: "Un number", kind: "text" },
  },
} as const satisfies Resource<'ItemSubstanceRequest'>;

export const MarkupRate = {
  schema: 'MarkupRate',
  fields: {
    calcMethod: { label: "Calc method", kind: "choice", enum: ["Percentage","Fixed","Override"] },
    value: { label: "Value", kind: "number", needed: "Enter a number" },
  },
} as const satisfies Resource<'MarkupRate'>;

export const NoteInput = {
  schema: 'NoteInput',
  fields: {
    comment: { label: "Comment", kind: "text" },
  },
} as const satisfies Resource<'NoteInput'>;

export const QuantityInLengthUnit = {
  schema: 'QuantityInLengthUnit',
  fields: {
    unit: { label: "Unit", kind: "choice", enum: ["mm","cm","m","in","ft"] },
    value: { label: "Value", kind: "number", needed: "Enter a number" },
  },
} as const satisfies Resource<'QuantityInLengthUnit'>;

export const QuantityInVolumeUnit = {
  schema: 'QuantityInVolumeUnit',
  fields: {
    unit: { label: "Unit", kind: "choice", enum: ["m3","l","cm3","ft3"] },
    value: { label: "Value", kind: "number", needed: "Enter a number" },
  },
} as const satisfies Resource<'QuantityInVolumeUnit'>;

export const QuantityInWeightUnit = {
  schema: 'QuantityInWeightUnit',
  fields: {
    unit: { label: "Unit", kind: "choice", enum: ["kg","g","lb","t","oz"] },
    value: { label: "Value", kind: "number", needed: "Enter a number" },
  },
} as const satisfies Resource<'QuantityInWeightUnit'>;

export const ServiceMarkup = {
  schema: 'ServiceMarkup',
  fields: {
    serviceId: { label: "Service", kind: "number", needed: "Enter a number", integer: true },
  },
} as const satisfies Resource<'ServiceMarkup'>;
