// Ad hoc invoice draft: lines, totals, checks.
import { readNumber } from '@waybill/plugin';
import type { Schema } from '../../../api/types.ts';
import type { Problems, Rules } from '../../../kit/form-rules.ts';
import type { Translate } from '../../../lib/i18n.ts';
import { fromMinor, roundTo, toMinor } from '../../../lib/money.ts';

export interface AdhocLine {
  type: Schema<'InvoiceDetailType'>;
  description: string;
  referenceNo: string;
  amount: string;
  /** Empty: the tenant's rate. */
  tax: string;
}

export interface AdhocDraft {
  customerId: number | null;
  customerGuid: string | null;
  description: string;
  invoiceDate: string;
  dueDate: string;
  lines: AdhocLine[];
  service: string;
  commodity: string;
  frequency: string;
  transitTime: string;
  incoterm: string;
  customsEntries: string;
  bookingDate: string;
  totalWeight: string;
  totalVolume: string;
  chargeable: string;
  note: string;
}

export const MAX_LINES = 500;
export const newLine = (): AdhocLine => ({
  type: 'Freight',
  description: '',
  referenceNo: '',
  amount: '',
  tax: '',
});
export const emptyDraft = (): AdhocDraft => ({
  customerId: null,
  customerGuid: null,
  description: '',
  invoiceDate: '',
  dueDate: '',
  lines: [newLine()],
  service: '',
  commodity: '',
  frequency: '',
  transitTime: '',
  incoterm: '',
  customsEntries: '',
  bookingDate: '',
  totalWeight: '',
  totalVolume: '',
  chargeable: '',
  note: '',
});

/** True for lines that aren't sent. */
export const isBlank = ({ description, referenceNo, amount, tax }: AdhocLine): boolean =>
  [description, referenceNo, amount, tax].every((text) => text.trim() === '');

export interface Amounts {
  net: number;
  /** Null without a rate or typed tax. */
  tax: number | null;
  total: number | null;
}

/** Rounded like the host; null without a number. */
export function amountsOf(
  { amount, tax }: Pick<AdhocLine, 'amount' | 'tax'>,
  percent: number | null,
  digits: number,
): Amounts | null {
  const typed = readNumber(amount);
  if (typed === null) return null;
  const net = roundTo(typed, digits);
  const message =
    tax.trim() === '' ? (percent === null ? null : (net * percent) / 100) : readNumber(tax);
  if (message === null) return { net, tax: null, total: null };
  const rounded = roundTo(message, digits);
  return { net, tax: rounded, total: roundTo(net + rounded, digits) };
}

export function totalOf(
  lines: readonly AdhocLine[],
  percent: number | null,
  digits: number,
): Amounts {
  const all = lines.flatMap((line) => amountsOf(line, percent, digits) ?? []);
  const add = (amounts: readonly number[]) =>
    fromMinor(
      amounts.reduce((sum, one) => sum + toMinor(one, digits), 0),
      digits,
    );
  const taxes = all.flatMap(({ tax }) => tax ?? []);
  const net = add(all.map((one) => one.net));
  if (taxes.length < all.length) return { net, tax: null, total: null };
  const tax = add(taxes);
  return { net, tax, total: add([net, tax]) };
}

const TEXT = { max: 256 };
const SIZE = { number: { min: 0 } };

export function adhocRules({ lines }: AdhocDraft, t: Translate): Rules {
  const rules: Rules = {
    customerId: { needed: t('Choose a customer') },
    description: TEXT,
    service: TEXT,
    commodity: TEXT,
    frequency: TEXT,
    transitTime: TEXT,
    incoterm: { max: 16 },
    note: { max: 2000 },
    customsEntries: { number: { min: 0, integer: true } },
    totalWeight: SIZE,
    totalVolume: SIZE,
    chargeable: SIZE,
  };
  for (const [at, line] of lines.entries()) {
    if (isBlank(line)) continue;
    rules[`lines.${at}.amount`] = { needed: t('Enter the amount before tax'), number: {} };
    rules[`lines.${at}.tax`] = { number: {} };
    rules[`lines.${at}.description`] = TEXT;
    rules[`lines.${at}.referenceNo`] = TEXT;
  }
  return rules;
}

export function adhocProblems(draft: AdhocDraft, t: Translate): Problems {
  const problems: Problems = {};
  const { lines, description, invoiceDate, dueDate } = draft;
  if (lines.every(isBlank)) problems['lines.0.amount'] = t('Enter at least one line');
  for (const [at, line] of lines.entries()) {
    if (!isBlank(line) && line.description.trim() === '' && description.trim() === '')
      problems[`lines.${at}.description`] = t('Describe the charge');
    const [net, tax] = [readNumber(line.amount), readNumber(line.tax)];
    if (
      net !== null &&
      tax !== null &&
      tax !== 0 &&
      (Math.sign(tax) !== Math.sign(net) || Math.abs(tax) > Math.abs(net))
    )
      problems[`lines.${at}.tax`] = t('At most the amount that is taxed');
  }
  if (invoiceDate && dueDate && dueDate < invoiceDate)
    problems['dueDate'] = t('Not before the invoice date');
  return problems;
}

const orNull = (text: string): string | null => text.trim() || null;
const quantity = <Unit extends string>(text: string, unit: Unit) => {
  const value = readNumber(text);
  return value === null ? null : { value, unit };
};

export function toSent(draft: AdhocDraft): Schema<'AdhocInvoiceRequest'> {
  return {
    description: orNull(draft.description),
    invoiceDate: orNull(draft.invoiceDate),
    dueDate: orNull(draft.dueDate),
    bookingDate: orNull(draft.bookingDate),
    service: orNull(draft.service),
    commodity: orNull(draft.commodity),
    frequency: orNull(draft.frequency),
    transitTime: orNull(draft.transitTime),
    incoterm: orNull(draft.incoterm),
    customsEntries: readNumber(draft.customsEntries),
    totalWeight: quantity(draft.totalWeight, 'kg'),
    totalVolume: quantity(draft.totalVolume, 'm3'),
    chargeable: quantity(draft.chargeable, 'kg'),
    note: orNull(draft.note),
    invoiceLines: draft.lines
      .filter((line) => !isBlank(line))
      .map((line) => ({
        invoiceDetailType: line.type,
        description: line.description.trim(),
        referenceNo: orNull(line.referenceNo),
        taxExclusiveAmount: readNumber(line.amount) ?? 0,
        tax: readNumber(line.tax),
      })),
  };
}

const LINE_MEMBERS: Record<string, string> = {
  taxExclusiveAmount: 'amount',
  invoiceDetailType: 'type',
};

/** Wire paths count the blank lines left out. */
export function memberOf(lines: readonly AdhocLine[], member: string): string {
  const own = member.replace(/^adhocInvoice\./, '');
  const at = /^invoiceLines(?:\[(\d+)\]\.(.+))?$/.exec(own);
  if (!at) return own;
  const sent = [...lines.entries()].filter(([, line]) => !isBlank(line)).map(([place]) => place);
  return at[1] === undefined
    ? 'lines.0.amount'
    : `lines.${sent[Number(at[1])] ?? 0}.${LINE_MEMBERS[at[2] ?? ''] ?? at[2]}`;
}
