// Fields of API requests, generated from host/tests/openapi.json by `cargo xtask gen`; not to be edited.
import type { Resource } from '../resource.ts';

export const CarrierAccount = {
  schema: 'CarrierAccount',
  edit: 'Pages.Carrier.Accounts.Edit',
  create: 'Pages.Carrier.Accounts.Edit',
  fields: {
    availableForGuest: { label: "Available for guest", kind: "flag", preset: false },
    availableForPayg: { label: "Available for payg", kind: "flag", preset: false },
    carrierCode: { label: "Carrier code", kind: "text" },
    code: { label: "Code", kind: "text", needed: "Enter a code", minLength: 2, maxLength: 32 },
    customerId: { label: "Customer", kind: "number", nullable: true, integer: true },
    isActive: { label: "Active", kind: "flag", preset: false },
    name: { label: "Name", kind: "text", needed: "Enter a name", minLength: 1, maxLength: 128 },
    privateLogo: { label: "Private logo", kind: "text", nullable: true },
    publicLogo: { label: "Public logo", kind: "text", nullable: true },
    useManualRates: { label: "Use manual rates", kind: "flag", preset: false },
  },
} as const satisfies Resource<'CarrierAccount'>;

export const MapAccounts = {
  schema: 'MapAccounts',
  fields: {
    carrierAccountIds: { label: "Carrier account", kind: "list" },
    customerId: { label: "Customer", kind: "number", needed: "Enter a number", integer: true },
  },
} as const satisfies Resource<'MapAccounts'>;

export const SaveCarrierAccount = {
  schema: 'SaveCarrierAccount',
  edit: 'Pages.Carrier.Accounts.Edit',
  create: 'Pages.Carrier.Accounts.Edit',
  fields: {
    activeCarrierServiceIds: { label: "Active carrier service", kind: "list", nullable: true },
  },
} as const satisfies Resource<'SaveCarrierAccount'>;

export const SentCarrierAccountAttribute = {
  schema: 'SentCarrierAccountAttribute',
  fields: {
    key: { label: "Key", kind: "text" },
    value: { label: "Value", kind: "text", nullable: true },
  },
} as const satisfies Resource<'SentCarrierAccountAttribute'>;
