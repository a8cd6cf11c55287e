// Tests of reference fields.
import { expect, it } from 'vitest';
import { referenceDrafts, referencesBody } from './references.ts';

const fields = [
  { id: 1, name: 'PO number', description: 'From the order', isRequired: true },
  { id: 2, name: 'Project', description: null, isRequired: false },
];

it('shows every field, with what the booking says in it', () => {
  expect(referenceDrafts(fields, [{ referenceId: 2, name: 'Project', value: 'North' }])).toEqual([
    {
      referenceId: 1,
      name: 'PO number',
      description: 'From the order',
      isRequired: true,
      value: '',
    },
    { referenceId: 2, name: 'Project', description: '', isRequired: false, value: 'North' },
  ]);
});

it('keeps what was said in a field that is gone', () => {
  const drafts = referenceDrafts(fields, [
    { referenceId: 9, name: 'Old field', value: 'x' },
    { referenceId: 8, name: 'Empty', value: '' },
  ]);
  expect(drafts.map(({ name, isRequired }) => [name, isRequired])).toEqual([
    ['PO number', true],
    ['Project', false],
    ['Old field', false],
  ]);
});

it('sends all fields in their order, without stray blanks', () => {
  const drafts = referenceDrafts(fields, [{ referenceId: 1, value: ' PO-7 ' }]);
  expect(referencesBody(drafts)).toEqual([
    { referenceId: 1, value: 'PO-7' },
    { referenceId: 2, value: '' },
  ]);
});
