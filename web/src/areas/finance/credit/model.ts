// Credit notes: statuses, reasons, operations.
import { readNumber } from '@waybill/plugin';
import type { Tone } from '@waybill/plugin';
import type { Schema } from '../../../api/types.ts';
import { msg } from '../../../lib/i18n.ts';
import type { InvoiceStatus, WholeInvoice } from '../model.ts';
import { roundTo } from '../../../lib/money.ts';

export type CreditNote = Schema<'CreditNote'>;
export type WholeCreditNote = Schema<'WholeCreditNote'>;
export type CreditStatus = Schema<'CreditNoteStatus'>;
export type CreditOperation = Schema<'CreditNoteOperation'>;
export type CreditReason = Schema<'CreditNoteDetailType'>;

export const CREDIT_STATUSES: Record<CreditStatus, { text: string; tone: Tone }> = {
  Requested: { text: msg('Requested'), tone: 'warning' },
  UnderReview: { text: msg('Under review'), tone: 'info' },
  Approved: { text: msg('Approved'), tone: 'progress' },
  PartiallyApproved: { text: msg('Approved in part'), tone: 'progress' },
  Rejected: { text: msg('Rejected'), tone: 'danger' },
  Applied: { text: msg('Applied'), tone: 'success' },
  Voided: { text: msg('Voided'), tone: 'neutral' },
};

export const CREDIT_REASONS: Record<CreditReason, string> = {
  Overcharge: msg('Overcharged'),
  ServiceFailure: msg('Service failure'),
  Damage: msg('Damage'),
  Loss: msg('Loss'),
  Goodwill: msg('Goodwill'),
  Duplicate: msg('Charged twice'),
};

export const isCreditPossible = (
  operation: CreditOperation,
  { allowedOperations }: Pick<CreditNote, 'allowedOperations'>,
): boolean => allowedOperations.includes(operation);

export const isApproved = ({ creditNoteNumber }: Pick<CreditNote, 'creditNoteNumber'>): boolean =>
  creditNoteNumber !== null;

/** "CN000012"; a request has no number. */
export const creditName = ({
  id,
  creditNoteNumber,
}: Pick<CreditNote, 'id' | 'creditNoteNumber'>): string => creditNoteNumber ?? `#${id}`;

const CREDITED: readonly InvoiceStatus[] = ['Posted', 'PartiallyPaid', 'Paid', 'Disputed'];
export const canBeCredited = ({ status }: Pick<WholeInvoice, 'status'>): boolean =>
  CREDITED.includes(status);

export { creditGroupFilter, type CreditGroup } from '../../../lib/invoices.ts';

const exact = (value: number) => Math.round(value * 10_000) / 10_000;

/** Approved or pending amounts by line. */
export function creditedOf(
  notes: readonly Pick<WholeCreditNote, 'status' | 'creditNoteNumber' | 'details'>[],
): Map<number, number> {
  const sums = new Map<number, number>();
  for (const note of notes) {
    if (note.status === 'Rejected' || note.status === 'Voided') continue;
    for (const { invoiceDetailId, amount, approvedAmount } of note.details)
      sums.set(
        invoiceDetailId,
        exact((sums.get(invoiceDetailId) ?? 0) + (isApproved(note) ? approvedAmount : amount)),
      );
  }
  return sums;
}

export type AmountProblem = 'number' | 'tooMuch' | 'sign' | 'digits';

/** The amount has the line's sign. */
export function amountProblem(text: string, left: number, digits: number): AmountProblem | null {
  if (text.trim() === '') return null;
  const amount = readNumber(text);
  if (amount === null) return 'number';
  if (amount !== 0 && Math.sign(amount) !== Math.sign(left)) return left === 0 ? 'tooMuch' : 'sign';
  if (Math.abs(amount) > Math.abs(left)) return 'tooMuch';
  return roundTo(amount, digits) === amount ? null : 'digits';
}

export const sumOf = (amounts: readonly (number | null)[]): number =>
  exact(amounts.reduce<number>((sum, amount) => sum + (amount ?? 0), 0));
