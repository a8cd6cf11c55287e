// Fetching pages ahead: each route's code once, again only after it failed.
import { expect, test, vi } from 'vitest';
import { fetchOnce } from './prefetch.ts';

test('the code of a route is fetched once, whatever links lead to it', async () => {
  const done = new Set<string>();
  const preload = vi.fn(() => Promise.resolve());
  const routes = [
    { id: '/shell', options: {} },
    { id: '/shell/bookings', options: { component: Object.assign(() => null, { preload }) } },
  ];
  fetchOnce(done, routes);
  fetchOnce(done, routes);
  expect(preload).toHaveBeenCalledOnce();
});

test('what could not be fetched is tried again by the next link', async () => {
  const done = new Set<string>();
  const preload = vi
    .fn<() => Promise<void>>()
    .mockRejectedValueOnce(new Error('offline'))
    .mockResolvedValue();
  const routes = [{ id: '/shell/bookings', options: { component: { preload } } }];
  fetchOnce(done, routes);
  await vi.waitFor(() => expect(done.size).toBe(0));
  fetchOnce(done, routes);
  expect(preload).toHaveBeenCalledTimes(2);
});
