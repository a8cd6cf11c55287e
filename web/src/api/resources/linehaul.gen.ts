// Fields of API requests, generated from host/tests/openapi.json by `cargo xtask gen`; not to be edited.
import type { Resource } from '../resource.ts';

export const LineHaul = {
  schema: 'LineHaul',
  edit: 'Pages.Job.LineHaul',
  create: 'Pages.Job.LineHaul',
  fields: {
    arrivaldate: { label: "Arrivaldate", kind: "moment", nullable: true },
    carrierid: { label: "Carrierid", kind: "number", nullable: true, integer: true },
    connoteno: { label: "Connoteno", kind: "text", nullable: true, maxLength: 64 },
    customerid: { label: "Customerid", kind: "number", nullable: true, integer: true },
    departuredate: { label: "Departuredate", kind: "moment", nullable: true },
    driverid: { label: "Driverid", kind: "number", nullable: true, integer: true },
    images: { label: "Images", kind: "list", preset: [], maxItems: 12 },
    linehaulid: { label: "Linehaulid", kind: "number", integer: true, preset: 0 },
    linehaulnote: { label: "Linehaulnote", kind: "text", nullable: true, maxLength: 2000 },
    manifestno: { label: "Manifestno", kind: "text", nullable: true, maxLength: 64 },
    pickuprequestno: { label: "Pickuprequestno", kind: "text", nullable: true, maxLength: 64 },
    servicecode: { label: "Servicecode", kind: "text", nullable: true, maxLength: 64 },
    vehicleid: { label: "Vehicleid", kind: "number", nullable: true, integer: true },
  },
} as const satisfies Resource<'LineHaul'>;

export const LineHaulArticleAllocation = {
  schema: 'LineHaulArticleAllocation',
  fields: {
    articlenumbers: { label: "Articlenumbers", kind: "list" },
    force: { label: "Force", kind: "flag", preset: false },
    linehaulid: { label: "Linehaulid", kind: "number", needed: "Enter a number", integer: true },
  },
} as const satisfies Resource<'LineHaulArticleAllocation'>;

export const LineHaulArticleReversal = {
  schema: 'LineHaulArticleReversal',
  fields: {
    articlenumbers: { label: "Articlenumbers", kind: "list" },
    linehaulid: { label: "Linehaulid", kind: "number", needed: "Enter a number", integer: true },
    reason: { label: "Reason", kind: "text", nullable: true },
  },
} as const satisfies Resource<'LineHaulArticleReversal'>;

export const LineHaulArticleUnloading = {
  schema: 'LineHaulArticleUnloading',
  fields: {
    articlenumbers: { label: "Articlenumbers", kind: "list" },
    linehaulid: { label: "Linehaulid", kind: "number", needed: "Enter a number", integer: true },
  },
} as const satisfies Resource<'LineHaulArticleUnloading'>;

export const LineHaulCapacityRequest = {
  schema: 'LineHaulCapacityRequest',
  fields: {
    palletspaces: { label: "Palletspaces", kind: "number", nullable: true },
    volume: { label: "Volume", kind: "number", nullable: true },
    weight: { label: "Weight", kind: "number", nullable: true },
  },
} as const satisfies Resource<'LineHaulCapacityRequest'>;

export const LineHaulChosenQuote = {
  schema: 'LineHaulChosenQuote',
  fields: {
    quoteid: { label: "Quoteid", kind: "number", needed: "Enter a number", integer: true },
    resourcetoken: { label: "Resourcetoken", kind: "text" },
  },
} as const satisfies Resource<'LineHaulChosenQuote'>;

export const LineHaulHeadPortRequest = {
  schema: 'LineHaulHeadPortRequest',
  fields: {
    code: { label: "Code", kind: "text" },
    name: { label: "Name", kind: "text" },
  },
} as const satisfies Resource<'LineHaulHeadPortRequest'>;

export const LineHaulJobAllocation = {
  schema: 'LineHaulJobAllocation',
  fields: {
    force: { label: "Force", kind: "flag", preset: false },
    jobIds: { label: "Job", kind: "list" },
    linehaulId: { label: "Linehaul", kind: "number", needed: "Enter a number", integer: true },
  },
} as const satisfies Resource<'LineHaulJobAllocation'>;

export const LineHaulJobDeallocation = {
  schema: 'LineHaulJobDeallocation',
  fields: {
    jobids: { label: "Jobids", kind: "list" },
    linehaulid: { label: "Linehaulid", kind: "number", needed: "Enter a number", integer: true },
    reason: { label: "Reason", kind: "text", nullable: true },
  },
} as const satisfies Resource<'LineHaulJobDeallocation'>;

export const LineHaulQuoteRequest = {
  schema: 'LineHaulQuoteRequest',
  fields: {
    carrierid: { label: "Carrierid", kind: "number", nullable: true, integer: true },
    linehaulid: { label: "Linehaulid", kind: "number", needed: "Enter a number", integer: true },
  },
} as const satisfies Resource<'LineHaulQuoteRequest'>;

export const ProcessLineHauls = {
  schema: 'ProcessLineHauls',
  fields: {
    ids: { label: "Ids", kind: "list" },
    note: { label: "Note", kind: "text", nullable: true },
    operation: { label: "Operation", kind: "choice", enum: ["Load","Close","Book","Depart","Transit","Arrive","Unload","Complete","Cancel","Edit","Delete"] },
  },
} as const satisfies Resource<'ProcessLineHauls'>;
