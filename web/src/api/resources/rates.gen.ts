// Fields of API requests, generated from host/tests/openapi.json by `cargo xtask gen`; not to be edited.
import type { Resource } from '../resource.ts';

export const CopyRateCard = {
  schema: 'CopyRateCard',
  fields: {
    code: { label: "Code", kind: "text" },
    name: { label: "Name", kind: "text" },
  },
} as const satisfies Resource<'CopyRateCard'>;

export const FuelLevy = {
  schema: 'FuelLevy',
  fields: {
    fromDate: { label: "From date", kind: "date", needed: "Choose a day" },
    percent: { label: "Percent", kind: "number", needed: "Enter a number" },
  },
} as const satisfies Resource<'FuelLevy'>;

export const HolidayRequest = {
  schema: 'HolidayRequest',
  fields: {
    date: { label: "Date", kind: "date", needed: "Choose a day" },
    name: { label: "Name", kind: "text" },
    stateCode: { label: "State", kind: "text", nullable: true },
  },
} as const satisfies Resource<'HolidayRequest'>;

export const LevyRequest = {
  schema: 'LevyRequest',
  fields: {
    amount: { label: "Amount", kind: "number", nullable: true },
    amountPerItem: { label: "Amount per item", kind: "number", nullable: true },
    code: { label: "Code", kind: "text" },
    feeType: { label: "Fee type", kind: "choice", enum: ["Residential","TailLift","ManualHandling","OversizeLength","DangerousGoods","Futile","WaitTime","Redelivery","Storage","Admin","Insurance"] },
    name: { label: "Name", kind: "text" },
    percent: { label: "Percent", kind: "number", nullable: true },
  },
} as const satisfies Resource<'LevyRequest'>;

export const LevyWhenRequest = {
  schema: 'LevyWhenRequest',
  fields: {
    case: { label: "Case", kind: "choice", enum: ["Option","OverLength","OverWeight","Zone","DangerousGoods","Residential"] },
    lengthMm: { label: "Length mm", kind: "number", nullable: true, integer: true },
    option: { label: "Option", kind: "text", nullable: true },
    weightG: { label: "Weight g", kind: "number", nullable: true, integer: true },
    zone: { label: "Zone", kind: "text", nullable: true },
  },
} as const satisfies Resource<'LevyWhenRequest'>;

export const NewRateZoneLocation = {
  schema: 'NewRateZoneLocation',
  fields: {
    countryCode: { label: "Country", kind: "text", nullable: true },
    postCode: { label: "Postcode", kind: "text", nullable: true },
    postCodeTo: { label: "Post code to", kind: "text", nullable: true },
    stateCode: { label: "State", kind: "text", nullable: true },
    suburb: { label: "Suburb", kind: "text", nullable: true },
    zoneId: { label: "Zone", kind: "number", needed: "Enter a number", integer: true },
  },
} as const satisfies Resource<'NewRateZoneLocation'>;

export const NewVersion = {
  schema: 'NewVersion',
  fields: {
    effectiveDate: { label: "Effective date", kind: "date", needed: "Choose a day" },
  },
} as const satisfies Resource<'NewVersion'>;

export const OfImport = {
  schema: 'OfImport',
  fields: {
    importToken: { label: "Import token", kind: "text" },
  },
} as const satisfies Resource<'OfImport'>;

export const ProcessRateCards = {
  schema: 'ProcessRateCards',
  fields: {
    ids: { label: "Ids", kind: "list" },
    note: { label: "Note", kind: "text", nullable: true },
    operation: { label: "Operation", kind: "choice", enum: ["Retire","Activate"] },
  },
} as const satisfies Resource<'ProcessRateCards'>;

export const QuantityInDistanceUnit = {
  schema: 'QuantityInDistanceUnit',
  fields: {
    unit: { label: "Unit", kind: "choice", enum: ["m","km","mi"] },
    value: { label: "Value", kind: "number", needed: "Enter a number" },
  },
} as const satisfies Resource<'QuantityInDistanceUnit'>;

