// Fields of API requests, generated from host/tests/openapi.json by `cargo xtask gen`; not to be edited.
import type { Resource } from '../resource.ts';

export const AcceptBankLine = {
  schema: 'AcceptBankLine',
  fields: {
    customerId: { label: "Customer", kind: "number", nullable: true, integer: true },
    lineId: { label: "Line", kind: "number", needed: "Enter a number", integer: true },
  },
} as const satisfies Resource<'AcceptBankLine'>;

export const AcceptBankLines = {
  schema: 'AcceptBankLines',
  fields: {
    minimumConfidence: { label: "Minimum confidence", kind: "number", needed: "Enter a number", integer: true },
    statementId: { label: "Statement", kind: "number", needed: "Enter a number", integer: true },
  },
} as const satisfies Resource<'AcceptBankLines'>;

export const AdhocInvoiceItemRequest = {
  schema: 'AdhocInvoiceItemRequest',
  fields: {
    description: { label: "Description", kind: "text", nullable: true },
    packageType: { label: "Package type", kind: "text", nullable: true },
    quantity: { label: "Quantity", kind: "number", integer: true, preset: 0 },
  },
} as const satisfies Resource<'AdhocInvoiceItemRequest'>;

export const AdhocInvoiceLineRequest = {
  schema: 'AdhocInvoiceLineRequest',
  fields: {
    description: { label: "Description", kind: "text" },
    invoiceDetailType: { label: "Invoice detail type", kind: "choice", nullable: true, enum: ["Freight","FuelLevy","Surcharge","Insurance","Fee","Duty","Tax","Discount","Adjustment","Credit"] },
    referenceNo: { label: "Reference no", kind: "text", nullable: true },
    service: { label: "Service", kind: "text", nullable: true },
    tax: { label: "Tax", kind: "number", nullable: true },
    taxExclusiveAmount: { label: "Tax exclusive amount", kind: "number", preset: 0 },
  },
} as const satisfies Resource<'AdhocInvoiceLineRequest'>;

export const AdhocInvoicePriceRequest = {
  schema: 'AdhocInvoicePriceRequest',
  fields: {
    carrierCostTax: { label: "Carrier cost tax", kind: "number", nullable: true },
    carrierCostTaxExclusive: { label: "Carrier cost tax exclusive", kind: "number", nullable: true },
    costTax: { label: "Cost tax", kind: "number", nullable: true },
    costTaxExclusive: { label: "Cost tax exclusive", kind: "number", preset: 0 },
    service: { label: "Service", kind: "text", nullable: true },
  },
} as const satisfies Resource<'AdhocInvoicePriceRequest'>;

export const AdhocInvoiceRequest = {
  schema: 'AdhocInvoiceRequest',
  fields: {
    bookingDate: { label: "Booking date", kind: "date", nullable: true },
    commodity: { label: "Commodity", kind: "text", nullable: true },
    customsEntries: { label: "Customs entries", kind: "number", nullable: true, integer: true },
    description: { label: "Description", kind: "text", nullable: true },
    dueDate: { label: "Due date", kind: "date", nullable: true },
    frequency: { label: "Frequency", kind: "text", nullable: true },
    incoterm: { label: "Incoterm", kind: "text", nullable: true },
    invoiceDate: { label: "Invoice date", kind: "date", nullable: true },
    note: { label: "Note", kind: "text", nullable: true },
    service: { label: "Service", kind: "text", nullable: true },
    transitTime: { label: "Transit time", kind: "text", nullable: true },
  },
} as const satisfies Resource<'AdhocInvoiceRequest'>;

export const AgentInvoiceRunRequest = {
  schema: 'AgentInvoiceRunRequest',
  fields: {
    driverIds: { label: "Driver", kind: "list", preset: [] },
    fromDate: { label: "From date", kind: "date", needed: "Choose a day" },
    invoiceDate: { label: "Invoice date", kind: "date", nullable: true },
    preview: { label: "Preview", kind: "flag", preset: false },
    toDate: { label: "To date", kind: "date", needed: "Choose a day" },
  },
} as const satisfies Resource<'AgentInvoiceRunRequest'>;

export const AllocatePayment = {
  schema: 'AllocatePayment',
  fields: {
    paymentId: { label: "Payment", kind: "number", needed: "Enter a number", integer: true },
  },
} as const satisfies Resource<'AllocatePayment'>;

