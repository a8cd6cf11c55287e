// Tests of audit values and links.
import { describe, expect, it } from 'vitest';
import { placeOf } from '../../kit/history/model.ts';
import { readChange, valueLines, type Reader } from '../../kit/history/values.ts';

const reader: Reader = {
  yes: 'Yes',
  no: 'No',
  dateTime: (value) => `at ${value.slice(0, 16)}`,
  date: (value) => `on ${value}`,
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
    ).toEqual({ property: 'name', before: ['Kim'], after: [] });
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