export const QuantityInTimeUnit = {
  schema: 'QuantityInTimeUnit',
  fields: {
    unit: { label: "Unit", kind: "choice", enum: ["s","min","h"] },
    value: { label: "Value", kind: "number", needed: "Enter a number" },
  },
} as const satisfies Resource<'QuantityInTimeUnit'>;

export const RateCardRequest = {
  schema: 'RateCardRequest',
  edit: 'Pages.Rates.Edit',
  create: 'Pages.Rates.Edit',
  fields: {
    code: { label: "Code", kind: "text", needed: "Enter a code", minLength: 1, maxLength: 32 },
    currency: { label: "Currency", kind: "text" },
    customerId: { label: "Customer", kind: "number", nullable: true, integer: true },
    description: { label: "Description", kind: "text", nullable: true, maxLength: 1000 },
    effectiveDate: { label: "Effective date", kind: "date", nullable: true },
    engine: { label: "Engine", kind: "text" },
    expireDate: { label: "Expire date", kind: "date", nullable: true },
    isActive: { label: "Active", kind: "flag", preset: true },
    kind: { label: "Kind", kind: "choice", preset: "Sale", enum: ["Cost","Sale"] },
    name: { label: "Name", kind: "text", needed: "Enter a name", minLength: 1, maxLength: 128 },
  },
} as const satisfies Resource<'RateCardRequest'>;

export const RateDetailRequest = {
  schema: 'RateDetailRequest',
  fields: {
    basic: { label: "Basic", kind: "number", preset: 0 },
    break: { label: "Break", kind: "number", nullable: true },
    rateType: { label: "Rate type", kind: "choice", enum: ["Basic","Break","Flat"] },
    value: { label: "Value", kind: "number", preset: 0 },
  },
} as const satisfies Resource<'RateDetailRequest'>;

export const RateQuoteAsk = {
  schema: 'RateQuoteAsk',
  fields: {
    customerId: { label: "Customer", kind: "number", nullable: true, integer: true },
    distanceKm: { label: "Distance km", kind: "number", nullable: true },
    durationMinutes: { label: "Duration minutes", kind: "number", nullable: true, integer: true },
    explain: { label: "Explain", kind: "flag", preset: false },
    isDangerousGood: { label: "Dangerous goods", kind: "flag", preset: false },
    kind: { label: "Kind", kind: "choice", preset: "Sale", enum: ["Cost","Sale"] },
    pickupReadyTime: { label: "Pickup ready time", kind: "moment", nullable: true },
    rateCardId: { label: "Rate card", kind: "number", nullable: true, integer: true },
    services: { label: "Services", kind: "list", preset: [] },
    waitingMinutes: { label: "Waiting minutes", kind: "number", integer: true, preset: 0 },
  },
} as const satisfies Resource<'RateQuoteAsk'>;

export const RateRequest = {
  schema: 'RateRequest',
  edit: 'Pages.Rates.Edit',
  create: 'Pages.Rates.Edit',
  fields: {
    accumulative: { label: "Accumulative", kind: "flag", preset: false },
    calculationMethod: { label: "Calculation method", kind: "choice", enum: ["Flat","PerKg","PerItem","PerPallet","PerCubicMetre","PerKm","PerHour"] },
    cubicAllowance: { label: "Cubic allowance", kind: "number", nullable: true },
    cutOffTime: { label: "Cut off time", kind: "text", nullable: true },
    effectiveDate: { label: "Effective date", kind: "date", nullable: true },
    expireDate: { label: "Expire date", kind: "date", nullable: true },
    fromZone: { label: "From zone", kind: "text" },
    minimum: { label: "Minimum", kind: "number", preset: 0 },
    rateServiceId: { label: "Rate service", kind: "number", integer: true, preset: 0 },
    reciprocal: { label: "Reciprocal", kind: "flag", preset: false },
    toZone: { label: "To zone", kind: "text" },
    transitTime: { label: "Transit time", kind: "number", nullable: true, integer: true },
  },
} as const satisfies Resource<'RateRequest'>;

