// What fields of the API's requests may hold, generated from host/tests/openapi.json by `cargo xtask gen`; not to be edited.
// Only forms import it, so that the first page does not carry it.
import type { Limits } from '../lib/limits.ts';

export const AdhocInvoiceLineRequest = {
  invoiceDetailType: {"enum":["Freight","FuelLevy","Surcharge","Insurance","Fee","Duty","Tax","Discount","Adjustment","Credit"]},
} as const satisfies Record<string, Limits>;

export const BankColumn = {
  field: {"enum":["date","amount","credit","debit","currency","payer","payerAccount","reference","bankReference","description"]},
} as const satisfies Record<string, Limits>;

export const BankTemplateRequest = {
  dayOrder: {"enum":["DayFirst","MonthFirst"]},
  decimalSign: {"enum":["Either","Point","Comma"]},
} as const satisfies Record<string, Limits>;

export const Batch = {
  labelFormat: {"enum":["Pdf","A4","Zpl","Png"]},
} as const satisfies Record<string, Limits>;

export const BookingInput = {
  deliveryInstructions: {"maxLength":500},
  insuranceType: {"enum":["Standard","Premium","ATI"]},
  orderNumber: {"maxLength":64},
  promoCode: {"maxLength":64},
  reference: {"maxLength":64},
  specialInstructions: {"maxLength":500},
  storeKey: {"maxLength":64},
} as const satisfies Record<string, Limits>;

export const Bulk = {
  labelFormat: {"enum":["Pdf","A4","Zpl","Png"]},
} as const satisfies Record<string, Limits>;

export const CarrierAccount = {
  code: {"maxLength":32,"minLength":2},
  name: {"maxLength":128,"minLength":1},
} as const satisfies Record<string, Limits>;

export const CostCenterRequest = {
  code: {"maxLength":32,"minLength":1},
  name: {"maxLength":128,"minLength":1},
} as const satisfies Record<string, Limits>;

export const CreatePayment = {
  paymentType: {"enum":["CreditCard","BankTransfer","DirectDebit","Cheque","Cash","AccountCredit","Prepaid"]},
} as const satisfies Record<string, Limits>;

export const CustomerAccount = {
  bookingEmail: {"maxLength":256},
  contact: {"maxLength":32},
  contactName: {"maxLength":128},
  customerLogo: {"maxLength":128},
  email: {"maxLength":256},
  mobile: {"maxLength":32},
  specialInstructions: {"maxLength":2000},
} as const satisfies Record<string, Limits>;

export const CustomerInput = {
  caller: {"maxLength":128},
  costCenter: {"maxLength":128},
  reference: {"maxLength":64},
  type: {"enum":["Account","Payg","Prepaid","Guest"]},
} as const satisfies Record<string, Limits>;

export const CustomerProductRequest = {
  description: {"maxLength":256},
  name: {"maxLength":128,"minLength":1},
  packageType: {"maxLength":32},
  productCode: {"maxLength":32,"minLength":1},
} as const satisfies Record<string, Limits>;

export const CustomerReferenceRequest = {
  description: {"maxLength":256},
  name: {"maxLength":64,"minLength":1},
} as const satisfies Record<string, Limits>;

export const CustomerRequest = {
  accountManager: {"maxLength":128},
  accountName: {"maxLength":128},
  accountStatus: {"enum":["Pending","Active","OnHold","CreditStop","Suspended","Closed"]},
  atiType: {"maxLength":64},
  bookingEmail: {"maxLength":256},
  businessIndustry: {"maxLength":128},
  businessType: {"maxLength":64},
  businessWebsiteURL: {"maxLength":256},
  code: {"maxLength":32},
  companyName: {"maxLength":128},
  contact: {"maxLength":32},
  contactName: {"maxLength":128},
  customerLogo: {"maxLength":256},
  customerName: {"maxLength":128},
  customerSource: {"maxLength":128},
  email: {"maxLength":256},
  expectedNoOfBookings: {"maximum":1000000000,"minimum":0},
  expectedNoOfBookingsDuration: {"enum":["Day","Week","Month","Quarter","Year"]},
  expectedRevenueDuration: {"enum":["Day","Week","Month","Quarter","Year"]},
  invoicePeriod: {"maxLength":64},
  mobile: {"maxLength":32},
  salesPerson: {"maxLength":128},
  specialInstructions: {"maxLength":2000},
  type: {"enum":["Account","Payg","Prepaid","Guest"]},
  yearsInBusiness: {"maximum":1000,"minimum":0},
} as const satisfies Record<string, Limits>;

export const CustomerTerms = {
  accountStatus: {"enum":["Pending","Active","OnHold","CreditStop","Suspended","Closed"]},
} as const satisfies Record<string, Limits>;

export const DetailsInput = {
  consignmentId: {"maxLength":64},
  manifestId: {"maxLength":64},
  note: {"maxLength":4000},
  pickupRequestId: {"maxLength":64},
} as const satisfies Record<string, Limits>;

