// Tests of sidebar links.
import { expect, it } from 'vitest';
import { isLinkAddress, moved, type SidebarLink } from './queries.ts';

const link = (id: number, sortOrder: number): SidebarLink => ({
  id,
  title: `${id}`,
  url: '/',
  icon: null,
  isExternal: false,
  sortOrder,
  rowVersion: 1,
});

it('takes addresses of the web and pages of the application', () => {
  for (const url of ['https://example.com', 'http://intranet/x', '/bookings?q=1', '/'])
    expect(isLinkAddress(url), url).toBe(true);
  for (const url of [
    '//evil.example',
    'javascript:alert(1)',
    'example.com',
    '',
    'https://',
    'data:text/html,x',
  ])
    expect(isLinkAddress(url), url).toBe(false);
});

it('sends only the links whose place changes', () => {
  const links = [link(1, 10), link(2, 20), link(3, 30)];
  expect(moved(links, 2, -1).map(({ id, sortOrder }) => [id, sortOrder])).toEqual([
    [2, 10],
    [1, 20],
  ]);
  expect(moved(links, 1, -1)).toEqual([]);
  expect(moved(links, 3, 1)).toEqual([]);
  expect(moved([link(1, 0), link(2, 0)], 1, 1).map(({ id, sortOrder }) => [id, sortOrder])).toEqual(
    [
      [2, 10],
      [1, 20],
    ],
  );
});
