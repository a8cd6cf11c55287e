// The list of roles in the address, and the query it becomes.
import { expect, it } from 'vitest';
import { parseRoleSearch, roleListQuery } from './search.ts';

it('keeps what it understands and drops the rest', () => {
  expect(parseRoleSearch({ q: 5, kind: 'customers', customer: '3', sort: 'creationTime desc', skip: '25' })).toEqual({ q: '5', kind: 'customers', customer: 3, sort: 'creationTime desc', skip: 25 });
  expect(parseRoleSearch({ kind: 'kings', customer: 3, sort: 'displayName asc', skip: -25 })).toEqual({});
});

it('asks in a steady order, with quotes that hold', () => {
  expect(roleListQuery({ q: "O'Neil", customer: 3 })).toEqual({ customerId: 3, filter: "contains(tolower(displayName),'o''neil')", sorting: 'displayName asc, id', maxResultCount: 25, skipCount: 0 });
});
