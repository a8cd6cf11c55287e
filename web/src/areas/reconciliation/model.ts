// Reconciliation types and labels.
import type { Tone } from '@waybill/plugin';
import type { Schema } from '../../api/types.ts';
import { msg } from '../../lib/i18n.ts';

export type Reconciliation = Schema<'ReconciliationView'>;
export type Line = Schema<'BookingReconciliation'>;
export type ServiceLine = Schema<'ReconciliationServiceLine'>;
export type Sums = Schema<'ReconciliationSums'>;
export type LineStatus = Schema<'LineStatus'>;
export type Hold = Schema<'Hold'>;
export type Operation = Schema<'LineOperation'>;
export type Template = Schema<'InvoiceTemplate'>;
export type Tolerance = Schema<'Tolerance'>;
export type Status = Schema<'ReconciliationStatus'>;

interface Look {
  text: string;
  tone: Tone;
}

export const STATUSES: Record<Status, Look> = {
  Uploaded: { text: msg('Waiting'), tone: 'neutral' },
  Processing: { text: msg('Processing'), tone: 'progress' },
  AwaitingApproval: { text: msg('To be approved'), tone: 'warning' },
  PartiallyApproved: { text: msg('Partly approved'), tone: 'info' },
  Approved: { text: msg('Approved'), tone: 'success' },
  Recharged: { text: msg('Approved, with recharges'), tone: 'success' },
  Failed: { text: msg('Failed'), tone: 'danger' },
};

export const LINE_STATUSES: Record<LineStatus, Look> = {
  Unmatched: { text: msg('No booking'), tone: 'danger' },
  Held: { text: msg('Held'), tone: 'warning' },
  Overcharged: { text: msg('Overcharged'), tone: 'warning' },
  Undercharged: { text: msg('Undercharged'), tone: 'info' },
  WithinTolerance: { text: msg('Within tolerance'), tone: 'neutral' },
  Matched: { text: msg('As quoted'), tone: 'neutral' },
  PreAuthorised: { text: msg('Pre-authorised'), tone: 'info' },
  Approved: { text: msg('Approved'), tone: 'success' },
  Absorbed: { text: msg('Absorbed'), tone: 'success' },
  Rejected: { text: msg('Disputed'), tone: 'danger' },
  Closed: { text: msg('Closed'), tone: 'neutral' },
  ExternallyInvoiced: { text: msg('Invoiced elsewhere'), tone: 'neutral' },
};

export const HOLDS: Record<Hold, string> = {
  SellUnderCost: msg('Sold below cost'),
  ZeroCost: msg('Zero cost'),
  TwiceInvoiced: msg('Invoiced twice'),
  ByHand: msg('Held manually'),
};

const DECIDED: readonly LineStatus[] = [
  'Approved',
  'Absorbed',
  'Rejected',
  'Closed',
  'ExternallyInvoiced',
];
export const isDecided = ({ status }: Pick<Line, 'status'>): boolean => DECIDED.includes(status);

/** Invoiced beyond the quote. */
export const difference = ({ carrierInvoicedAmount, carrierQuotedAmount }: Sums): number =>
  Math.round((carrierInvoicedAmount - carrierQuotedAmount) * 10_000) / 10_000;

export const decidedCount = ({ statuses }: Pick<Reconciliation, 'statuses'>): number =>
  statuses.reduce((sum, one) => sum + (isDecided(one) ? one.count : 0), 0);

export const lineName = ({ consignmentId, reference, fileLine }: Line): string =>
  consignmentId ?? reference ?? `#${fileLine}`;
