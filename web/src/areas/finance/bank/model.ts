// Bank lines: states, proposals, operations.
import { readNumber } from '@waybill/plugin';
import type { Tone } from '@waybill/plugin';
import type { Schema } from '../../../api/types.ts';
import type { Fields } from '../../../kit/mapping/sample.ts';
import { msg, type Translate } from '../../../lib/i18n.ts';

export type Statement = Schema<'BankStatement'>;
export type Line = Schema<'MatchedBankLine'>;
export type LineStatus = Schema<'BankLineStatus'>;
export type Proposal = Schema<'BankProposal'>;
export type Template = Schema<'BankTemplate'>;
export type BankField = Schema<'BankField'>;

export const LINE_STATUSES: Record<LineStatus, { text: string; tone: Tone }> = {
  Open: { text: msg('To match'), tone: 'warning' },
  Accepted: { text: msg('Accepted'), tone: 'success' },
  Ignored: { text: msg('Ignored'), tone: 'neutral' },
  Outgoing: { text: msg('Outgoing'), tone: 'neutral' },
};

export const FORMATS: Record<Schema<'BankFormat'>, string> = {
  Csv: msg('Table'),
  Mt940: msg('MT940'),
  Camt053: msg('CAMT.053'),
  Bai2: msg('BAI2'),
};

export const REASONS: Record<Schema<'BankMatchReason'>, string> = {
  Reference: msg('Matching reference'),
  Amount: msg('Same amount'),
  Payer: msg('Known payer'),
};

export const BANK_FIELDS: Fields<BankField> = {
  titles: {
    date: msg('Date'),
    amount: msg('Amount, below 0 when paid out'),
    credit: msg('Paid in'),
    debit: msg('Paid out'),
    currency: msg('Currency'),
    payer: msg('Payer'),
    payerAccount: msg('Payer’s account'),
    reference: msg('Reference'),
    bankReference: msg('Bank’s reference'),
    description: msg('Description'),
  },
  names: {
    date: [
      'date',
      'bookingdate',
      'posteddate',
      'transactiondate',
      'buchungstag',
      'effectivedate',
      'fecha',
      'valuedate',
      'valuta',
    ],
    amount: ['amount', 'transactionamount', 'betrag', 'umsatz', 'importe', 'value'],
    credit: ['credit', 'creditamount', 'paidin', 'moneyin', 'deposit', 'haben'],
    debit: ['debit', 'debitamount', 'paidout', 'moneyout', 'withdrawal', 'soll'],
    currency: ['currency', 'wahrung', 'ccy', 'moneda'],
    payer: [
      'payer',
      'payername',
      'name',
      'counterparty',
      'otherparty',
      'auftraggeber',
      'auftraggeberempfanger',
      'ordenante',
    ],
    payerAccount: [
      'payeraccount',
      'otheraccount',
      'counterpartyaccount',
      'iban',
      'accountnumber',
      'kontonummer',
    ],
    reference: ['reference', 'ref', 'customerreference', 'kundenreferenz', 'referencia'],
    bankReference: [
      'bankreference',
      'transactionid',
      'transactionnumber',
      'uniqueid',
      'entryreference',
      'bankreferenz',
      'belegnr',
    ],
    description: [
      'description',
      'details',
      'narrative',
      'particulars',
      'memo',
      'verwendungszweck',
      'concepto',
    ],
  },
};

/** What a mapping of columns still needs. */
export const lackingBankField = (has: (field: BankField) => boolean, t: Translate): string | null =>
  !has('date')
    ? t('No column has the date.')
    : !has('amount') && !has('credit')
      ? t('No column has the amount.')
      : null;

/** The payer, else the bank's text. */
export const lineName = ({ payer, reference, description, lineNumber }: Line): string =>
  payer ?? reference ?? description ?? `#${lineNumber}`;

/** Bank details without the name. */
export function saidOf(line: Line): string {
  const texts = [line.reference, line.bankReference, line.description];
  return texts
    .filter((text, at) => text && text !== lineName(line) && texts.indexOf(text) === at)
    .join(' · ');
}

export const bestOf = ({ proposals }: Line): Proposal | null => proposals[0] ?? null;

export const confidenceTone = (confidence: number): Tone =>
  confidence >= 85 ? 'success' : confidence >= 50 ? 'info' : 'warning';

/** Unallocated amount. */
export function restOf(line: Pick<Line, 'amount'>, proposal: Proposal): number {
  const paid = proposal.invoices.reduce((sum, { amount }) => sum + Math.round(amount * 10_000), 0);
  return (Math.round(line.amount * 10_000) - paid) / 10_000;
}

/** Open lines of at least this confidence. */
export function sureOf(
  lines: readonly Line[],
  confidence: number,
): { lines: Line[]; amount: number } {
  const sure = lines.filter(
    (line) => line.status === 'Open' && (bestOf(line)?.confidence ?? 0) >= confidence,
  );
  return {
    lines: sure,
    amount: sure.reduce((sum, { amount }) => sum + Math.round(amount * 10_000), 0) / 10_000,
  };
}

/** Parses 1 to 100. */
export function readConfidence(text: string): number | null {
  const number = readNumber(text.trim().replace(/%$/, ''));
  return number !== null && Number.isInteger(number) && number >= 1 && number <= 100
    ? number
    : null;
}
