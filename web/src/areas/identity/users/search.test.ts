// The list of users in the address, and the query it becomes.
import { expect, it } from 'vitest';
import { initials } from './model.ts';
import { isNarrowed, parseUserSearch, userFilter, userListQuery } from './search.ts';

it('keeps what it understands', () => {
  const raw = { q: 12, kind: 'customers', customer: '4', role: 3, permission: 'Pages.Booking.Create', active: 'no', sort: 'lastLoginTime desc', skip: 50, size: 50 };
  expect(parseUserSearch(raw)).toEqual({ q: '12', kind: 'customers', customer: 4, role: 3, permission: 'Pages.Booking.Create', active: 'no', sort: 'lastLoginTime desc', skip: 50, size: 50 });
});

it('drops what makes no sense', () => {
  expect(parseUserSearch({ kind: 'kings', customer: 4, role: -3, permission: "x' or 1", active: 1, sort: 'passwordHash asc', skip: 1.5, size: 7 })).toEqual({});
});

it('shows the own people first, and a customer only its own', () => {
  expect(userFilter({}, true)).toBe('customerId eq null');
  expect(userFilter({ kind: 'customers' }, true)).toBe('customerId ne null');
  expect(userFilter({ kind: 'customers', customer: 4 }, true)).toBe('customerId eq 4');
  expect(userFilter({ kind: 'all' }, true)).toBe('');
  expect(userFilter({ kind: 'customers', customer: 4 }, false)).toBe('');
});

it('joins its parts, and no typed quote ends one early', () => {
  expect(userFilter({ q: "O'Neil", active: 'yes' }, true)).toMatch(/^\(customerId eq null\) and \(isActive eq true\) and \(contains\(tolower\(fullName\),'o''neil'\) or /);
  expect(userFilter({ q: '12', kind: 'all' }, true)).toMatch(/^id eq 12 or /);
  expect(userFilter({ active: 'locked', kind: 'all' }, true, '2026-03-01T10:00:00Z')).toBe('lockoutEnd gt 2026-03-01T10:00:00Z');
});

it('asks in a steady order', () => {
  expect(userListQuery({ role: 3 }, true)).toMatchObject({ role: 3, sorting: 'surname asc, name asc, id', maxResultCount: 25, skipCount: 0 });
  expect(userListQuery({ sort: 'userName desc', size: 50 }, true)).toMatchObject({ sorting: 'userName desc, id', maxResultCount: 50 });
});

it('knows a narrowed list', () => {
  expect(isNarrowed({ kind: 'all', sort: 'userName asc', skip: 25 })).toBe(false);
  expect(isNarrowed({ role: 3 })).toBe(true);
});

it.each([
  ['Kim Lee', 'KL'],
  ['Ada', 'A'],
  ['María José de la Cruz', 'MC'],
  ['', '?'],
])('%s has the initials %s', (name, letters) => expect(initials(name)).toBe(letters));
