// Groups of invoices, shared by the list and the home page of finance.
import type { Schema } from '../api/types.ts';

type InvoiceStatus = Schema<'InvoiceStatus'>;
type CreditStatus = Schema<'CreditNoteStatus'>;

/** Groups of the list's chips. */
export type Group = 'draft' | 'ready' | 'unpaid' | 'due' | 'overdue' | 'settled';
const ASKED: readonly InvoiceStatus[] = [
  'Closed',
  'Approved',
  'Posted',
  'PartiallyPaid',
  'Disputed',
];
const GROUPS: Record<Exclude<Group, 'overdue'>, readonly InvoiceStatus[]> = {
  draft: ['Open'],
  ready: ['Closed', 'Approved'],
  unpaid: ['Posted', 'PartiallyPaid', 'Disputed'],
  // All debt, regardless of internal step.
  due: ASKED,
  settled: ['Paid', 'WrittenOff', 'Void'],
};
const among = (groupStatuses: readonly string[]) =>
  `status in (${groupStatuses.map((word) => `'${word}'`).join(',')})`;

/** Overdue begins the day after the due date. */
export function groupFilter(group: string, today: string): string {
  if (group === 'overdue')
    return `${among(ASKED)} and outstandingAmount gt 0 and dueDate lt ${today}`;
  const statusNames = (GROUPS as Record<string, readonly InvoiceStatus[]>)[group];
  return statusNames ? among(statusNames) : '';
}

export type CreditGroup = 'decide' | 'apply' | 'done';
const CREDIT_GROUPS: Record<CreditGroup, readonly CreditStatus[]> = {
  decide: ['Requested', 'UnderReview'],
  apply: ['Approved', 'PartiallyApproved'],
  done: ['Applied', 'Rejected', 'Voided'],
};
export const creditGroupFilter = (group: string): string => {
  const statuses = (CREDIT_GROUPS as Record<string, readonly CreditStatus[]>)[group];
  return statuses ? among(statuses) : '';
};
