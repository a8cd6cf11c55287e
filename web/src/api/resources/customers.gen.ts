// Fields of API requests, generated from host/tests/openapi.json by `cargo xtask gen`; not to be edited.
import type { Resource } from '../resource.ts';

export const AddCustomerNote = {
  schema: 'AddCustomerNote',
  fields: {
    customerId: { label: "Customer", kind: "number", needed: "Enter a number", integer: true },
  },
} as const satisfies Resource<'AddCustomerNote'>;

export const AllCustomerSettingsRequest = {
  schema: 'AllCustomerSettingsRequest',
  edit: 'Pages.Customer.Edit',
  create: 'Pages.Customer.Edit',
  fields: {
    customerId: { label: "Customer", kind: "number", integer: true, preset: 0 },
  },
} as const satisfies Resource<'AllCustomerSettingsRequest'>;

export const BookingSettingsRequest = {
  schema: 'BookingSettingsRequest',
  edit: 'Pages.Customer.Edit',
  create: 'Pages.Customer.Edit',
  fields: {
    atl: { label: "Atl", kind: "flag", preset: false },
    notification: { label: "Notification", kind: "flag", preset: false },
  },
} as const satisfies Resource<'BookingSettingsRequest'>;

export const ClaimRequest = {
  schema: 'ClaimRequest',
  edit: 'Pages.Claim.Edit',
  create: 'Pages.Claim.Edit',
  fields: {
    amount: { label: "Amount", kind: "number", preset: 0, minimum: 0, maximum: 1000000 },
    consignment: { label: "Consignment", kind: "text", needed: "Enter the consignment number", minLength: 1, maxLength: 50 },
    description: { label: "Description", kind: "text", maxLength: 500 },
    reason: { label: "Reason", kind: "choice", preset: "Damage", enum: ["Loss","Damage","Delay","Other"] },
  },
} as const satisfies Resource<'ClaimRequest'>;

export const CostCenterRequest = {
  schema: 'CostCenterRequest',
  edit: 'Pages.CostCenter.Edit',
  create: 'Pages.CostCenter.Edit',
  fields: {
    code: { label: "Code", kind: "text", needed: "Enter a code", minLength: 1, maxLength: 32 },
    isActive: { label: "Active", kind: "flag", preset: true },
    isDefault: { label: "Default", kind: "flag", preset: false },
    name: { label: "Name", kind: "text", needed: "Enter a name", minLength: 1, maxLength: 128 },
  },
} as const satisfies Resource<'CostCenterRequest'>;

export const CustomerAccount = {
  schema: 'CustomerAccount',
  fields: {
    bookingEmail: { label: "Booking email", kind: "text", nullable: true, maxLength: 256 },
    closingTime: { label: "Closing time", kind: "text", nullable: true },
    contact: { label: "Contact", kind: "text", nullable: true, maxLength: 32 },
    contactName: { label: "Contact name", kind: "text", nullable: true, maxLength: 128 },
    customerLogo: { label: "Customer logo", kind: "text", nullable: true, maxLength: 128 },
    email: { label: "Email", kind: "text", nullable: true, maxLength: 256 },
    mobile: { label: "Mobile", kind: "text", nullable: true, maxLength: 32 },
    openDaysOfWeek: { label: "Open days of week", kind: "list", preset: [] },
    openingTime: { label: "Opening time", kind: "text", nullable: true },
    specialInstructions: { label: "Instructions for the driver", kind: "text", nullable: true, maxLength: 2000 },
  },
} as const satisfies Resource<'CustomerAccount'>;

export const CustomerFeatureChange = {
  schema: 'CustomerFeatureChange',
  fields: {
    name: { label: "Name", kind: "text" },
    value: { label: "Value", kind: "text", nullable: true },
  },
} as const satisfies Resource<'CustomerFeatureChange'>;

export const CustomerFeatureChanges = {
  schema: 'CustomerFeatureChanges',
  fields: {
    customerId: { label: "Customer", kind: "number", needed: "Enter a number", integer: true },
  },
} as const satisfies Resource<'CustomerFeatureChanges'>;

export const CustomerProductRequest = {
  schema: 'CustomerProductRequest',
  edit: 'Pages.Product.Edit',
  create: 'Pages.Product.Edit',
  fields: {
    dangerousGoodsCategoryId: { label: "Class", kind: "number", nullable: true, integer: true },
    description: { label: "Description", kind: "text", nullable: true, maxLength: 256 },
    isActive: { label: "Active", kind: "flag", preset: true },
    isDangerousGood: { label: "Dangerous goods", kind: "flag", preset: false },
    name: { label: "Name", kind: "text", needed: "Enter a name", minLength: 1, maxLength: 128 },
    packageType: { label: "Package type", kind: "text", nullable: true, maxLength: 32 },
    productCode: { label: "Code", kind: "text", needed: "Enter a code", minLength: 1, maxLength: 32 },
  },
} as const satisfies Resource<'CustomerProductRequest'>;