export const ECommerceStore = {
  cartName: {"maxLength":128},
  storeKey: {"maxLength":64,"minLength":1},
  storeType: {"maxLength":32,"minLength":1},
} as const satisfies Record<string, Limits>;

export const EditionRequest = {
  displayName: {"maxLength":64,"minLength":1},
  name: {"maxLength":64,"minLength":1},
} as const satisfies Record<string, Limits>;

export const EmailRequest = {
  smtpPort: {"maximum":65535,"minimum":0},
} as const satisfies Record<string, Limits>;

export const FeeRequest = {
  applyOn: {"enum":["Booking","Job","Invoice","Payment","Period","ScanEvent"]},
  calcMethod: {"enum":["Percentage","Fixed","Override"]},
  feeType: {"enum":["FuelLevy","Residential","TailLift","ManualHandling","OversizeLength","DangerousGoods","Futile","WaitTime","Redelivery","Storage","Admin","CreditCardSurcharge","LatePayment","Insurance","Sms","AccountKeeping"]},
  invoiceType: {"enum":["Freight","AdHoc","Recharge","Fee","Storage","AgentRcti","OpeningBalance"]},
} as const satisfies Record<string, Limits>;

export const FrequentAddressRequest = {
  addressLine1: {"maxLength":128},
  addressLine2: {"maxLength":128},
  addressLine3: {"maxLength":128},
  companyName: {"maxLength":128},
  contactName: {"maxLength":128},
  country: {"maxLength":64},
  email: {"maxLength":256},
  name: {"maxLength":128,"minLength":1},
  nickname: {"maxLength":64},
  postCode: {"maxLength":16,"minLength":1},
  specialInstructions: {"maxLength":2000},
  state: {"maxLength":64},
  stateCode: {"maxLength":16},
  suburb: {"maxLength":64,"minLength":1},
  telephone: {"maxLength":32},
  type: {"enum":["Residential","Business"]},
} as const satisfies Record<string, Limits>;

export const InvoiceColumn = {
  field: {"enum":["consignmentId","reference","serviceCode","serviceName","chargedWeight","chargedVolume","taxExclusiveAmount","tax","invoiceNumber","invoiceDate"]},
} as const satisfies Record<string, Limits>;

export const InvoiceTemplateRequest = {
  carrier: {"maxLength":64,"minLength":1},
  dayOrder: {"enum":["DayFirst","MonthFirst"]},
  decimalSign: {"enum":["Either","Point","Comma"]},
  name: {"maxLength":100,"minLength":1},
  weightUnit: {"enum":["kg","lb","g","t"]},
} as const satisfies Record<string, Limits>;

export const KeyFor = {
  addresses: {"maxItems":32},
  name: {"maxLength":128},
} as const satisfies Record<string, Limits>;

export const LanguageForm = {
  displayName: {"maxLength":64,"minLength":1},
  icon: {"maxLength":64},
  name: {"minLength":1},
} as const satisfies Record<string, Limits>;

export const LedgerCode = {
  account: {"enum":["Receivable","Cash","Unapplied","Tax","Revenue","Surcharge","WriteOff","ExchangeDifference","OpeningBalance"]},
} as const satisfies Record<string, Limits>;

export const LevyRequest = {
  feeType: {"enum":["Residential","TailLift","ManualHandling","OversizeLength","DangerousGoods","Futile","WaitTime","Redelivery","Storage","Admin","Insurance"]},
} as const satisfies Record<string, Limits>;

export const LevyWhenRequest = {
  case: {"enum":["Option","OverLength","OverWeight","Zone","DangerousGoods","Residential"]},
} as const satisfies Record<string, Limits>;

export const MarkupRate = {
  calcMethod: {"enum":["Percentage","Fixed","Override"]},
} as const satisfies Record<string, Limits>;

export const NewPasskey = {
  name: {"maxLength":128},
} as const satisfies Record<string, Limits>;

export const NewUnit = {
  displayName: {"maxLength":128},
} as const satisfies Record<string, Limits>;

export const NumberSeriesRequest = {
  kind: {"enum":["Invoice","AdHocInvoice","RechargeInvoice","FeeInvoice","StorageInvoice","CreditNote","Remittance"]},
} as const satisfies Record<string, Limits>;

export const ProcessCredit = {
  operation: {"enum":["Review","Approve","Reject","Apply","Void"]},
} as const satisfies Record<string, Limits>;

export const ProcessInvoices = {
  operation: {"enum":["Close","Approve","Post","Void","WriteOff","Dispute","Resolve"]},
} as const satisfies Record<string, Limits>;

export const ProcessJobs = {
  operation: {"enum":["Retry","Discard","Cancel"]},
} as const satisfies Record<string, Limits>;

export const ProcessLines = {
  operation: {"enum":["Approve","Absorb","Recharge","Reject","Hold","Release","Close","PreAuthorise","ExternallyInvoiced"]},
} as const satisfies Record<string, Limits>;

export const ProcessRateCards = {
  operation: {"enum":["Retire","Activate"]},
} as const satisfies Record<string, Limits>;

