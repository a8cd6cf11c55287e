// Fields of API requests, generated from host/tests/openapi.json by `cargo xtask gen`; not to be edited.
import type { Resource } from '../resource.ts';

export const AgreedVersion = {
  schema: 'AgreedVersion',
  fields: {
    asks: { label: "Asks", kind: "list", preset: [] },
    version: { label: "Version", kind: "text" },
  },
} as const satisfies Resource<'AgreedVersion'>;

export const ChosenVersion = {
  schema: 'ChosenVersion',
  fields: {
    version: { label: "Version", kind: "text", nullable: true },
  },
} as const satisfies Resource<'ChosenVersion'>;

export const Enable = {
  schema: 'Enable',
  fields: {
    asks: { label: "Asks", kind: "list", preset: [] },
  },
} as const satisfies Resource<'Enable'>;

export const LiftedPin = {
  schema: 'LiftedPin',
  fields: {
    plugin: { label: "Plugin", kind: "text" },
    tenantId: { label: "Tenant", kind: "number", needed: "Enter a number", integer: true },
  },
} as const satisfies Resource<'LiftedPin'>;

export const NewCanary = {
  schema: 'NewCanary',
  fields: {
    packageId: { label: "Package", kind: "number", needed: "Enter a number", integer: true },
    share: { label: "Share", kind: "number", needed: "Enter a number", integer: true },
  },
} as const satisfies Resource<'NewCanary'>;

export const NewSigner = {
  schema: 'NewSigner',
  fields: {
    key: { label: "Key", kind: "text" },
    name: { label: "Name", kind: "text" },
  },
} as const satisfies Resource<'NewSigner'>;

export const OfPlatformPlugin = {
  schema: 'OfPlatformPlugin',
  fields: {
    plugin: { label: "Plugin", kind: "text" },
  },
} as const satisfies Resource<'OfPlatformPlugin'>;

export const PackageToInstall = {
  schema: 'PackageToInstall',
  fields: {
    downgrade: { label: "Downgrade", kind: "flag", preset: false },
    newSigner: { label: "New signer", kind: "flag", preset: false },
  },
} as const satisfies Resource<'PackageToInstall'>;

export const PluginOfCustomer = {
  schema: 'PluginOfCustomer',
  fields: {
    customerId: { label: "Customer", kind: "number", needed: "Enter a number", integer: true },
  },
} as const satisfies Resource<'PluginOfCustomer'>;

export const Record = {
  schema: 'Record',
  fields: {
    isOn: { label: "On", kind: "flag" },
  },
} as const satisfies Resource<'Record'>;

export const RecordFor = {
  schema: 'RecordFor',
  fields: {
    isOn: { label: "On", kind: "flag" },
    plugin: { label: "Plugin", kind: "text" },
    tenantId: { label: "Tenant", kind: "number", needed: "Enter a number", integer: true },
  },
} as const satisfies Resource<'RecordFor'>;

export const SavePluginSettings = {
  schema: 'SavePluginSettings',
  edit: 'Pages.Plugins.Configure',
  create: 'Pages.Plugins.Configure',
  fields: {
    customerId: { label: "Customer", kind: "number", nullable: true, integer: true },
  },
} as const satisfies Resource<'SavePluginSettings'>;

export const SetLimits = {
  schema: 'SetLimits',
  fields: {
    plugin: { label: "Plugin", kind: "text" },
    tenantId: { label: "Tenant", kind: "number", nullable: true, integer: true },
  },
} as const satisfies Resource<'SetLimits'>;
