// Tests of ad hoc invoice drafts.
import { expect, test } from 'vitest';
import {
  adhocProblems,
  adhocRules,
  amountsOf,
  emptyDraft,
  memberOf,
  newLine,
  toSent,
  totalOf,
} from './draft.ts';

const t = (text: string) => text;
const line = (amount: string, tax = '', description = 'Storage') => ({
  ...newLine(),
  amount,
  tax,
  description,
});

test('every line is rounded with its tax, and the invoice is the sum of its lines', () => {
  expect(amountsOf(line('100.005'), 10, 2)).toEqual({ net: 100.01, tax: 10, total: 110.01 });
  expect(totalOf([line('100.005'), line('20', '0'), line('nonsense'), newLine()], 10, 2)).toEqual({
    net: 120.01,
    tax: 10,
    total: 130.01,
  });
  // Taxed by line: 0.01 each, not 0.02 together.
  expect(totalOf([line('0.05'), line('0.05'), line('0.05')], 10, 2)).toEqual({
    net: 0.15,
    tax: 0.03,
    total: 0.18,
  });
});

test('without the rate the tax is known only where it was typed', () => {
  expect(totalOf([line('10', '1')], null, 2)).toEqual({ net: 10, tax: 1, total: 11 });
  expect(totalOf([line('10', '1'), line('5')], null, 2)).toEqual({
    net: 15,
    tax: null,
    total: null,
  });
});

test('blank lines are not sent, and refusals find the lines that were', () => {
  const draft = { ...emptyDraft(), lines: [newLine(), line('10'), line('-5', '-0.5')] };
  expect(toSent(draft).invoiceLines).toEqual([
    {
      invoiceDetailType: 'Freight',
      description: 'Storage',
      referenceNo: null,
      taxExclusiveAmount: 10,
      tax: null,
    },
    {
      invoiceDetailType: 'Freight',
      description: 'Storage',
      referenceNo: null,
      taxExclusiveAmount: -5,
      tax: -0.5,
    },
  ]);
  expect(memberOf(draft.lines, 'adhocInvoice.invoiceLines[1].taxExclusiveAmount')).toBe(
    'lines.2.amount',
  );
  expect(memberOf(draft.lines, 'adhocInvoice.dueDate')).toBe('dueDate');
  expect(memberOf(draft.lines, 'adhocInvoice.invoiceLines')).toBe('lines.0.amount');
});

test('what is wrong stands where it is', () => {
  const draft = {
    ...emptyDraft(),
    invoiceDate: '2026-03-02',
    dueDate: '2026-03-01',
    lines: [line('10', '11'), line('5', '', ''), newLine()],
  };
  expect(Object.keys(adhocProblems(draft, t)).toSorted()).toEqual([
    'dueDate',
    'lines.0.tax',
    'lines.1.description',
  ]);
  expect(adhocProblems(emptyDraft(), t)).toHaveProperty(['lines.0.amount']);
  expect(Object.keys(adhocRules(draft, t))).not.toContain('lines.2.amount');
});
