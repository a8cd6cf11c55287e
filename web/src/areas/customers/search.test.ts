// The customer list's state in the address, and the filter it becomes.
import { expect, it } from 'vitest';
import { customerFilter, customerListQuery, parseCustomerSearch } from './search.ts';

it('keeps what it understands', () => {
  expect(parseCustomerSearch({ q: 12, type: 'Payg', active: 'no', sort: 'code desc', skip: 25 })).toEqual({ q: '12', type: 'Payg', active: 'no', sort: 'code desc', skip: 25 });
  expect(parseCustomerSearch({ type: 'King', active: 1, sort: 'password asc', skip: -5 })).toEqual({});
});

it('joins its parts', () => {
  expect(customerFilter({ type: 'Payg', active: 'yes' })).toBe("(type eq 'Payg') and (isActive eq true)");
  expect(customerFilter({ q: "O'Brien" })).toContain("contains(tolower(companyName),'o''brien')");
  expect(customerFilter({ q: '12' })).toMatch(/^id eq 12 or /);
  expect(customerFilter({})).toBe('');
});

it('asks in a steady order', () => {
  expect(customerListQuery({}).sorting).toBe('companyName asc, id');
});
