// Tests of bank lines.
import { ApiError } from '@waybill/plugin';
import { expect, test } from 'vitest';
import { some } from '../../../../test/some.ts';
import {
  lineName,
  readConfidence,
  restOf,
  saidOf,
  sureOf,
  type Line,
  type Proposal,
  type Statement,
} from './model.ts';
import { refusedNotes, rejectedNotes, wrongLines } from './queries.ts';

const proposal = (confidence: number, ...amounts: number[]) =>
  some<Proposal>({
    customerId: 1,
    customerName: 'Bluegum',
    confidence,
    reasons: [],
    invoices: amounts.map((amount, at) => ({ invoiceId: at, invoiceNumber: `INV${at}`, amount })),
  });
const NO_TEXTS = { payer: null, reference: null, bankReference: null, description: null };
const line = (id: number, amount: number, status: Line['status'], ...proposals: Proposal[]) =>
  some<Line>({ id, amount, status, proposals, lineNumber: id, ...NO_TEXTS });

test('a line is called by who paid, else by what the bank says', () => {
  expect(lineName({ ...line(7, 1, 'Open'), description: 'Thanks' })).toBe('Thanks');
  expect(lineName(line(7, 1, 'Open'))).toBe('#7');
  expect(
    saidOf({ ...line(7, 1, 'Open'), payer: 'B G W', reference: 'R1', description: 'Thanks' }),
  ).toBe('R1 · Thanks');
  expect(saidOf({ ...line(7, 1, 'Open'), reference: 'R1' })).toBe('');
  expect(
    saidOf({ ...line(7, 1, 'Open'), payer: 'B G W', reference: 'R1', bankReference: 'B2' }),
  ).toBe('R1 · B2');
  expect(
    saidOf({ ...line(7, 1, 'Open'), payer: 'B G W', reference: 'R1', bankReference: 'R1' }),
  ).toBe('R1');
});

test('sure are open lines whose best proposal has the confidence, to the cent', () => {
  const lines = [
    line(1, 0.1, 'Open', proposal(90)),
    line(2, 0.2, 'Open', proposal(95), proposal(40)),
    line(3, 5, 'Open', proposal(75)),
    line(4, 9, 'Accepted', proposal(100)),
    line(5, 1, 'Open'),
  ];
  expect(sureOf(lines, 90)).toEqual({ lines: [lines[0], lines[1]], amount: 0.3 });
  expect(sureOf(lines, 75).lines).toHaveLength(3);
});

test('what a proposal leaves of the line stays unallocated', () => {
  expect(restOf({ amount: 100.3 }, proposal(90, 100.1, 0.1))).toBe(0.1);
  expect(restOf({ amount: 100 }, proposal(90, 100))).toBe(0);
});

test('a confidence is a whole number from 1 to 100', () => {
  expect(['90', ' 75% ', '0', '101', '7.5', '', 'x'].map(readConfidence)).toEqual([
    90,
    75,
    null,
    null,
    null,
    null,
    null,
  ]);
});

test('a refusal names the lines of the file', () => {
  const error = new ApiError(400, 'no', {
    validationErrors: [
      { message: 'must be a day', members: ['line[3].date'] },
      { message: 'is broken', members: ['line[2]'] },
      { message: 'is required', members: ['fileName'] },
    ],
  });
  expect(wrongLines(error)).toEqual([
    { index: 3, column: 'date', message: 'must be a day' },
    { index: 2, message: 'is broken' },
  ]);
});

test('lines that could not be read are counted as people see them in the file', () => {
  const imported = (bankFormat: 'Csv' | 'Mt940') =>
    rejectedNotes(
      some({
        statement: some<Statement>({ bankFormat }),
        rejectedLines: [
          { line: 6, field: bankFormat === 'Csv' ? 'date' : null, message: 'is broken' },
        ],
      }),
    );
  expect(imported('Csv')).toEqual([{ index: 6, column: 'date', message: 'is broken' }]);
  expect(imported('Mt940')).toEqual([{ index: 5, message: 'is broken' }]);
  const error = new ApiError(400, 'no', {
    validationErrors: [{ message: 'is broken', members: ['line[6]'] }],
  });
  expect(
    [refusedNotes('a.csv', error), refusedNotes('a.sta', error)].map(([note]) => note?.index),
  ).toEqual([6, 5]);
});
