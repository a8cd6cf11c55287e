// Tests of loading: the session's token, answers without a tile, and the limit of bytes.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { loopback, type Received, type Reply } from '../../../../test/loopback.ts';
import { encodeTile } from '../../../../test/vector-tile.ts';
import { setTenantId } from '../../../api/client.ts';
import { endSession, refreshSession } from '../../../api/session.ts';
import { bytesOf, loadTile } from './load-tile.ts';

let server: Awaited<ReturnType<typeof loopback>>;
let answer: (request: Received) => Reply;

beforeEach(async () => {
  vi.spyOn(console, 'error').mockReturnValue(undefined);
  server = await loopback((request) => {
    if (request.path === '/api/auth/session')
      return { json: { user: { name: 'R' }, accessToken: 'token-1', permissions: [] } };
    return request.path.startsWith('/api/auth') ? { json: {} } : answer(request);
  });
  setTenantId(7);
  await refreshSession();
});
afterEach(async () => {
  endSession();
  setTenantId(null);
  await server.close();
});

const load = () =>
  loadTile(
    { address: '/api/route/tiles/1/0/0?v=a', kind: 'vector', languages: ['en'] },
    new AbortController().signal,
  );

/** A tile whose bytes are letters, as the server of the tests sends them. */
const TEXT = String.fromCharCode(
  ...encodeTile(
    [
      {
        layer: 'waterway',
        geometry: 2,
        lines: [
          [
            [0, 0],
            [32, 32],
          ],
        ],
      },
    ],
    64,
  ),
);

it('a tile is requested with the token of the session, and decoded', async () => {
  answer = () => ({ text: TEXT });
  const result = await load();
  const request = server.received.find(({ path }) => path === '/api/route/tiles/1/0/0');
  expect(request?.headers).toMatchObject({ authorization: 'Bearer token-1', 'abp-tenantid': '7' });
  expect(request?.query.get('v')).toBe('a');
  expect(result.kind === 'tile' && result.tile.shapes.map(({ of }) => of)).toEqual(['waterway']);
});

it('an answer without a tile is told from a server that fails', async () => {
  answer = () => ({ status: 404, json: {} });
  expect(await load()).toEqual({ kind: 'missing' });
  answer = () => ({ status: 500, json: {} });
  expect(await load()).toEqual({ kind: 'unreachable' });
  answer = () => ({ text: '<!doctype html>' });
  expect((await load()).kind).toBe('damaged');
});

it('a body is read up to the limit', async () => {
  const body = (length: number) => new Response(new Uint8Array(length).fill(7));
  expect((await bytesOf(body(1000), 1000))?.length).toBe(1000);
  expect(await bytesOf(body(1001), 1000)).toBeNull();
  expect((await bytesOf(new Response(null), 1000))?.length).toBe(0);
});