export const CustomerReferenceRequest = {
  schema: 'CustomerReferenceRequest',
  edit: 'Pages.Reference.Edit',
  create: 'Pages.Reference.Edit',
  fields: {
    description: { label: "Description", kind: "text", nullable: true, maxLength: 256 },
    displayOnInvoice: { label: "Show on invoices", kind: "flag", preset: false },
    isActive: { label: "Active", kind: "flag", preset: true },
    isRequired: { label: "Required", kind: "flag", preset: false },
    name: { label: "Name", kind: "text", needed: "Enter a name", minLength: 1, maxLength: 64 },
  },
} as const satisfies Resource<'CustomerReferenceRequest'>;

export const CustomerRequest = {
  schema: 'CustomerRequest',
  edit: 'Pages.Customer.Edit',
  create: 'Pages.Customer.Create',
  fields: {
    abn: { label: "ABN", kind: "text", nullable: true },
    accountManager: { label: "Account manager", kind: "text", nullable: true, maxLength: 128 },
    accountName: { label: "Account name", kind: "text", nullable: true, maxLength: 128 },
    accountStatus: { label: "Account status", kind: "choice", enum: ["Pending","Active","OnHold","CreditStop","Suspended","Closed"] },
    acn: { label: "Acn", kind: "text", nullable: true },
    atiInsuredValue: { label: "Ati insured value", kind: "number", nullable: true },
    atiOptIn: { label: "Ati opt in", kind: "flag", preset: false },
    atiType: { label: "Ati type", kind: "text", nullable: true, maxLength: 64 },
    bookingEmail: { label: "Booking email", kind: "text", nullable: true, maxLength: 256 },
    businessIndustry: { label: "Business industry", kind: "text", nullable: true, maxLength: 128 },
    businessType: { label: "Business type", kind: "text", nullable: true, maxLength: 64 },
    businessWebsiteURL: { label: "Business website url", kind: "text", nullable: true, maxLength: 256 },
    canSendDG: { label: "Can send dg", kind: "flag", preset: false },
    closingTime: { label: "Closing time", kind: "text", nullable: true },
    code: { label: "Code", kind: "text", maxLength: 32 },
    companyName: { label: "Company", kind: "text", nullable: true, maxLength: 128 },
    contact: { label: "Contact", kind: "text", nullable: true, maxLength: 32 },
    contactName: { label: "Contact name", kind: "text", nullable: true, maxLength: 128 },
    creditLimit: { label: "Credit limit", kind: "number", nullable: true },
    currency: { label: "Currency", kind: "text", nullable: true },
    customerGuid: { label: "Customer guid", kind: "text", preset: "00000000-0000-0000-0000-000000000000" },
    customerLogo: { label: "Customer logo", kind: "text", nullable: true, maxLength: 256 },
    customerName: { label: "Customer name", kind: "text", nullable: true, maxLength: 128 },
    customerSource: { label: "Customer source", kind: "text", nullable: true, maxLength: 128 },
    dateOfRegistration: { label: "Date of registration", kind: "moment" },
    email: { label: "Email", kind: "text", nullable: true, maxLength: 256 },
    expectedNoOfBookings: { label: "Expected no of bookings", kind: "number", nullable: true, integer: true, minimum: 0, maximum: 1000000000 },
    expectedNoOfBookingsDuration: { label: "Expected no of bookings duration", kind: "choice", nullable: true, enum: ["Day","Week","Month","Quarter","Year"] },
    expectedRevenue: { label: "Expected revenue", kind: "number", nullable: true },
    expectedRevenueDuration: { label: "Expected revenue duration", kind: "choice", nullable: true, enum: ["Day","Week","Month","Quarter","Year"] },
    invoicePeriod: { label: "Invoice period", kind: "text", nullable: true, maxLength: 64 },
    isActive: { label: "Active", kind: "flag", preset: false },
    isBusiness: { label: "Business", kind: "flag", preset: false },
    isInvoicable: { label: "Invoicable", kind: "flag", preset: false },
    lastBookingDate: { label: "Last booking date", kind: "moment", nullable: true },
    mobile: { label: "Mobile", kind: "text", nullable: true, maxLength: 32 },
    openDaysOfWeek: { label: "Open days of week", kind: "list", preset: [] },
    openingTime: { label: "Opening time", kind: "text", nullable: true },
    organizationUnitId: { label: "Organization unit", kind: "number", nullable: true, integer: true },
    paymentTerms: { label: "Payment terms", kind: "text", nullable: true },
    salesPerson: { label: "Sales person", kind: "text", nullable: true, maxLength: 128 },
    specialInstructions: { label: "Instructions for the driver", kind: "text", nullable: true, maxLength: 2000 },
    type: { label: "Type", kind: "choice", enum: ["Account","Payg","Prepaid","Guest"] },
    yearsInBusiness: { label: "Years in business", kind: "number", nullable: true, integer: true, minimum: 0, maximum: 1000 },
  },
} as const satisfies Resource<'CustomerRequest'>;

