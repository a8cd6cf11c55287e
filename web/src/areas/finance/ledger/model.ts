// Ledger labels and links.
import type { Schema } from '../../../api/types.ts';
import { addDays } from '../../../lib/days.ts';
import { msg } from '../../../lib/i18n.ts';

export type Line = Schema<'NamedLedgerLine'>;
export type Account = Schema<'BookAccount'>;
export type Lock = Schema<'LedgerLock'>;
export type JournalFormat = 'csv' | 'xero' | 'myob';

export const ACCOUNTS: Record<Account, { text: string; hint: string }> = {
  Receivable: { text: msg('Receivable'), hint: msg('Customers’ debts on posted invoices') },
  Cash: { text: msg('Cash'), hint: msg('Payments received, less refunds and reversals') },
  Unapplied: {
    text: msg('Unapplied'),
    hint: msg('Payments and credits that reduce no invoice yet'),
  },
  Tax: { text: msg('Tax'), hint: msg('Tax charged, less tax credited') },
  Revenue: { text: msg('Revenue'), hint: msg('Charges and credits, before tax') },
  Surcharge: { text: msg('Surcharge'), hint: msg('Surcharges for card payments') },
  WriteOff: { text: msg('Write-off'), hint: msg('Invoices that are not expected to be paid') },
  ExchangeDifference: {
    text: msg('Exchange difference'),
    hint: msg('Gains and losses between an invoice in another currency and its payment'),
  },
  OpeningBalance: { text: msg('Opening balance'), hint: msg('Customer balances at the start') },
  Payable: { text: msg('Payable'), hint: msg('Owed to drivers on closed driver invoices') },
  InputTax: { text: msg('Input tax'), hint: msg('Tax that drivers charge') },
  DriverCost: { text: msg('Driver cost'), hint: msg('Charges of drivers, before tax') },
};

export const MOVEMENTS: Record<Schema<'LedgerMovement'>, string> = {
  InvoicePosted: msg('Invoice posted'),
  InvoiceWrittenOff: msg('Invoice written off'),
  CreditNoteApproved: msg('Credit note approved'),
  CreditNoteVoided: msg('Credit note voided'),
  CreditNoteApplied: msg('Credit note applied'),
  PaymentReceived: msg('Payment received'),
  PaymentAllocated: msg('Payment allocated'),
  PaymentRefunded: msg('Payment refunded'),
  PaymentReversed: msg('Payment reversed'),
  SurchargeRefunded: msg('Surcharge refunded'),
  AgentInvoiceClosed: msg('Driver invoice closed'),
  AgentInvoicePaid: msg('Driver invoice paid'),
  AgentInvoiceVoided: msg('Driver invoice voided'),
};

export const JOURNALS: Record<JournalFormat, { text: string; hint: string }> = {
  csv: { text: msg('CSV'), hint: msg('Every line of the ledger, with its account and code.') },
  xero: {
    text: msg('Xero'),
    hint: msg('A journal for each day, as Xero imports manual journals: at most 300 lines a file.'),
  },
  myob: {
    text: msg('MYOB'),
    hint: msg('Journal entries as MYOB imports them, with tabs between the fields.'),
  },
};

/** Credit note or payment before invoice. */
export function lineHref({
  agentInvoiceId,
  creditNoteId,
  paymentId,
  invoiceId,
}: Pick<Line, 'agentInvoiceId' | 'creditNoteId' | 'paymentId' | 'invoiceId'>): string | null {
  if (agentInvoiceId !== null) return `/finance/driver-invoices/${agentInvoiceId}`;
  if (creditNoteId !== null) return `/finance/credit-notes/${creditNoteId}`;
  if (paymentId !== null) return `/finance/payments/${paymentId}`;
  return invoiceId === null ? null : `/finance/invoices/${invoiceId}`;
}

/** The customer's name, or the driver's. */
export const partyOf = ({ customerName, driverName }: Pick<Line, 'customerName' | 'driverName'>) =>
  driverName ?? customerName;

/** The previous calendar month. */
export function monthBefore(today: string): { from: string; to: string } {
  const to = addDays(`${today.slice(0, 7)}-01`, -1);
  return { from: `${to.slice(0, 7)}-01`, to };
}

/** Next period: after the last lock to the end of the previous month. */
export function nextLock(
  locks: readonly Pick<Lock, 'lastDay'>[],
  today: string,
): { firstDay: string; lastDay: string } {
  const { from, to } = monthBefore(today);
  const last = locks
    .map(({ lastDay }) => lastDay)
    .toSorted()
    .at(-1);
  const firstDay = last === undefined ? from : addDays(last, 1);
  return firstDay <= to ? { firstDay, lastDay: to } : { firstDay, lastDay: '' };
}

/** The server's format. */
export const CODE = /^[A-Za-z0-9.-]{1,10}$/;
