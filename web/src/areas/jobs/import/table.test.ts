// Columns of imported jobs: found by their own names, in words, and by those of other systems.
import { expect, it } from 'vitest';
import { inThisLanguage } from '../../../kit/import/languages.ts';
import { recognised } from '../../../kit/import/matching.ts';
import { JOB_TABLE } from './table.ts';

const found = (...headings: string[]) => recognised(headings, JOB_TABLE.columns, inThisLanguage);

it('finds each column by its id and by its heading', () => {
  const ids = JOB_TABLE.columns.map(({ id }) => id);
  expect(new Set(ids).size).toBe(42);
  expect(found(...ids)).toEqual(ids);
  expect(found(...JOB_TABLE.columns.map(({ header }) => header))).toEqual(ids);
});

it('finds columns of other systems', () => {
  expect(
    found(
      'Order number',
      'Sender name',
      'Receiver suburb',
      'Delivery postcode',
      'Qty',
      'kg',
      '???',
    ),
  ).toEqual(['jobref', 'fromcompany', 'tosuburb', 'topostcode', 'quantity', 'weight', '']);
});
