// Tests of three-way merges.
import { describe, expect, it } from 'vitest';
import { changedFields, mergeEdits, sameValue } from './form-merge.ts';

describe('mergeEdits', () => {
  const base = {
    name: 'Depot',
    phone: '1',
    active: true,
    roles: ['Desk', 'Yard'],
    admin: { name: 'Kim', mail: 'k@x' },
    place: { suburb: 'Richmond', postCode: '3121' },
  };

  it('keeps what each side alone changed', () => {
    const merged = mergeEdits(
      base,
      { ...base, name: 'Mine', admin: { ...base.admin, mail: 'mine@x' } },
      { ...base, phone: '2', admin: { ...base.admin, name: 'Lou' } },
    );
    expect(merged.values).toEqual({
      ...base,
      name: 'Mine',
      phone: '2',
      admin: { name: 'Lou', mail: 'mine@x' },
    });
    expect(merged.clashes).toEqual([]);
    expect(merged.theirs).toEqual(['phone', 'admin.name']);
  });

  it('tells what both changed, and keeps one’s own', () => {
    const merged = mergeEdits(
      base,
      { ...base, name: 'Mine', active: false },
      { ...base, name: 'Theirs', active: false },
    );
    expect(merged.values.name).toBe('Mine');
    expect(merged.values.active).toBe(false);
    expect(merged.clashes).toEqual([{ path: 'name', mine: 'Mine', theirs: 'Theirs' }]);
  });

  it('joins lists by their entries: nobody’s addition is lost, nobody’s removal comes back', () => {
    const merged = mergeEdits(
      base,
      { ...base, roles: ['Yard', 'Finance'] },
      { ...base, roles: ['Desk', 'Yard', 'Admin'] },
    );
    expect(merged.values.roles).toEqual(['Yard', 'Admin', 'Finance']);
    expect(merged.clashes).toEqual([]);
  });

  it('takes apart no field that is one', () => {
    const edited = { ...base, place: { suburb: 'Carlton', postCode: '3053' } };
    const newer = { ...base, place: { suburb: 'Fitzroy', postCode: '3065' } };
    expect(mergeEdits(base, edited, newer, ['place']).clashes).toEqual([
      { path: 'place', mine: edited.place, theirs: newer.place },
    ]);
    expect(mergeEdits(base, base, newer, ['place'])).toEqual({
      values: newer,
      clashes: [],
      theirs: ['place'],
    });
  });

  it('goes through rows of the same number, and tells rows of another as one', () => {
    const rows = { rates: [{ rate: '1' }, { rate: '2' }] };
    expect(
      mergeEdits(
        rows,
        { rates: [{ rate: '9' }, { rate: '2' }] },
        { rates: [{ rate: '1' }, { rate: '8' }] },
      ).values,
    ).toEqual({ rates: [{ rate: '9' }, { rate: '8' }] });
    const longer = { rates: [...rows.rates, { rate: '3' }] };
    expect(
      mergeEdits(rows, { rates: [{ rate: '9' }, { rate: '2' }] }, longer).clashes.map(
        ({ path }) => path,
      ),
    ).toEqual(['rates']);
  });
});

it('finds the fields that differ', () => {
  expect(
    changedFields({ a: 1, b: { c: '', d: [] }, e: null }, { a: 1, b: { c: 'x', d: [1] }, e: null }),
  ).toEqual(['b.c', 'b.d']);
  expect(changedFields({ a: { b: 1 } }, { a: { b: 2 } }, ['a'])).toEqual(['a']);
});

it('compares by what is said, not by the order of members', () => {
  expect(sameValue({ a: 1, b: [1, { c: 2 }] }, { b: [1, { c: 2 }], a: 1 })).toBe(true);
  expect(sameValue({ a: undefined }, {})).toBe(true);
  expect(sameValue([1], { 0: 1 })).toBe(false);
});
