// The audit log's state in the address, its filter, and its values in words.
import { describe, expect, it } from 'vitest';
import { placeOf } from './model.ts';
import { auditFilter, auditListQuery, parseAuditSearch } from './search.ts';
import { readChange, valueLines, type Reader } from './values.ts';

const reader: Reader = { yes: 'Yes', no: 'No', dateTime: (value) => `at ${value.slice(0, 16)}`, date: (value) => `on ${value}` };
const start = (day: string) => `${day}T00:00:00Z`;

describe('the address', () => {
  it('keeps what it understands', () => {
    const raw = { who: ' Kim ', type: 'User', id: 12, change: 'Updated', from: '2026-03-01', to: '2026-03-31', skip: 25 };
    expect(parseAuditSearch(raw)).toEqual({ who: 'Kim', type: 'User', id: 12, change: 'Updated', from: '2026-03-01', to: '2026-03-31', skip: 25 });
  });
  it('drops what makes no sense', () => {
    expect(parseAuditSearch({ type: "User' or 1", id: '5', change: 'Burnt', from: '31.3.', to: '2026-13-40', skip: -1 })).toEqual({});
  });
  it('becomes a filter that no typed text can break', () => {
    expect(auditFilter({ who: "O'Neil", type: 'User', id: 5, change: 'Deleted' }, start)).toBe("contains(tolower(userName),'o''neil') and entityType eq 'User' and entityId eq 5 and changeType eq 'Deleted'");
    expect(auditFilter({ from: '2026-02-28', to: '2026-02-28' }, start)).toBe('creationTime ge 2026-02-28T00:00:00Z and creationTime lt 2026-03-01T00:00:00Z');
    expect(auditListQuery({}, start)).toEqual({ filter: '', maxResultCount: 25, skipCount: 0 });
  });
});

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
    [['a', 'b'], ['a', 'b']],
    [{ suburb: 'Perth', unit: null, open: true }, ['Suburb: Perth', 'Open: Yes']],
    [[{ code: 'A', days: [1, 2] }], ['Code: A, Days: 1, 2']],
  ])('%j', (value, lines) => expect(valueLines(value, reader)).toEqual(lines));
  it('tells what came and went of a list', () => {
    expect(readChange({ propertyName: 'roles', originalValue: ['Admin', 'Finance'], newValue: ['Finance', 'Driver'] }, reader)).toMatchObject({ added: ['Driver'], removed: ['Admin'] });
    expect(readChange({ propertyName: 'name', originalValue: 'Kim', newValue: null }, reader)).toEqual({ property: 'name', before: ['Kim'], after: [] });
  });
});

it('leads to the thing while it is there', () => {
  expect(placeOf({ entityType: 'User', entityId: 5, changeType: 'Updated' })).toBe('/settings/users/5');
  expect(placeOf({ entityType: 'User', entityId: 5, changeType: 'Deleted' })).toBeNull();
  expect(placeOf({ entityType: 'Moon', entityId: 5, changeType: 'Updated' })).toBeNull();
  expect(placeOf({ entityType: 'User', entityId: 0, changeType: 'Updated' })).toBeNull();
});
