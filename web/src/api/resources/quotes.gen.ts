// Fields of API requests, generated from host/tests/openapi.json by `cargo xtask gen`; not to be edited.
import type { Resource } from '../resource.ts';

export const CustomerRef = {
  schema: 'CustomerRef',
  fields: {
    customerId: { label: "Customer", kind: "number", nullable: true, integer: true },
  },
} as const satisfies Resource<'CustomerRef'>;

export const DraftMarkups = {
  schema: 'DraftMarkups',
  fields: {
    customerId: { label: "Customer", kind: "number", nullable: true, integer: true },
    markUpType: { label: "Mark up type", kind: "number", nullable: true, integer: true },
  },
} as const satisfies Resource<'DraftMarkups'>;

export const Filter = {
  schema: 'Filter',
  fields: {
    carrierCode: { label: "Carrier code", kind: "list", preset: [] },
    services: { label: "Services", kind: "list", preset: [] },
  },
} as const satisfies Resource<'Filter'>;

export const PreviewMarkups = {
  schema: 'PreviewMarkups',
  fields: {
    fromDate: { label: "From date", kind: "date", nullable: true },
    toDate: { label: "To date", kind: "date", nullable: true },
  },
} as const satisfies Resource<'PreviewMarkups'>;

export const QuoteAsk = {
  schema: 'QuoteAsk',
  fields: {
    dangerousGoodDescription: { label: "Dangerous good description", kind: "text", nullable: true },
    dangerousGoodPackageType: { label: "Dangerous good package type", kind: "text", nullable: true },
    dangerousGoodUNCode: { label: "Dangerous good uncode", kind: "text", nullable: true },
    insuranceType: { label: "Insurance type", kind: "choice", nullable: true, enum: ["Standard","Premium","ATI"] },
    insuredValue: { label: "Insured value", kind: "number", nullable: true },
    isDangerousGood: { label: "Dangerous goods", kind: "flag", preset: false },
    isInsured: { label: "Insured", kind: "flag", nullable: true },
    pickupReadyTime: { label: "Pickup ready time", kind: "moment", nullable: true },
    promoCode: { label: "Promo code", kind: "text", nullable: true },
  },
} as const satisfies Resource<'QuoteAsk'>;