export const RateRoundingRequest = {
  schema: 'RateRoundingRequest',
  fields: {
    mode: { label: "Mode", kind: "choice", preset: "Nearest", enum: ["Up","Nearest"] },
    step: { label: "Step", kind: "number", needed: "Enter a number" },
  },
} as const satisfies Resource<'RateRoundingRequest'>;

export const RateServiceRequest = {
  schema: 'RateServiceRequest',
  edit: 'Pages.Rates.Edit',
  create: 'Pages.Rates.Edit',
  fields: {
    code: { label: "Code", kind: "text", needed: "Enter a code", minLength: 1, maxLength: 32 },
    isActive: { label: "Active", kind: "flag", preset: true },
    isAdditional: { label: "Additional", kind: "flag", preset: false },
    minUnit: { label: "Minimum quantity", kind: "number", nullable: true },
    name: { label: "Name", kind: "text", needed: "Enter a name", minLength: 1, maxLength: 128 },
    rateCardId: { label: "Rate card", kind: "number", integer: true, preset: 0 },
  },
} as const satisfies Resource<'RateServiceRequest'>;

export const RateTermsRequest = {
  schema: 'RateTermsRequest',
  fields: {
    cubicAllowance: { label: "Cubic allowance", kind: "number", preset: 250 },
    fallsBackToWiderZones: { label: "Falls back to wider zones", kind: "flag", preset: false },
    itemsPriced: { label: "Items priced", kind: "choice", preset: "Together", enum: ["Together","Each"] },
    leviesCompound: { label: "Levies compound", kind: "flag", preset: false },
    zonesByPostcodeAlone: { label: "Zones by postcode alone", kind: "flag", preset: false },
  },
} as const satisfies Resource<'RateTermsRequest'>;

export const RateWaitingRequest = {
  schema: 'RateWaitingRequest',
  fields: {
    freeMinutes: { label: "Free minutes", kind: "number", integer: true, preset: 0 },
    pricePerStep: { label: "Price per step", kind: "number", needed: "Enter a number" },
    stepMinutes: { label: "Step minutes", kind: "number", needed: "Enter a number", integer: true },
  },
} as const satisfies Resource<'RateWaitingRequest'>;

export const RateZoneRequest = {
  schema: 'RateZoneRequest',
  edit: 'Pages.Rates.Edit',
  create: 'Pages.Rates.Edit',
  fields: {
    code: { label: "Code", kind: "text", needed: "Enter a code", minLength: 1, maxLength: 32 },
    isActive: { label: "Active", kind: "flag", preset: true },
    name: { label: "Name", kind: "text", needed: "Enter a name", minLength: 1, maxLength: 128 },
    rateCardId: { label: "Rate card", kind: "number", integer: true, preset: 0 },
  },
} as const satisfies Resource<'RateZoneRequest'>;

export const RePrice = {
  schema: 'RePrice',
  fields: {
    customerId: { label: "Customer", kind: "number", nullable: true, integer: true },
    fromDate: { label: "From date", kind: "date", needed: "Choose a day" },
    rateCardId: { label: "Rate card", kind: "number", needed: "Enter a number", integer: true },
    toDate: { label: "To date", kind: "date", needed: "Choose a day" },
  },
} as const satisfies Resource<'RePrice'>;

export const SaveRateMatrix = {
  schema: 'SaveRateMatrix',
  edit: 'Pages.Rates.Edit',
  create: 'Pages.Rates.Edit',
  fields: {
    rateServiceId: { label: "Rate service", kind: "number", needed: "Enter a number", integer: true },
  },
} as const satisfies Resource<'SaveRateMatrix'>;

export const Simulate = {
  schema: 'Simulate',
  fields: {
    rateCardIds: { label: "Rate card", kind: "list" },
  },
} as const satisfies Resource<'Simulate'>;
