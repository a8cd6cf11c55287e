// Fields of API requests, generated from host/tests/openapi.json by `cargo xtask gen`; not to be edited.
import type { Resource } from '../resource.ts';

export const RotateWebhookSecret = {
  schema: 'RotateWebhookSecret',
  fields: {
    endsNow: { label: "Ends now", kind: "flag", preset: false },
  },
} as const satisfies Resource<'RotateWebhookSecret'>;

export const WebhookSubscription = {
  schema: 'WebhookSubscription',
  edit: 'Pages.Administration.Webhooks.Edit',
  create: 'Pages.Administration.Webhooks.Edit',
  fields: {
    customerId: { label: "Customer", kind: "number", nullable: true, integer: true },
    description: { label: "Description", kind: "text", nullable: true, maxLength: 1000 },
    events: { label: "Events", kind: "list", preset: [] },
    isActive: { label: "Active", kind: "flag", preset: true },
    name: { label: "Name", kind: "text", needed: "Enter a name", minLength: 1, maxLength: 128 },
    url: { label: "Address", kind: "text", needed: "Enter the address", minLength: 1, maxLength: 2000 },
  },
} as const satisfies Resource<'WebhookSubscription'>;