export const CustomerTerms = {
  schema: 'CustomerTerms',
  fields: {
    accountManager: { label: "Account manager", kind: "text", nullable: true },
    accountStatus: { label: "Account status", kind: "choice", enum: ["Pending","Active","OnHold","CreditStop","Suspended","Closed"] },
    creditLimit: { label: "Credit limit", kind: "number", nullable: true },
    invoicePeriod: { label: "Invoice period", kind: "text", nullable: true },
    paymentTerms: { label: "Payment terms", kind: "text", nullable: true },
  },
} as const satisfies Resource<'CustomerTerms'>;

export const ECommerceStore = {
  schema: 'ECommerceStore',
  edit: 'Pages.Customer.Edit',
  create: 'Pages.Customer.Edit',
  fields: {
    cartName: { label: "Name", kind: "text", nullable: true, maxLength: 128 },
    isActive: { label: "Active", kind: "flag", preset: true },
    storeKey: { label: "Store key", kind: "text", needed: "Enter a store key", minLength: 1, maxLength: 64 },
    storeType: { label: "Platform", kind: "text", needed: "Enter the platform", minLength: 1, maxLength: 32 },
  },
} as const satisfies Resource<'ECommerceStore'>;

export const FieldRequirementRequest = {
  schema: 'FieldRequirementRequest',
  edit: 'Pages.Customer.Edit',
  create: 'Pages.Customer.Edit',
  fields: {
    isEnable: { label: "Enable", kind: "flag", preset: false },
    isRequired: { label: "Required", kind: "flag", preset: false },
  },
} as const satisfies Resource<'FieldRequirementRequest'>;

export const FrequentAddressRequest = {
  schema: 'FrequentAddressRequest',
  edit: 'Pages.FrequentAddress.Edit',
  create: 'Pages.FrequentAddress.Edit',
  fields: {
    addressLine1: { label: "Street and number", kind: "text", nullable: true, maxLength: 128 },
    addressLine2: { label: "Unit, floor or building", kind: "text", nullable: true, maxLength: 128 },
    addressLine3: { label: "Address line 3", kind: "text", nullable: true, maxLength: 128 },
    companyName: { label: "Company", kind: "text", nullable: true, maxLength: 128 },
    contactName: { label: "Contact name", kind: "text", nullable: true, maxLength: 128 },
    country: { label: "Country", kind: "text", nullable: true, maxLength: 64 },
    countryCode: { label: "Country", kind: "text" },
    email: { label: "Email", kind: "text", nullable: true, maxLength: 256 },
    isActive: { label: "Active", kind: "flag", preset: true },
    isDefault: { label: "Default", kind: "flag", preset: false },
    name: { label: "Name", kind: "text", needed: "Enter a name", minLength: 1, maxLength: 128 },
    nickname: { label: "Short name", kind: "text", nullable: true, maxLength: 64 },
    postCode: { label: "Postcode", kind: "text", needed: "Enter a value", minLength: 1, maxLength: 16 },
    specialInstructions: { label: "Instructions for the driver", kind: "text", nullable: true, maxLength: 2000 },
    state: { label: "State", kind: "text", nullable: true, maxLength: 64 },
    stateCode: { label: "State", kind: "text", nullable: true, maxLength: 16 },
    suburb: { label: "Suburb", kind: "text", needed: "Enter a value", minLength: 1, maxLength: 64 },
    telephone: { label: "Telephone", kind: "text", nullable: true, maxLength: 32 },
    type: { label: "Type", kind: "choice", nullable: true, enum: ["Residential","Business"] },
  },
} as const satisfies Resource<'FrequentAddressRequest'>;

