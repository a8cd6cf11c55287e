// Fields of API requests, generated from host/tests/openapi.json by `cargo xtask gen`; not to be edited.
import type { Resource } from '../resource.ts';

export const ApprovedBooking = {
  schema: 'ApprovedBooking',
  fields: {
    note: { label: "Note", kind: "text", nullable: true },
  },
} as const satisfies Resource<'ApprovedBooking'>;

export const ApprovedService = {
  schema: 'ApprovedService',
  fields: {
    approvedAmount: { label: "Approved amount", kind: "number", nullable: true },
    note: { label: "Note", kind: "text", nullable: true },
    override: { label: "Override", kind: "flag", preset: false },
  },
} as const satisfies Resource<'ApprovedService'>;

export const ChooseBooking = {
  schema: 'ChooseBooking',
  fields: {
    bookingId: { label: "Booking", kind: "number", needed: "Enter a number", integer: true },
  },
} as const satisfies Resource<'ChooseBooking'>;

export const ImportInvoice = {
  schema: 'ImportInvoice',
  fields: {
    carrierAccountId: { label: "Carrier account", kind: "number", nullable: true, integer: true },
    carrierCode: { label: "Carrier code", kind: "text" },
    fileName: { label: "File name", kind: "text" },
    templateId: { label: "Template", kind: "number", nullable: true, integer: true },
  },
} as const satisfies Resource<'ImportInvoice'>;

export const InvoiceColumn = {
  schema: 'InvoiceColumn',
  fields: {
    field: { label: "Field", kind: "choice", enum: ["consignmentId","reference","serviceCode","serviceName","chargedWeight","chargedVolume","taxExclusiveAmount","tax","invoiceNumber","invoiceDate"] },
    heading: { label: "Heading", kind: "text" },
  },
} as const satisfies Resource<'InvoiceColumn'>;

export const InvoiceTemplateRequest = {
  schema: 'InvoiceTemplateRequest',
  edit: 'Pages.Booking.Reconcile',
  create: 'Pages.Booking.Reconcile',
  fields: {
    carrier: { label: "Carrier", kind: "text", needed: "Enter a value", minLength: 1, maxLength: 64 },
    dayOrder: { label: "Day order", kind: "choice", preset: "DayFirst", enum: ["DayFirst","MonthFirst"] },
    decimalSign: { label: "Decimal sign", kind: "choice", preset: "Either", enum: ["Either","Point","Comma"] },
    isDefault: { label: "Default", kind: "flag", preset: false },
    name: { label: "Name", kind: "text", needed: "Enter a name", minLength: 1, maxLength: 100 },
    weightUnit: { label: "Weight unit", kind: "choice", preset: "kg", enum: ["kg","lb","g","t"] },
  },
} as const satisfies Resource<'InvoiceTemplateRequest'>;

export const ProcessLines = {
  schema: 'ProcessLines',
  fields: {
    amount: { label: "Amount", kind: "number", nullable: true },
    ids: { label: "Ids", kind: "list" },
    note: { label: "Note", kind: "text", nullable: true },
    operation: { label: "Operation", kind: "choice", enum: ["Approve","Absorb","Recharge","Reject","Hold","Release","Close","PreAuthorise","ExternallyInvoiced"] },
  },
} as const satisfies Resource<'ProcessLines'>;

export const RequoteLines = {
  schema: 'RequoteLines',
  fields: {
    ids: { label: "Ids", kind: "list" },
  },
} as const satisfies Resource<'RequoteLines'>;

export const ToleranceRequest = {
  schema: 'ToleranceRequest',
  edit: 'Pages.Booking.Reconcile',
  create: 'Pages.Booking.Reconcile',
  fields: {
    appliesTo: { label: "Applies to", kind: "choice", preset: "Total", enum: ["Total","FuelLevy"] },
    carrierAccountId: { label: "Carrier account", kind: "number", integer: true, preset: 0 },
    effect: { label: "The difference is", kind: "choice", preset: "Absorb", enum: ["Absorb","PassOn"] },
    isActive: { label: "Active", kind: "flag", preset: true },
    measure: { label: "Measured in", kind: "choice", enum: ["Amount","Percent"] },
    side: { label: "Invoiced", kind: "choice", enum: ["Above","Below"] },
    value: { label: "Value", kind: "number", preset: 0 },
  },
} as const satisfies Resource<'ToleranceRequest'>;
