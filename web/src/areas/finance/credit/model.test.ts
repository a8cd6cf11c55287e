// Tests of credit notes.
import { expect, test } from 'vitest';
import { some } from '../../../../test/some.ts';
import {
  amountProblem,
  creditedOf,
  creditGroupFilter,
  isCreditPossible,
  sumOf,
  type WholeCreditNote,
} from './model.ts';

test('the server decides what can be done', () => {
  expect(isCreditPossible('Void', { allowedOperations: ['Apply', 'Void'] })).toBe(true);
  expect(isCreditPossible('Void', { allowedOperations: ['Apply'] })).toBe(false);
});

test('a request counts by what it asks for, a decision by what it gives, what was given up not at all', () => {
  const note = (
    status: WholeCreditNote['status'],
    creditNoteNumber: string | null,
    amount: number,
    approvedAmount: number,
  ) =>
    some<WholeCreditNote>({
      status,
      creditNoteNumber,
      details: [{ invoiceDetailId: 1, amount, approvedAmount }],
    });
  const notes = [
    note('Requested', null, 0.1, 0),
    note('PartiallyApproved', 'CN1', 5, 0.2),
    note('Rejected', null, 9, 0),
    note('Voided', 'CN2', 9, 9),
  ];
  expect([...creditedOf(notes)]).toEqual([[1, 0.3]]);
});

test('an amount has the sign of its line, and no more than is left of it', () => {
  const of = (left: number, ...texts: string[]) =>
    texts.map((text) => amountProblem(text, left, 2));
  expect(of(10, '', '0', '10', '10.01', '-1', '1.005', 'x')).toEqual([
    null,
    null,
    null,
    'tooMuch',
    'sign',
    'digits',
    'number',
  ]);
  expect(of(-10, '-10', '1', '-11')).toEqual([null, 'sign', 'tooMuch']);
  expect(of(0, '1')).toEqual(['tooMuch']);
});

test('sums are exact, and groups are statuses', () => {
  expect(sumOf([0.1, 0.2, null])).toBe(0.3);
  expect(creditGroupFilter('apply')).toBe("status in ('Approved','PartiallyApproved')");
  expect(creditGroupFilter('else')).toBe('');
});
