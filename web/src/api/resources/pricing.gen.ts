// Fields of API requests, generated from host/tests/openapi.json by `cargo xtask gen`; not to be edited.
import type { Resource } from '../resource.ts';

export const PromoCodeRequest = {
  schema: 'PromoCodeRequest',
  edit: 'Pages.Administration.PromoCodes',
  create: 'Pages.Administration.PromoCodes',
  fields: {
    carrierAccountIds: { label: "Carrier account", kind: "list", preset: [] },
    code: { label: "Code", kind: "text", needed: "Enter a code", minLength: 1, maxLength: 64 },
    description: { label: "Description", kind: "text", nullable: true, maxLength: 500 },
    endDate: { label: "Last day", kind: "date", nullable: true },
    isActive: { label: "Active", kind: "flag", preset: true },
    maxUses: { label: "Total uses", kind: "number", nullable: true, integer: true, minimum: 1, maximum: 1000000000 },
    maxUsesPerCustomer: { label: "Uses per customer", kind: "number", nullable: true, integer: true, minimum: 1, maximum: 1000000000 },
    startDate: { label: "First day", kind: "date", nullable: true },
  },
} as const satisfies Resource<'PromoCodeRequest'>;

export const SaveMarkupsByType = {
  schema: 'SaveMarkupsByType',
  fields: {
    markUpType: { label: "Mark up type", kind: "number", needed: "Enter a number", integer: true },
  },
} as const satisfies Resource<'SaveMarkupsByType'>;

export const SaveMarkupsForCustomer = {
  schema: 'SaveMarkupsForCustomer',
  fields: {
    customerId: { label: "Customer", kind: "number", needed: "Enter a number", integer: true },
  },
} as const satisfies Resource<'SaveMarkupsForCustomer'>;