export const ImportCustomers = {
  schema: 'ImportCustomers',
  fields: {
    dryRun: { label: "Dry run", kind: "flag", preset: false },
    fileId: { label: "File", kind: "number", needed: "Enter a number", integer: true },
  },
} as const satisfies Resource<'ImportCustomers'>;

export const ImportFile = {
  schema: 'ImportFile',
  fields: {
    customerId: { label: "Customer", kind: "number", nullable: true, integer: true },
    dryRun: { label: "Dry run", kind: "flag", preset: false },
    fileId: { label: "File", kind: "number", needed: "Enter a number", integer: true },
    inBackground: { label: "In background", kind: "flag", preset: false },
  },
} as const satisfies Resource<'ImportFile'>;

export const ProcessClaims = {
  schema: 'ProcessClaims',
  fields: {
    ids: { label: "Ids", kind: "list" },
    operation: { label: "Operation", kind: "choice", enum: ["Lodge","Accept","Decline","Pay","Reopen","Edit","Delete"] },
  },
} as const satisfies Resource<'ProcessClaims'>;

export const Register = {
  schema: 'Register',
  fields: {
    companyName: { label: "Company", kind: "text", nullable: true },
    contact: { label: "Contact", kind: "text", nullable: true },
    contactName: { label: "Contact name", kind: "text", nullable: true },
    customerSource: { label: "Customer source", kind: "text", nullable: true },
    email: { label: "Email", kind: "text" },
    isBusiness: { label: "Business", kind: "flag", preset: false },
    password: { label: "Password", kind: "text" },
  },
} as const satisfies Resource<'Register'>;

export const SaveClaim = {
  schema: 'SaveClaim',
  edit: 'Pages.Claim.Edit',
  create: 'Pages.Claim.Edit',
  fields: {
    customerId: { label: "Customer", kind: "number", nullable: true, integer: true },
  },
} as const satisfies Resource<'SaveClaim'>;

export const SaveCostCenter = {
  schema: 'SaveCostCenter',
  edit: 'Pages.CostCenter.Edit',
  create: 'Pages.CostCenter.Edit',
  fields: {
    customerId: { label: "Customer", kind: "number", nullable: true, integer: true },
  },
} as const satisfies Resource<'SaveCostCenter'>;

export const SaveECommerceStore = {
  schema: 'SaveECommerceStore',
  edit: 'Pages.Customer.Edit',
  create: 'Pages.Customer.Edit',
  fields: {
    customerId: { label: "Customer", kind: "number", needed: "Enter a number", integer: true },
  },
} as const satisfies Resource<'SaveECommerceStore'>;

export const SaveFrequentAddress = {
  schema: 'SaveFrequentAddress',
  edit: 'Pages.FrequentAddress.Edit',
  create: 'Pages.FrequentAddress.Edit',
  fields: {
    customerId: { label: "Customer", kind: "number", nullable: true, integer: true },
  },
} as const satisfies Resource<'SaveFrequentAddress'>;

export const SaveGoods = {
  schema: 'SaveGoods',
  fields: {
    customerId: { label: "Customer", kind: "number", needed: "Enter a number", integer: true },
  },
} as const satisfies Resource<'SaveGoods'>;

export const SaveProduct = {
  schema: 'SaveProduct',
  edit: 'Pages.Product.Edit',
  create: 'Pages.Product.Edit',
  fields: {
    customerId: { label: "Customer", kind: "number", nullable: true, integer: true },
  },
} as const satisfies Resource<'SaveProduct'>;

export const SaveReference = {
  schema: 'SaveReference',
  edit: 'Pages.Reference.Edit',
  create: 'Pages.Reference.Edit',
  fields: {
    customerId: { label: "Customer", kind: "number", nullable: true, integer: true },
  },
} as const satisfies Resource<'SaveReference'>;

export const SentGood = {
  schema: 'SentGood',
  fields: {
    unNumber: { label: "Un number", kind: "text", nullable: true },
    unPackageGroup: { label: "Un package group", kind: "text", nullable: true },
  },
} as const satisfies Resource<'SentGood'>;

export const SentStoreParams = {
  schema: 'SentStoreParams',
  fields: {
    accessToken: { label: "Access token", kind: "text", nullable: true },
    apiKey: { label: "Api key", kind: "text", nullable: true },
    apiSecret: { label: "Api secret", kind: "text", nullable: true },
  },
} as const satisfies Resource<'SentStoreParams'>;

export const UpdateCustomerAccount = {
  schema: 'UpdateCustomerAccount',
  fields: {
    customerId: { label: "Customer", kind: "number", nullable: true, integer: true },
  },
} as const satisfies Resource<'UpdateCustomerAccount'>;
