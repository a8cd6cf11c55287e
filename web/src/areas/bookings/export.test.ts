// The export over several pages of the server, while bookings are made in between.
import { afterEach, expect, it, vi } from 'vitest';
import { exportBookings } from './export.ts';

const total = 1100;
/** One booking was made after the first page: everything moved on by one, so the last row of it comes again. */
const page = (skip: number, take: number) => {
  const ids = Array.from({ length: total }, (_, index) => index + 1);
  const shifted = skip === 0 ? ids : [0, ...ids];
  return { totalCount: shifted.length, items: shifted.slice(skip, skip + take).map((id) => ({ id, consignmentId: `C${id}` })) };
};

function serve(respond: (url: URL) => unknown) {
  const asked: URL[] = [];
  vi.stubGlobal('fetch', (input: string) => {
    const url = new URL(input, 'http://localhost');
    asked.push(url);
    const body = url.pathname === '/api/auth/session' ? { accessToken: 'token', permissions: [] } : { __abp: true, success: true, result: respond(url) };
    return Promise.resolve(new Response(JSON.stringify(body), { headers: { 'content-type': 'application/json' } }));
  });
  return asked;
}

afterEach(() => vi.unstubAllGlobals());

it('fetches page after page, with the filter of the list, and writes no row twice', async () => {
  const asked = serve((url) => page(Number(url.searchParams.get('skipCount')), Number(url.searchParams.get('maxResultCount'))));
  const progress: string[] = [];
  const text = await exportBookings({
    search: { carrier: 'own-fleet', sort: 'eta' },
    options: {},
    columns: [{ header: 'Connote', value: (booking) => booking.consignmentId }],
    onProgress: ({ fetched, total: all }) => progress.push(`${fetched}/${all}`),
    signal: new AbortController().signal,
  });
  const lines = text.trimEnd().split('\r\n');
  expect(lines).toHaveLength(total + 1);
  expect(new Set(lines).size).toBe(total + 1);
  expect(progress).toEqual(['500/1100', '1000/1101', '1101/1101']);
  const lists = asked.filter((url) => url.pathname.endsWith('/getbookings'));
  expect(lists.map((url) => url.searchParams.get('filter'))).toEqual(Array(3).fill("carrier eq 'own-fleet'"));
  expect(lists[0]?.searchParams.get('sorting')).toBe('eta asc, id');
});