export const BankColumn = {
  schema: 'BankColumn',
  fields: {
    field: { label: "Field", kind: "choice", enum: ["date","amount","credit","debit","currency","payer","payerAccount","reference","bankReference","description"] },
    heading: { label: "Heading", kind: "text" },
  },
} as const satisfies Resource<'BankColumn'>;

export const BankLineNote = {
  schema: 'BankLineNote',
  fields: {
    lineId: { label: "Line", kind: "number", needed: "Enter a number", integer: true },
    note: { label: "Note", kind: "text", nullable: true },
  },
} as const satisfies Resource<'BankLineNote'>;

export const BankTemplateRequest = {
  schema: 'BankTemplateRequest',
  edit: 'Pages.Finance.Remittance',
  create: 'Pages.Finance.Remittance',
  fields: {
    dayOrder: { label: "Day order", kind: "choice", preset: "DayFirst", enum: ["DayFirst","MonthFirst"] },
    decimalSign: { label: "Decimal sign", kind: "choice", preset: "Either", enum: ["Either","Point","Comma"] },
    isDefault: { label: "Default", kind: "flag", preset: false },
    name: { label: "Name", kind: "text" },
  },
} as const satisfies Resource<'BankTemplateRequest'>;

export const CreateCardPayment = {
  schema: 'CreateCardPayment',
  fields: {
    amount: { label: "Amount", kind: "number", needed: "Enter a number" },
    cardType: { label: "Card type", kind: "text", nullable: true },
    customerId: { label: "Customer", kind: "number", nullable: true, integer: true },
    note: { label: "Note", kind: "text", nullable: true },
    paymentNonce: { label: "Payment nonce", kind: "text" },
    reference: { label: "Reference", kind: "text", nullable: true },
  },
} as const satisfies Resource<'CreateCardPayment'>;

export const CreateLedgerLock = {
  schema: 'CreateLedgerLock',
  fields: {
    firstDay: { label: "First day", kind: "date", needed: "Choose a day" },
    lastDay: { label: "Last day", kind: "date", needed: "Choose a day" },
    note: { label: "Note", kind: "text", nullable: true },
  },
} as const satisfies Resource<'CreateLedgerLock'>;

export const CreatePayment = {
  schema: 'CreatePayment',
  fields: {
    currency: { label: "Currency", kind: "text", nullable: true },
    customerId: { label: "Customer", kind: "number", nullable: true, integer: true },
    note: { label: "Note", kind: "text", nullable: true },
    paidAmount: { label: "Paid amount", kind: "number", needed: "Enter a number" },
    paymentDate: { label: "Payment date", kind: "date", needed: "Choose a day" },
    paymentReferenceNumber: { label: "Payment reference number", kind: "text", nullable: true },
    paymentType: { label: "Payment type", kind: "choice", nullable: true, enum: ["CreditCard","BankTransfer","DirectDebit","Cheque","Cash","AccountCredit","Prepaid"] },
    remittanceNumber: { label: "Remittance number", kind: "text", nullable: true },
  },
} as const satisfies Resource<'CreatePayment'>;

export const CreateRemittance = {
  schema: 'CreateRemittance',
  fields: {
    customerId: { label: "Customer", kind: "number", nullable: true, integer: true },
    note: { label: "Note", kind: "text", nullable: true },
    paymentDate: { label: "Payment date", kind: "date", needed: "Choose a day" },
  },
} as const satisfies Resource<'CreateRemittance'>;

export const CustomerFeeRequest = {
  schema: 'CustomerFeeRequest',
  edit: 'Pages.Finance.Fees',
  create: 'Pages.Finance.Fees',
  fields: {
    customerId: { label: "Customer", kind: "number", integer: true, preset: 0 },
    effectiveDate: { label: "Effective date", kind: "date", nullable: true },
    expireDate: { label: "Expire date", kind: "date", nullable: true },
    feeId: { label: "Fee", kind: "number", integer: true, preset: 0 },
    isAccumulated: { label: "Accumulated", kind: "flag", preset: false },
    isActive: { label: "Active", kind: "flag", preset: true },
    minimum: { label: "Minimum", kind: "number", preset: 0 },
  },
} as const satisfies Resource<'CustomerFeeRequest'>;

export const DecidedCredit = {
  schema: 'DecidedCredit',
  fields: {
    approvedAmount: { label: "Approved amount", kind: "number", nullable: true },
    note: { label: "Note", kind: "text", nullable: true },
  },
} as const satisfies Resource<'DecidedCredit'>;

