// Tests of invoice groups and operations.
import { expect, test } from 'vitest';
import {
  canBePaid,
  canBeSent,
  customerName,
  groupFilter,
  invoiceName,
  isPossible,
  statuses,
  type InvoiceStatus,
  type Operation,
} from './model.ts';

const all = Object.keys(statuses) as InvoiceStatus[];

test('the server decides what can be done', () => {
  const invoice = { allowedOperations: ['Approve', 'Void'] as Operation[] };
  expect(isPossible('Approve', invoice)).toBe(true);
  expect(isPossible('Close', invoice)).toBe(false);
});

test('drafts are not sent, and only what is posted is paid', () => {
  expect(all.filter((status) => !canBeSent({ status }))).toEqual(['Open', 'Void']);
  expect(all.filter((status) => canBePaid({ status }))).toEqual(['Posted', 'PartiallyPaid']);
});

test('each chip has its condition; overdue begins the day after the due date', () => {
  expect(groupFilter('draft', '2026-03-02')).toBe("status in ('Open')");
  expect(groupFilter('overdue', '2026-03-02')).toMatch(
    /^status in \('Closed',.*\) and outstandingAmount gt 0 and dueDate lt 2026-03-02$/,
  );
  // Customers see a closed invoice as unpaid.
  expect(groupFilter('due', '2026-03-02')).toMatch(/^status in \('Closed',/);
  expect(groupFilter('nonsense', '2026-03-02')).toBe('');
});

test('a draft is called by its id, a customer by the first name that is set', () => {
  expect([
    invoiceName({ id: 4, invoiceNumber: null }),
    invoiceName({ id: 4, invoiceNumber: 'INV000001' }),
  ]).toEqual(['#4', 'INV000001']);
  expect(customerName({ companyName: ' ', customerName: 'Jo', code: 'C1' })).toBe('Jo');
  expect(customerName({ companyName: null, code: 'C1' })).toBe('C1');
});
