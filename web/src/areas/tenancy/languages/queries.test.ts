// The state of the texts' list as it stands in the address, and what the server is asked.
import { expect, it } from 'vitest';
import { parseTextsSearch, textsQuery } from './queries.ts';

it('keeps what it understands', () => {
  expect(parseTextsSearch({ q: 12, empty: true, skip: '50' })).toEqual({ q: '12', empty: true, skip: 50 });
  expect(parseTextsSearch({ q: ' ', empty: 'no', skip: -1 })).toEqual({});
});

it('asks for the empty ones only when told', () => {
  expect(textsQuery('de', {}).queryKey.at(-1)).toMatchObject({ targetLanguageName: 'de', targetValueFilter: 'ALL', filterText: '', skipCount: 0 });
  expect(textsQuery('ar', { empty: true, q: 'save', skip: 50 }).queryKey.at(-1)).toMatchObject({ targetLanguageName: 'ar', targetValueFilter: 'EMPTY', filterText: 'save', skipCount: 50 });
});
