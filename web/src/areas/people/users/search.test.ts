// Tests of the user filter.
import { expect, it } from 'vitest';
import { initials } from '../../../lib/people/model.ts';
import { holds } from '../../../lib/odata.ts';
import { userSearch } from '../../../lib/people/queries.ts';
import { activeFilter, userSorting, ownerFilter } from './search.ts';

it('shows the own people first, and a customer only its own', () => {
  expect(ownerFilter({}, true)).toBe('customerId eq null');
  expect(ownerFilter({ kind: 'customers' }, true)).toBe('customerId ne null');
  expect(ownerFilter({ kind: 'customers', customer: '4' }, true)).toBe('customerId eq 4');
  expect(ownerFilter({ kind: 'all' }, true)).toBe('');
  expect(ownerFilter({ kind: 'customers', customer: '4' }, false)).toBe('');
});

it('looks through what people are found by', () => {
  expect(holds(userSearch, "O'Neil")).toMatch(/^contains\(tolower\(fullName\),'o''neil'\) or /);
  expect(holds(userSearch, '12')).toMatch(/^id eq 12 or /);
});

it('tells the locked from the inactive', () => {
  expect(activeFilter('locked', '2026-03-01T10:00:00Z')).toBe('lockoutEnd gt 2026-03-01T10:00:00Z');
  expect([activeFilter('yes'), activeFilter('no')]).toEqual([
    'isActive eq true',
    'isActive eq false',
  ]);
});

it('asks in a steady order', () => {
  expect(userSorting('surname', 'asc')).toBe('surname asc, name asc, id');
  expect(userSorting('userName', 'desc')).toBe('userName desc, id');
});

it.each([
  ['Kim Lee', 'KL'],
  ['Ada', 'A'],
  ['María José de la Cruz', 'MC'],
  ['', '?'],
])('%s has the initials %s', (name, letters) => expect(initials(name)).toBe(letters));