export const DecidedLine = {
  schema: 'DecidedLine',
  fields: {
    approvedAmount: { label: "Approved amount", kind: "number", nullable: true },
    note: { label: "Note", kind: "text", nullable: true },
  },
} as const satisfies Resource<'DecidedLine'>;

export const DunningRequest = {
  schema: 'DunningRequest',
  edit: 'Pages.Finance.Settings',
  create: 'Pages.Finance.Settings',
  fields: {
    isActive: { label: "Active", kind: "flag", preset: false },
    minimumAmount: { label: "Minimum amount", kind: "number", preset: 0 },
    netsUnapplied: { label: "Nets unapplied", kind: "flag", preset: false },
  },
} as const satisfies Resource<'DunningRequest'>;

export const DunningStepRequest = {
  schema: 'DunningStepRequest',
  fields: {
    daysOverdue: { label: "Days overdue", kind: "number", integer: true, preset: 0 },
    name: { label: "Name", kind: "text" },
    stopsCredit: { label: "Stops credit", kind: "flag", preset: false },
    subject: { label: "Subject", kind: "text", preset: "Overdue: {amount}" },
    text: { label: "Text", kind: "text", preset: "Hello {customer},\n\nthese invoices are overdue:\n\n{invoices}\n\nPlease pay {amount}.\n\n{brand}" },
  },
} as const satisfies Resource<'DunningStepRequest'>;

export const FeeCustomerRequest = {
  schema: 'FeeCustomerRequest',
  fields: {
    customerId: { label: "Customer", kind: "number", integer: true, preset: 0 },
    effectiveDate: { label: "Effective date", kind: "date", nullable: true },
    expireDate: { label: "Expire date", kind: "date", nullable: true },
    isAccumulated: { label: "Accumulated", kind: "flag", preset: false },
    isActive: { label: "Active", kind: "flag", preset: true },
    minimum: { label: "Minimum", kind: "number", preset: 0 },
  },
} as const satisfies Resource<'FeeCustomerRequest'>;

export const FeeRateRequest = {
  schema: 'FeeRateRequest',
  fields: {
    basic: { label: "Basic", kind: "number", preset: 0 },
    break: { label: "Break", kind: "number", nullable: true },
    order: { label: "Order", kind: "number", integer: true, preset: 0 },
    rate: { label: "Rate", kind: "number", preset: 0 },
  },
} as const satisfies Resource<'FeeRateRequest'>;

export const FeeRequest = {
  schema: 'FeeRequest',
  edit: 'Pages.Finance.Fees',
  create: 'Pages.Finance.Fees',
  fields: {
    applyOn: { label: "Apply on", kind: "choice", enum: ["Booking","Job","Invoice","Payment","Period","ScanEvent"] },
    calcMethod: { label: "Calc method", kind: "choice", enum: ["Percentage","Fixed","Override"] },
    customerTypes: { label: "Customer types", kind: "list", preset: [] },
    effectiveDate: { label: "Effective date", kind: "date", nullable: true },
    expireDate: { label: "Expire date", kind: "date", nullable: true },
    feeType: { label: "Fee type", kind: "choice", enum: ["FuelLevy","Residential","TailLift","ManualHandling","OversizeLength","DangerousGoods","Futile","WaitTime","Redelivery","Storage","Admin","CreditCardSurcharge","LatePayment","Insurance","Sms","AccountKeeping"] },
    invoiceType: { label: "Invoice type", kind: "choice", preset: "Fee", enum: ["Freight","AdHoc","Recharge","Fee","Storage","AgentRcti","OpeningBalance"] },
    isAccumulated: { label: "Accumulated", kind: "flag", preset: false },
    isActive: { label: "Active", kind: "flag", preset: true },
    isTaxApplicable: { label: "Tax applicable", kind: "flag", preset: true },
    minimum: { label: "Minimum", kind: "number", preset: 0 },
    name: { label: "Name", kind: "text" },
  },
} as const satisfies Resource<'FeeRequest'>;

export const GenerateAdhoc = {
  schema: 'GenerateAdhoc',
  fields: {
    customerId: { label: "Customer", kind: "number", needed: "Enter a number", integer: true },
  },
} as const satisfies Resource<'GenerateAdhoc'>;

export const ImportBankStatement = {
  schema: 'ImportBankStatement',
  fields: {
    account: { label: "Account", kind: "text", nullable: true },
    fileName: { label: "File name", kind: "text" },
    templateId: { label: "Template", kind: "number", nullable: true, integer: true },
  },
} as const satisfies Resource<'ImportBankStatement'>;

