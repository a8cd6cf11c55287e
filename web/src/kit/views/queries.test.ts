// Tests of saved views: default, parsing, equality.
import { expect, it } from 'vitest';
import { defaultOf, sameValue, valueOf, type SavedView } from './queries.ts';

const view = (more: Partial<SavedView>): SavedView => ({
  id: 0,
  isOwn: false,
  rowVersion: 1,
  view: 'bookings.list',
  key: 'A',
  value: '{}',
  isDefault: false,
  showToCustomerUsers: false,
  showToAllUsers: false,
  ...more,
});

it("begins with one's own default, else with the shared one", () => {
  const shared = view({ id: 1, isDefault: true, showToAllUsers: true });
  const own = view({ id: 2, isDefault: true, isOwn: true });
  expect(defaultOf([shared, own])?.id).toBe(2);
  expect(defaultOf([shared, view({ id: 3, isOwn: true })])?.id).toBe(1);
  expect(defaultOf([view({})])).toBeUndefined();
});

it('leaves alone what it cannot read', () => {
  expect(valueOf(view({ value: '{"search":{"q":"x"}}' }))).toEqual({ search: { q: 'x' } });
  expect([
    valueOf(view({ value: 'x' })),
    valueOf(view({ value: '[1]' })),
    valueOf(view({ value: 'null' })),
  ]).toEqual([null, null, null]);
});

it('does not mind the order of members, nor what is not set', () => {
  expect(sameValue({ a: 1, b: { c: 2, d: 3 } }, { b: { d: 3, c: 2 }, a: 1, e: undefined })).toBe(
    true,
  );
  expect(sameValue({ a: 1 }, { a: 2 })).toBe(false);
});
