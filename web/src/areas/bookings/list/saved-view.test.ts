// A saved view of the booking list leaves the page out, and takes only what it understands.
import { expect, it } from 'vitest';
import { columnsOf, savedState } from './saved-view.ts';

it('holds the filter, the order and the columns, and no page', () => {
  expect(savedState({ q: 'x', sort: 'eta', skip: 50 }, { eta: true })).toEqual({ search: { q: 'x', sort: 'eta' }, columns: { eta: true } });
});

it('takes only what is a choice of columns', () => {
  expect(columnsOf({ columns: { eta: true, id: 'yes', carrier: false } })).toEqual({ eta: true, carrier: false });
  expect([columnsOf({}), columnsOf({ columns: null }), columnsOf({ columns: 5 })]).toEqual([{}, {}, {}]);
});
