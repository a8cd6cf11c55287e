// Tests of recent pages: unique, newest first, by user.
import { beforeEach, expect, it } from 'vitest';
import { recents, remember, withRecent } from './recents.ts';

beforeEach(() => sessionStorage.clear());

it('keeps each page once, with the filters it had last', () => {
  const all = withRecent(
    [
      { href: '/bookings?q=a', title: 'Bookings' },
      { href: '/customers', title: 'Customers' },
    ],
    { href: '/bookings?q=b', title: 'Bookings' },
  );
  expect(all.map(({ href }) => href)).toEqual(['/bookings?q=b', '/customers']);
});

it('keeps the newest eight', () => {
  for (let page = 0; page < 10; page += 1) remember('ann', { href: `/p${page}`, title: `${page}` });
  expect(recents('ann')).toHaveLength(8);
  expect(recents('ann')[0]?.href).toBe('/p9');
});

it('shows nobody the pages of another, and reads no rubbish', () => {
  remember('ann', { href: '/bookings', title: 'Bookings' });
  expect(recents('bob')).toEqual([]);
  sessionStorage.setItem('waybill.recents.bob', '[1, {"href": 2}, null]');
  expect(recents('bob')).toEqual([]);
  sessionStorage.setItem('waybill.recents.bob', '{');
  expect(recents('bob')).toEqual([]);
});
