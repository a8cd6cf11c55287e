// The list of tenants: its state in the address, the filter it becomes; and host names as people paste them.
import { expect, it } from 'vitest';
import { editionName, parseTenantsSearch, readHosts, tenantsFilter } from './queries.ts';

it('keeps what it understands', () => {
  expect(parseTenantsSearch({ q: 'Acme', state: 'InActive', skip: 25 })).toEqual({ q: 'Acme', state: 'InActive', skip: 25 });
  expect(parseTenantsSearch({ state: 'Gone', skip: 'x' })).toEqual({});
});

it('becomes a filter', () => {
  expect(tenantsFilter({ q: "O'Brien", state: 'Available' })).toBe("state eq 'Available' and contains(tolower(name),'o''brien')");
  expect(tenantsFilter({})).toBe('');
});

it('takes host names as they are pasted', () => {
  expect(readHosts('https://Acme.example.com/login, acme.example.com\n freight.example:8443')).toEqual(['acme.example.com', 'freight.example']);
  expect(readHosts(' ')).toEqual([]);
});

it('names an edition for commands', () => {
  expect([editionName('Small Fleet 2'), editionName('Über alles!'), editionName(' -- ')]).toEqual(['small-fleet-2', 'uber-alles', expect.stringMatching(/^edition-/)]);
});
