// Fields of API requests, generated from host/tests/openapi.json by `cargo xtask gen`; not to be edited.
import type { Resource } from '../resource.ts';

export const ChangeText = {
  schema: 'ChangeText',
  fields: {
    key: { label: "Key", kind: "text" },
    languageName: { label: "Language name", kind: "text" },
    sourceName: { label: "Source name", kind: "text", nullable: true },
    value: { label: "Value", kind: "text", nullable: true },
  },
} as const satisfies Resource<'ChangeText'>;

export const EditionRequest = {
  schema: 'EditionRequest',
  edit: 'Pages.Tenants.ChangeFeatures',
  create: 'Pages.Tenants.ChangeFeatures',
  fields: {
    creationTime: { label: "Creation time", kind: "moment", nullable: true },
    displayName: { label: "Name", kind: "text", needed: "Enter a name", minLength: 1, maxLength: 64 },
    name: { label: "Name", kind: "text", needed: "Enter a name", minLength: 1, maxLength: 64 },
  },
} as const satisfies Resource<'EditionRequest'>;

export const EmailRequest = {
  schema: 'EmailRequest',
  fields: {
    defaultFromAddress: { label: "Default from address", kind: "text" },
    defaultFromDisplayName: { label: "Default from display name", kind: "text" },
    hasPassword: { label: "Has password", kind: "flag", preset: false },
    smtpHost: { label: "Smtp host", kind: "text" },
    smtpPassword: { label: "Smtp password", kind: "text", nullable: true },
    smtpPort: { label: "Smtp port", kind: "number", integer: true, preset: 587, minimum: 0, maximum: 65535 },
    smtpUserName: { label: "Smtp user name", kind: "text" },
    useHostDefault: { label: "Use host default", kind: "flag", preset: true },
  },
} as const satisfies Resource<'EmailRequest'>;

export const FeatureValueRequest = {
  schema: 'FeatureValueRequest',
  fields: {
    name: { label: "Name", kind: "text" },
    value: { label: "Value", kind: "text", nullable: true },
  },
} as const satisfies Resource<'FeatureValueRequest'>;

export const GivenFeatures = {
  schema: 'GivenFeatures',
  fields: {
    tenantId: { label: "Tenant", kind: "number", needed: "Enter a number", integer: true },
  },
} as const satisfies Resource<'GivenFeatures'>;

export const LanguageForm = {
  schema: 'LanguageForm',
  edit: 'Pages.Administration.Languages',
  create: 'Pages.Administration.Languages',
  fields: {
    displayName: { label: "Name", kind: "text", needed: "Enter a name", minLength: 1, maxLength: 64 },
    icon: { label: "Icon", kind: "text", nullable: true, maxLength: 64 },
    isDefault: { label: "Default", kind: "flag", preset: false },
    isDisabled: { label: "Disabled", kind: "flag", preset: false },
    isRightToLeft: { label: "Right to left", kind: "flag", nullable: true },
    name: { label: "Name", kind: "text", needed: "Enter a name", minLength: 1 },
  },
} as const satisfies Resource<'LanguageForm'>;

export const Numbering = {
  schema: 'Numbering',
  fields: {
    defaultType: { label: "Default type", kind: "text", preset: "Account" },
    end: { label: "End", kind: "number", nullable: true, integer: true },
    format: { label: "Format", kind: "text", preset: "00000" },
    isManual: { label: "Manual", kind: "flag", preset: false },
    maxLength: { label: "Max length", kind: "number", integer: true, preset: 32 },
    postfix: { label: "Postfix", kind: "text" },
    prefix: { label: "Prefix", kind: "text", preset: "C" },
    start: { label: "Start", kind: "number", integer: true, preset: 1 },
  },
} as const satisfies Resource<'Numbering'>;

export const PreviewNumber = {
  schema: 'PreviewNumber',
  fields: {
    series: { label: "Series", kind: "text" },
  },
} as const satisfies Resource<'PreviewNumber'>;

export const ProcessJobs = {
  schema: 'ProcessJobs',
  fields: {
    filter: { label: "Filter", kind: "text", nullable: true },
    ids: { label: "Ids", kind: "list", preset: [] },
    operation: { label: "Operation", kind: "choice", enum: ["Retry","Discard","Cancel"] },
  },
} as const satisfies Resource<'ProcessJobs'>;

export const SidebarLinkRequest = {
  schema: 'SidebarLinkRequest',
  edit: 'Pages.Administration.SidebarLinks',
  create: 'Pages.Administration.SidebarLinks',
  fields: {
    icon: { label: "Icon", kind: "text", nullable: true, maxLength: 64 },
    isExternal: { label: "Open in a new tab", kind: "flag", preset: false },
    sortOrder: { label: "Order", kind: "number", integer: true, preset: 0, minimum: -1000000, maximum: 1000000 },
    title: { label: "Title", kind: "text", needed: "Enter a title", minLength: 1, maxLength: 64 },
    url: { label: "Address", kind: "text", needed: "Enter the address", minLength: 1, maxLength: 2048 },
  },
} as const satisfies Resource<'SidebarLinkRequest'>;

export const TenantForm = {
  schema: 'TenantForm',
  edit: 'Pages.Tenants.Edit',
  create: 'Pages.Tenants.Edit',
  fields: {
    editionId: { label: "Edition", kind: "number", nullable: true, integer: true },
    hosts: { label: "Hosts", kind: "list", preset: [] },
    name: { label: "Name", kind: "text", needed: "Enter a name", minLength: 1, maxLength: 128 },
    timezone: { label: "Timezone", kind: "text" },
  },
} as const satisfies Resource<'TenantForm'>;

export const TenantQuestion = {
  schema: 'TenantQuestion',
  fields: {
    tenancyName: { label: "Tenancy name", kind: "text" },
  },
} as const satisfies Resource<'TenantQuestion'>;

export const TestMail = {
  schema: 'TestMail',
  fields: {
    emailAddress: { label: "Email", kind: "text" },
  },
} as const satisfies Resource<'TestMail'>;

export const ViewConfigurationRequest = {
  schema: 'ViewConfigurationRequest',
  fields: {
    isDefault: { label: "Default", kind: "flag", preset: false },
    isOwn: { label: "Own", kind: "flag", preset: false },
    key: { label: "Key", kind: "text", needed: "Enter a value", minLength: 1, maxLength: 128 },
    showToAllUsers: { label: "Show to all users", kind: "flag", preset: false },
    showToCustomerUsers: { label: "Show to customer users", kind: "flag", preset: false },
    value: { label: "Value", kind: "text", maxLength: 65536 },
    view: { label: "View", kind: "text", needed: "Enter a value", minLength: 1, maxLength: 128 },
  },
} as const satisfies Resource<'ViewConfigurationRequest'>;
