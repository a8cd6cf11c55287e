// Tests of audit values and links.
import { describe, expect, it } from 'vitest';
import { placeOf } from '../../kit/history/model.ts';
import { propertyLabel } from '../../kit/history/properties.ts';
import { readChange, shownChanges, valueLines, type Reader } from '../../kit/history/values.ts';

const reader: Reader = {
  yes: 'Yes',
  no: 'No',
  dateTime: (value) => `at ${value.slice(0, 16)}`,
  date: (value) => `on ${value}`,
  number: String,
  amount: (value) => value.toFixed(2),
};

describe('values', () => {
  it.each([
    [null, []],
    ['', []],
    [[], []],
    [true, ['Yes']],
    [false, ['No']],
    [0, ['0']],
    ['2026-03-01T10:00:00Z', ['at 2026-03-01T10:00']],
    ['2026-03-01', ['on 2026-03-01']],
    ['two\nlines', ['two', 'lines']],
    [
      ['a', 'b'],
      ['a', 'b'],
    ],
    [{ suburb: 'Perth', unit: null, open: true }, ['Suburb: Perth', 'Open: Yes']],
    [[{ code: 'A', days: [1, 2] }], ['Code: A, Days: 1, 2']],
  ])('%j', (value, lines) => expect(valueLines(value, reader)).toEqual(lines));
  it('tells what came and went of a list', () => {
    expect(
      readChange(
        {
          propertyName: 'roles',
          originalValue: ['Admin', 'Finance'],
          newValue: ['Finance', 'Driver'],
        },
        reader,
      ),
    ).toMatchObject({ added: ['Driver'], removed: ['Admin'] });
    expect(
      readChange({ propertyName: 'name', originalValue: 'Kim', newValue: null }, reader),
    ).toEqual({ property: 'Name', before: ['Kim'], after: [] });
  });
});

describe('words of people', () => {
  it.each([
    ['isActive', 'Active'],
    ['customerId', 'Customer'],
    ['invoiceBatchId', 'Invoice run'],
    ['bookings.holidays', 'Bookings: Holidays'],
    ['taxExclusiveAmount', 'Before tax'],
  ])('%s is %s', (property, label) => expect(propertyLabel(property)).toBe(label));

  it('shows an enum in words, and a name as it is', () => {
    expect(valueLines('PartiallyPaid', reader, 'status')).toEqual(['Partially paid']);
    expect(valueLines('MacDonald', reader, 'surname')).toEqual(['MacDonald']);
    expect(valueLines('NSW', reader, 'state')).toEqual(['NSW']);
  });

  it('shows amounts with their digits after the point', () =>
    expect(valueLines(1200.5, reader, 'outstandingAmount')).toEqual(['1200.50']));

  it('leaves out what only programs need', () => {
    const change = (propertyName: string, newValue: unknown) => ({
      propertyName,
      originalValue: null,
      newValue,
    });
    expect(
      shownChanges([
        change('rowVersion', 2),
        change('codeKey', 'a1'),
        change('notes', null),
        change('code', 'A1'),
      ]).map(({ propertyName }) => propertyName),
    ).toEqual(['code']);
    expect(valueLines({ rowVersion: 3, code: 'A' }, reader)).toEqual(['Code: A']);
  });
});

it('leads to the thing while it is there', () => {
  expect(placeOf({ entityType: 'User', entityId: 5, changeType: 'Updated' })).toBe(
    '/settings/users/5',
  );
  expect(placeOf({ entityType: 'User', entityId: 5, changeType: 'Deleted' })).toBeNull();
  expect(placeOf({ entityType: 'Moon', entityId: 5, changeType: 'Updated' })).toBeNull();
  expect(placeOf({ entityType: 'User', entityId: 0, changeType: 'Updated' })).toBeNull();
});