export const InvoiceRunQuery = {
  schema: 'InvoiceRunQuery',
  fields: {
    runId: { label: "Run", kind: "number", needed: "Enter a number", integer: true },
  },
} as const satisfies Resource<'InvoiceRunQuery'>;

export const InvoiceRunRequest = {
  schema: 'InvoiceRunRequest',
  fields: {
    bookingIds: { label: "Booking", kind: "list", preset: [] },
    customerIds: { label: "Customer", kind: "list", preset: [] },
    fromDate: { label: "From date", kind: "date", needed: "Choose a day" },
    invoiceDate: { label: "Invoice date", kind: "date", nullable: true },
    jobIds: { label: "Job", kind: "list", preset: [] },
    preview: { label: "Preview", kind: "flag", preset: false },
    toDate: { label: "To date", kind: "date", needed: "Choose a day" },
  },
} as const satisfies Resource<'InvoiceRunRequest'>;

export const InvoiceShare = {
  schema: 'InvoiceShare',
  fields: {
    amount: { label: "Amount", kind: "number", needed: "Enter a number" },
    invoiceId: { label: "Invoice", kind: "number", needed: "Enter a number", integer: true },
    note: { label: "Note", kind: "text", nullable: true },
  },
} as const satisfies Resource<'InvoiceShare'>;

export const LedgerCode = {
  schema: 'LedgerCode',
  fields: {
    account: { label: "Account", kind: "choice", enum: ["Receivable","Cash","Unapplied","Tax","Revenue","Surcharge","WriteOff","ExchangeDifference","OpeningBalance","Payable","InputTax","DriverCost"] },
    code: { label: "Code", kind: "text" },
  },
} as const satisfies Resource<'LedgerCode'>;

export const LowBalanceRuleRequest = {
  schema: 'LowBalanceRuleRequest',
  edit: 'Pages.Finance.Settings',
  create: 'Pages.Finance.Settings',
  fields: {
    isActive: { label: "Active", kind: "flag", preset: false },
    threshold: { label: "Threshold", kind: "number", preset: 0 },
  },
} as const satisfies Resource<'LowBalanceRuleRequest'>;

export const NumberSeriesRequest = {
  schema: 'NumberSeriesRequest',
  fields: {
    byUnit: { label: "By unit", kind: "flag", preset: false },
    byYear: { label: "By year", kind: "flag", preset: false },
    digits: { label: "Digits", kind: "number", integer: true, preset: 6 },
    kind: { label: "Kind", kind: "choice", preset: "Invoice", enum: ["Invoice","AdHocInvoice","RechargeInvoice","FeeInvoice","StorageInvoice","CreditNote","Remittance","AgentInvoice"] },
    postfix: { label: "Postfix", kind: "text" },
    prefix: { label: "Prefix", kind: "text" },
    start: { label: "Start", kind: "number", integer: true, preset: 1 },
  },
} as const satisfies Resource<'NumberSeriesRequest'>;

export const PaymentDetailsRequest = {
  schema: 'PaymentDetailsRequest',
  edit: 'Pages.Finance.Settings',
  create: 'Pages.Finance.Settings',
  fields: {
    accountName: { label: "Account name", kind: "text" },
    accountNumber: { label: "Account number", kind: "text" },
    bankCode: { label: "Bank code", kind: "text" },
    bankName: { label: "Bank name", kind: "text" },
    instructions: { label: "Instructions", kind: "text" },
    swiftCode: { label: "Swift code", kind: "text" },
  },
} as const satisfies Resource<'PaymentDetailsRequest'>;

export const ProcessAgentInvoices = {
  schema: 'ProcessAgentInvoices',
  fields: {
    ids: { label: "Ids", kind: "list" },
    note: { label: "Note", kind: "text", nullable: true },
    operation: { label: "Operation", kind: "choice", enum: ["Close","Approve","Pay","Void"] },
  },
} as const satisfies Resource<'ProcessAgentInvoices'>;

export const ProcessCredit = {
  schema: 'ProcessCredit',
  fields: {
    operation: { label: "Operation", kind: "choice", enum: ["Review","Approve","Reject","Apply","Void"] },
  },
} as const satisfies Resource<'ProcessCredit'>;

export const ProcessInvoices = {
  schema: 'ProcessInvoices',
  fields: {
    ids: { label: "Ids", kind: "list" },
    invoiceNumber: { label: "Invoice number", kind: "text", nullable: true },
    note: { label: "Note", kind: "text", nullable: true },
    operation: { label: "Operation", kind: "choice", enum: ["Close","Approve","Post","Void","WriteOff","Dispute","Resolve"] },
  },
} as const satisfies Resource<'ProcessInvoices'>;