export const PromoCodeRequest = {
  code: {"maxLength":64,"minLength":1},
  description: {"maxLength":500},
  maxUses: {"maximum":1000000000,"minimum":1},
  maxUsesPerCustomer: {"maximum":1000000000,"minimum":1},
} as const satisfies Record<string, Limits>;

export const QuantityInDistanceUnit = {
  unit: {"enum":["m","km","mi"]},
} as const satisfies Record<string, Limits>;

export const QuantityInLengthUnit = {
  unit: {"enum":["mm","cm","m","in","ft"]},
} as const satisfies Record<string, Limits>;

export const QuantityInTimeUnit = {
  unit: {"enum":["s","min","h"]},
} as const satisfies Record<string, Limits>;

export const QuantityInVolumeUnit = {
  unit: {"enum":["m3","l","cm3","ft3"]},
} as const satisfies Record<string, Limits>;

export const QuantityInWeightUnit = {
  unit: {"enum":["kg","g","lb","t","oz"]},
} as const satisfies Record<string, Limits>;

export const QuoteAsk = {
  insuranceType: {"enum":["Standard","Premium","ATI"]},
} as const satisfies Record<string, Limits>;

export const RateCardRequest = {
  code: {"maxLength":32,"minLength":1},
  description: {"maxLength":1000},
  kind: {"enum":["Cost","Sale"]},
  name: {"maxLength":128,"minLength":1},
} as const satisfies Record<string, Limits>;

export const RateDetailRequest = {
  rateType: {"enum":["Basic","Break","Flat"]},
} as const satisfies Record<string, Limits>;

export const RateQuoteAsk = {
  kind: {"enum":["Cost","Sale"]},
} as const satisfies Record<string, Limits>;

export const RateRequest = {
  calculationMethod: {"enum":["Flat","PerKg","PerItem","PerPallet","PerCubicMetre","PerKm","PerHour"]},
} as const satisfies Record<string, Limits>;

export const RateRoundingRequest = {
  mode: {"enum":["Up","Nearest"]},
} as const satisfies Record<string, Limits>;

export const RateServiceRequest = {
  code: {"maxLength":32,"minLength":1},
  name: {"maxLength":128,"minLength":1},
} as const satisfies Record<string, Limits>;

export const RateTermsRequest = {
  itemsPriced: {"enum":["Together","Each"]},
} as const satisfies Record<string, Limits>;

export const RateZoneRequest = {
  code: {"maxLength":32,"minLength":1},
  name: {"maxLength":128,"minLength":1},
} as const satisfies Record<string, Limits>;

export const RenamedPasskey = {
  name: {"maxLength":128},
} as const satisfies Record<string, Limits>;

export const RenamedUnit = {
  displayName: {"maxLength":128},
} as const satisfies Record<string, Limits>;

export const RequestedLine = {
  creditNoteDetailType: {"enum":["Overcharge","ServiceFailure","Damage","Loss","Goodwill","Duplicate"]},
} as const satisfies Record<string, Limits>;

export const RoleInput = {
  displayName: {"maxLength":64},
} as const satisfies Record<string, Limits>;

export const SidebarLinkRequest = {
  icon: {"maxLength":64},
  sortOrder: {"maximum":1000000,"minimum":-1000000},
  title: {"maxLength":64,"minLength":1},
  url: {"maxLength":2048,"minLength":1},
} as const satisfies Record<string, Limits>;

export const StartTwoFactor = {
  provider: {"enum":["Authenticator","Email","Passkey"]},
} as const satisfies Record<string, Limits>;

export const TenantForm = {
  name: {"maxLength":128,"minLength":1},
} as const satisfies Record<string, Limits>;

export const ToleranceRequest = {
  appliesTo: {"enum":["Total","FuelLevy"]},
  effect: {"enum":["Absorb","PassOn"]},
  measure: {"enum":["Amount","Percent"]},
  side: {"enum":["Above","Below"]},
} as const satisfies Record<string, Limits>;

export const UpdateProfile = {
  emailAddress: {"maxLength":256,"minLength":1},
  name: {"maxLength":64,"minLength":1},
  phoneNumber: {"maxLength":32},
  surname: {"maxLength":64},
} as const satisfies Record<string, Limits>;

export const UserInput = {
  emailAddress: {"maxLength":256,"minLength":1},
  name: {"maxLength":64,"minLength":1},
  phoneNumber: {"maxLength":32},
  surname: {"maxLength":64},
  userName: {"maxLength":256,"minLength":1},
} as const satisfies Record<string, Limits>;

export const ViewConfigurationRequest = {
  key: {"maxLength":128,"minLength":1},
  value: {"maxLength":65536},
  view: {"maxLength":128,"minLength":1},
} as const satisfies Record<string, Limits>;

export const WebhookSubscription = {
  description: {"maxLength":1000},
  name: {"maxLength":128,"minLength":1},
  url: {"maxLength":2000,"minLength":1},
} as const satisfies Record<string, Limits>;
