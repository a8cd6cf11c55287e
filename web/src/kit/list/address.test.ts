// Tests of list state in the URL.
import { describe, expect, it } from 'vitest';
import {
  addressOf,
  changed,
  cleared,
  isNarrowed,
  normalValue,
  parseList,
  type AddressRules,
} from './address.ts';
import { listSearch } from './search.ts';

const rules: AddressRules = {
  filters: [
    {
      kind: 'choice',
      id: 'group',
      label: 'Group',
      single: true,
      clears: ['status'],
      options: [{ value: 'late', label: 'Late' }],
    },
    {
      kind: 'choice',
      id: 'status',
      label: 'Status',
      clears: ['group'],
      options: [
        { value: 'Booked', label: 'Booked' },
        { value: 'Lost', label: 'Lost' },
      ],
    },
    { kind: 'choice', id: 'carrier', label: 'Carrier', open: true, options: [] },
    {
      kind: 'reference',
      id: 'customer',
      label: 'Customer',
      search: () => Promise.resolve([]),
      find: () => Promise.resolve(null),
    },
    { kind: 'days', id: 'created', label: 'Created', edges: ['from', 'to'] },
    { kind: 'yesNo', id: 'active', label: 'Active' },
    { kind: 'number', id: 'weight', label: 'Weight' },
    { kind: 'text', id: 'note', label: 'Note' },
  ],
  search: { fields: ['name'] },
  sort: '-created',
  sortable: ['created', 'name'],
};
const parse = (raw: Record<string, unknown>) => parseList(raw, rules);

describe('parseList', () => {
  it('keeps what it understands and drops the rest', () => {
    expect(
      parse({
        q: ' port ',
        group: 'late',
        status: 'Booked,Nonsense',
        carrier: 'a,b,a',
        customer: 7,
        skip: '50',
        size: 100,
        sort: '-name',
        odd: 1,
      }),
    ).toEqual({
      q: 'port',
      sort: '-name',
      skip: 50,
      size: 100,
      filters: { group: 'late', status: 'Booked', carrier: 'a,b', customer: '7' },
    });
  });

  it('reads a number typed as search text', () => expect(parse({ q: 4711 }).q).toBe('4711'));

  it.each([
    { sort: 'price; drop' },
    { sort: '--name' },
    { sort: 'name sideways' },
    { skip: -1 },
    { skip: 'x' },
    { size: 7 },
    { from: '2026-13-01' },
    { group: 'lost' },
    { customer: "7' or 1" },
    { weight: 'heavy' },
    { active: 'perhaps' },
  ])('leaves out %o', (raw) => expect(addressOf(parse(raw), rules)).toEqual({}));

  it('reads the order as it was written before', () =>
    expect([parse({ sort: 'name desc' }).sort, parse({ sort: 'name asc' }).sort]).toEqual([
      '-name',
      'name',
    ]));

  it('reads days under their older names', () => {
    expect(parse({ from: '2026-01-01', to: '2026-01-31' }).filters).toEqual({
      created: '2026-01-01..2026-01-31',
    });
    expect(parse({ from: '2026-01-01' }).filters).toEqual({ created: '2026-01-01..' });
    expect(parse({ created: 'last7' }).filters).toEqual({ created: 'last7' });
  });

  it('bounds what comes from outside', () =>
    expect(parse({ q: 'x'.repeat(1000) }).q).toHaveLength(200));
});

it('does not repeat what is usual in the address, and comes back as it was', () => {
  expect(addressOf(parse({ sort: '-created', skip: 0, size: 50 }), rules)).toEqual({});
  const state = parse({
    q: 'a',
    status: 'Lost',
    weight: '5..9',
    active: true,
    sort: 'name',
    skip: 50,
    size: 25,
  });
  expect(parse(addressOf(state, rules))).toEqual(state);
});

it('starts at the first page when the list is narrowed, not when it is turned', () => {
  const state = parse({ q: 'a', skip: 50 });
  expect(changed(state, { q: 'b' }, rules)).toMatchObject({ q: 'b', skip: 0 });
  expect(changed(state, { skip: 100 }, rules)).toMatchObject({ q: 'a', skip: 100 });
});

it('lets a filter go with an empty text, and with another that takes its place', () => {
  const state = parse({ group: 'late', carrier: 'a' });
  expect(changed(state, { filters: { carrier: '' } }, rules).filters).toEqual({ group: 'late' });
  expect(changed(state, { filters: { status: 'Booked' } }, rules).filters).toEqual({
    carrier: 'a',
    status: 'Booked',
  });
});

it('knows a narrowed list, and how it is whole again', () => {
  expect(isNarrowed(parse({ sort: 'name', skip: 50 }))).toBe(false);
  const state = parse({ q: 'a', status: 'Lost', sort: 'name', size: 100 });
  expect(isNarrowed(state)).toBe(true);
  expect(cleared(state)).toEqual({ q: '', sort: 'name', skip: 0, size: 100, filters: {} });
});

it('takes from the router what can be a state', () => {
  expect(
    listSearch({ q: 5, empty: true, status: ['a', 'b'], none: null, odd: {}, text: '' }),
  ).toEqual({ q: 5, empty: 'true', status: 'a,b' });
});

it('takes numbers with one edge or two', () => {
  const weight = rules.filters?.[6];
  expect(
    ['5', '5..', '..9', '5..9', '..', '1..2..3', 'x'].map(
      (text) => weight && normalValue(weight, text),
    ),
  ).toEqual(['5', '5..', '..9', '5..9', '', '', '']);
});