export const RefundPayment = {
  schema: 'RefundPayment',
  fields: {
    amount: { label: "Amount", kind: "number", needed: "Enter a number" },
    invoiceId: { label: "Invoice", kind: "number", nullable: true, integer: true },
    note: { label: "Note", kind: "text", nullable: true },
    paymentId: { label: "Payment", kind: "number", needed: "Enter a number", integer: true },
    referenceNumber: { label: "Reference number", kind: "text", nullable: true },
    refundDate: { label: "Refund date", kind: "date", nullable: true },
  },
} as const satisfies Resource<'RefundPayment'>;

export const RemarkedLine = {
  schema: 'RemarkedLine',
  fields: {
    note: { label: "Note", kind: "text", nullable: true },
  },
} as const satisfies Resource<'RemarkedLine'>;

export const Remarks = {
  schema: 'Remarks',
  fields: {
    note: { label: "Note", kind: "text", nullable: true },
  },
} as const satisfies Resource<'Remarks'>;

export const RemittanceCancellation = {
  schema: 'RemittanceCancellation',
  fields: {
    note: { label: "Note", kind: "text", nullable: true },
  },
} as const satisfies Resource<'RemittanceCancellation'>;

export const RequestCredit = {
  schema: 'RequestCredit',
  fields: {
    amount: { label: "Amount", kind: "number", needed: "Enter a number" },
    customerId: { label: "Customer", kind: "number", nullable: true, integer: true },
    invoiceId: { label: "Invoice", kind: "number", needed: "Enter a number", integer: true },
    note: { label: "Note", kind: "text", nullable: true },
  },
} as const satisfies Resource<'RequestCredit'>;

export const RequestedLine = {
  schema: 'RequestedLine',
  fields: {
    amount: { label: "Amount", kind: "number", needed: "Enter a number" },
    creditNoteDetailType: { label: "Credit note detail type", kind: "choice", nullable: true, enum: ["Overcharge","ServiceFailure","Damage","Loss","Goodwill","Duplicate"] },
    invoiceDetailId: { label: "Invoice detail", kind: "number", needed: "Enter a number", integer: true },
    note: { label: "Note", kind: "text", nullable: true },
  },
} as const satisfies Resource<'RequestedLine'>;

export const ReversePayment = {
  schema: 'ReversePayment',
  fields: {
    note: { label: "Note", kind: "text", nullable: true },
    paymentId: { label: "Payment", kind: "number", needed: "Enter a number", integer: true },
    referenceNumber: { label: "Reference number", kind: "text", nullable: true },
    reversalDate: { label: "Reversal date", kind: "date", nullable: true },
  },
} as const satisfies Resource<'ReversePayment'>;

export const SendAgentInvoice = {
  schema: 'SendAgentInvoice',
  fields: {
    emailAddress: { label: "Email", kind: "text", nullable: true },
  },
} as const satisfies Resource<'SendAgentInvoice'>;

export const SendCreditNote = {
  schema: 'SendCreditNote',
  fields: {
    emailAddress: { label: "Email", kind: "text", nullable: true },
  },
} as const satisfies Resource<'SendCreditNote'>;

export const SendInvoice = {
  schema: 'SendInvoice',
  fields: {
    emailAddress: { label: "Email", kind: "text", nullable: true },
  },
} as const satisfies Resource<'SendInvoice'>;

export const SendStatement = {
  schema: 'SendStatement',
  fields: {
    customerId: { label: "Customer", kind: "number", nullable: true, integer: true },
    emailAddress: { label: "Email", kind: "text", nullable: true },
    fromDate: { label: "From date", kind: "date", needed: "Choose a day" },
    toDate: { label: "To date", kind: "date", needed: "Choose a day" },
  },
} as const satisfies Resource<'SendStatement'>;

export const UnitCodeRequest = {
  schema: 'UnitCodeRequest',
  fields: {
    code: { label: "Code", kind: "text" },
    organizationUnitId: { label: "Organization unit", kind: "number", integer: true, preset: 0 },
  },
} as const satisfies Resource<'UnitCodeRequest'>;

export const UpdateLowBalance = {
  schema: 'UpdateLowBalance',
  fields: {
    customerId: { label: "Customer", kind: "number", needed: "Enter a number", integer: true },
    threshold: { label: "Threshold", kind: "number", nullable: true },
  },
} as const satisfies Resource<'UpdateLowBalance'>;
