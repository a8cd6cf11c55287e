// Tests of host and edition names.
import { expect, it } from 'vitest';
import { editionName, readHosts } from './queries.ts';

it('takes host names as they are pasted', () => {
  expect(
    readHosts('https://Acme.example.com/login, acme.example.com\n freight.example:8443'),
  ).toEqual(['acme.example.com', 'freight.example']);
  expect(readHosts(' ')).toEqual([]);
});

it('names an edition for commands', () => {
  expect([editionName('Small Fleet 2'), editionName('Über alles!'), editionName(' -- ')]).toEqual([
    'small-fleet-2',
    'uber-alles',
    expect.stringMatching(/^edition-/),
  ]);
});
