// Labels and operations of finance documents.
import type { Tone } from '@waybill/plugin';
import type { Schema } from '../../api/types.ts';
import { msg } from '../../lib/i18n.ts';

export type Invoice = Schema<'Invoice'>;
export type WholeInvoice = Schema<'WholeInvoice'>;
export type InvoiceStatus = Schema<'InvoiceStatus'>;
export type Operation = Schema<'InvoiceOperation'>;
export type Payment = Schema<'WholePayment'>;
export type Remittance = Schema<'WholeRemittance'>;
export type Run = Schema<'InvoiceRunResult'>;

export const statuses: Record<InvoiceStatus, { text: string; tone: Tone }> = {
  Open: { text: msg('Open'), tone: 'neutral' },
  Closed: { text: msg('Closed'), tone: 'info' },
  Approved: { text: msg('Approved'), tone: 'info' },
  Posted: { text: msg('Posted'), tone: 'progress' },
  PartiallyPaid: { text: msg('Partially paid'), tone: 'warning' },
  Paid: { text: msg('Paid'), tone: 'success' },
  Disputed: { text: msg('Disputed'), tone: 'danger' },
  Void: { text: msg('Voided'), tone: 'neutral' },
  WrittenOff: { text: msg('Written off'), tone: 'neutral' },
};

export const invoiceTypes: Record<Schema<'InvoiceType'>, string> = {
  Freight: msg('Freight'),
  AdHoc: msg('Ad hoc'),
  Recharge: msg('Recharge'),
  Fee: msg('Fee'),
  Storage: msg('Storage'),
  AgentRcti: msg('Agent RCTI'),
  OpeningBalance: msg('Opening balance'),
};

export const lineTypes: Record<Schema<'InvoiceDetailType'>, string> = {
  Freight: msg('Freight'),
  FuelLevy: msg('Fuel levy'),
  Surcharge: msg('Surcharge'),
  Insurance: msg('Insurance'),
  Fee: msg('Fee'),
  Duty: msg('Duty'),
  Tax: msg('Tax'),
  Discount: msg('Discount'),
  Adjustment: msg('Adjustment'),
  Credit: msg('Credit'),
};

export const events: Record<Schema<'InvoiceEvent'>, string> = {
  Created: msg('Created'),
  Closed: msg('Closed'),
  Approved: msg('Approved'),
  Posted: msg('Posted'),
  Voided: msg('Voided'),
  WrittenOff: msg('Written off'),
  Disputed: msg('Disputed'),
  Resolved: msg('Dispute resolved'),
  MailQueued: msg('Email queued'),
  Mailed: msg('Sent'),
  MailFailed: msg('Email not sent'),
  PaymentReceived: msg('Payment received'),
  PaymentRefunded: msg('Payment refunded'),
  PaymentReversed: msg('Payment reversed'),
  Credited: msg('Credited'),
};

export const paymentTypes: Record<Schema<'PaymentType'>, string> = {
  BankTransfer: msg('Bank transfer'),
  CreditCard: msg('Credit card'),
  DirectDebit: msg('Direct debit'),
  Cheque: msg('Cheque'),
  Cash: msg('Cash'),
  AccountCredit: msg('Account credit'),
  Prepaid: msg('Prepaid'),
};

/** Labels of payment entries. */
export const detailTypes: Record<Schema<'PaymentPartType'>, string> = {
  Invoice: msg('Invoice'),
  Surcharge: msg('Surcharge'),
  Unallocated: msg('Unallocated'),
  Refund: msg('Refund'),
};

export const remittanceStatuses: Record<
  Schema<'RemittanceStatus'>,
  { text: string; tone: Tone }
> = {
  Pending: { text: msg('Pending'), tone: 'info' },
  PartiallyPaid: { text: msg('Partially paid'), tone: 'warning' },
  Paid: { text: msg('Paid'), tone: 'success' },
  Cancelled: { text: msg('Cancelled'), tone: 'neutral' },
};

/** Pairs in order. */
export const choices = <Word extends string, Text>(table: Record<Word, Text>) =>
  Object.entries(table) as [Word, Text][];

export const isPossible = (
  operation: Operation,
  { allowedOperations }: Pick<Invoice, 'allowedOperations'>,
): boolean => allowedOperations.includes(operation);

/** True if numbered and not voided. */
export const canBeSent = ({ status }: Pick<Invoice, 'status'>): boolean =>
  status !== 'Open' && status !== 'Void';

/** Statuses open to allocation. */
export const PAYABLE = ['Posted', 'PartiallyPaid'] as const satisfies readonly InvoiceStatus[];
export const canBePaid = ({ status }: Pick<Invoice, 'status'>): boolean =>
  status === 'Posted' || status === 'PartiallyPaid';

/** "INV000012"; drafts have no number. */
export const invoiceName = ({ id, invoiceNumber }: Pick<Invoice, 'id' | 'invoiceNumber'>): string =>
  invoiceNumber ?? `#${id}`;

type Customer = Partial<
  Pick<Invoice['customer'], 'companyName' | 'customerName' | 'contactName' | 'code'>
>;

/** The first set, as on the PDF. */
export const customerName = ({
  companyName,
  customerName: name,
  contactName,
  code,
}: Customer): string =>
  [companyName, name, contactName, code].find((one) => one?.trim())?.trim() ?? '';

export { groupFilter, type Group } from '../../lib/invoices.ts';
