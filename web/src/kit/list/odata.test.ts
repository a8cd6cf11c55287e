// Tests of list queries: quoting, ranges, order, parameters.
import { describe, expect, it } from 'vitest';
import { parseList, type AddressRules } from './address.ts';
import { filterText, listQuery, sortingText } from './odata.ts';
import { holds, oneOf, quoted } from '../../lib/odata.ts';

const rules: AddressRules = {
  filters: [
    { kind: 'choice', id: 'status', label: '', field: 'bookingStatus', open: true, options: [] },
    {
      kind: 'choice',
      id: 'group',
      label: '',
      open: true,
      options: [],
      odata: (group) => `grouped eq ${quoted(group)}`,
    },
    {
      kind: 'reference',
      id: 'customer',
      label: '',
      field: 'customer/id',
      search: () => Promise.resolve([]),
      find: () => Promise.resolve(null),
    },
    {
      kind: 'reference',
      id: 'permission',
      label: '',
      pattern: /^[A-Z.a-z]+$/,
      query: (permission) => ({ permission }),
      search: () => Promise.resolve([]),
      find: () => Promise.resolve(null),
    },
    { kind: 'days', id: 'created', label: '', field: 'creationTime' },
    { kind: 'yesNo', id: 'active', label: '', field: 'isActive' },
    { kind: 'number', id: 'weight', label: '', field: 'weight' },
    { kind: 'text', id: 'note', label: '', field: 'note' },
  ],
  search: { fields: ['name', 'town'], number: 'id' },
  sort: '-creationTime',
  sortable: ['creationTime', 'eta'],
};
const calendar = { today: '2026-03-01', startOfDay: (day: string) => `${day}T00:00:00Z` };
const filter = (raw: Record<string, unknown>, without?: string[]) =>
  filterText(parseList(raw, rules), rules, calendar, without);

describe('filterText', () => {
  it('is empty when nothing is narrowed', () => expect(filter({})).toBe(''));

  it('names one value and lists several', () => {
    expect(filter({ status: 'Booked' })).toBe("bookingStatus eq 'Booked'");
    expect(filter({ status: "Booked,It's" })).toBe("bookingStatus in ('Booked','It''s')");
  });

  it('doubles quotes so that text stays text', () => {
    const text = filter({ q: "O'Brien' or 1 eq 1" });
    expect(text).toContain("'o''brien'' or 1 eq 1'");
    expect(text.replaceAll("''", '').split("'").length % 2).toBe(1);
    expect(filter({ note: "a') or (1 eq 1" })).toBe("contains(tolower(note),'a'') or (1 eq 1')");
  });

  it('tries a plain number as the number of the row', () => {
    expect(filter({ q: '42' })).toMatch(/^id eq 42 or /);
    expect(filter({ q: '#42' })).toMatch(/^id eq 42 or .*'#42'/);
    expect(filter({ q: '42a' })).not.toContain('id eq');
  });

  it('joins the parts and keeps their or inside brackets', () => {
    expect(filter({ status: 'Booked', customer: 7, q: 'a' })).toBe(
      "(bookingStatus eq 'Booked') and (customer/id eq 7) and " +
        "(contains(tolower(name),'a') or contains(tolower(town),'a'))",
    );
  });

  it('ends a range after its last day, across the end of a month', () => {
    expect(filter({ created: '2026-01-30..2026-01-31' })).toBe(
      'creationTime ge 2026-01-30T00:00:00Z and creationTime lt 2026-02-01T00:00:00Z',
    );
    expect(filter({ created: '..2026-01-31' })).toBe('creationTime lt 2026-02-01T00:00:00Z');
    expect(filter({ created: 'yesterday' })).toBe(
      'creationTime ge 2026-02-28T00:00:00Z and creationTime lt 2026-03-01T00:00:00Z',
    );
  });

  it('says yes, no and numbers as they are', () => {
    expect(filter({ active: 'no' })).toBe('isActive eq false');
    expect([
      filter({ weight: '5' }),
      filter({ weight: '5..' }),
      filter({ weight: '5..9' }),
    ]).toEqual(['weight eq 5', 'weight ge 5', 'weight ge 5 and weight le 9']);
  });

  it('can leave filters out, and add a condition that no one chose', () => {
    expect(filter({ status: 'Booked', group: 'x' }, ['status', 'group'])).toBe('');
    expect(
      filterText(
        parseList({ status: 'Booked' }, rules),
        { ...rules, always: () => 'isOwn eq true' },
        calendar,
      ),
    ).toBe("(isOwn eq true) and (bookingStatus eq 'Booked')");
  });
});

it('asks for a page in a steady order, with the parameters of its filters', () => {
  expect(
    listQuery(
      parseList({ skip: 50, sort: '-eta', permission: 'Pages.Booking' }, rules),
      rules,
      calendar,
    ),
  ).toEqual({
    permission: 'Pages.Booking',
    sorting: 'eta desc, id desc',
    maxResultCount: 50,
    skipCount: 50,
  });
  expect(sortingText('eta', rules)).toBe('eta asc, id');
  expect(sortingText('-id', rules)).toBe('id desc');
  expect(sortingText('eta', { ...rules, sorting: (field, way) => `${field} ${way}, name` })).toBe(
    'eta asc, name',
  );
  expect(listQuery(parseList({}, { sortable: [] }), {}, calendar)).toEqual({
    maxResultCount: 50,
    skipCount: 0,
  });
});

it('sends the search by a parameter where the call has one', () => {
  const own = { sortable: [], search: { query: (text: string) => ({ filterText: text }) } };
  expect(listQuery(parseList({ q: 'save' }, own), own, calendar)).toMatchObject({
    filterText: 'save',
  });
});

it('quotes alone and in lists', () =>
  expect([quoted("'"), oneOf('a', ["'"]), holds({ fields: ['a'] }, "'")]).toEqual([
    "''''",
    "a eq ''''",
    "contains(tolower(a),'''')",
  ]));
