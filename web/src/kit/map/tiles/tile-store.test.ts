// Tests of the store of tiles: order, limits, damaged tiles, and tiles that no map shows.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Tile } from '../tiles.ts';
import type { TileRequest } from './load-tile.ts';
import type { TileResult } from './shapes.ts';
import { TileStore, keyOf } from './tile-store.ts';

const tile = (column: number): Tile => ({ zoom: 14, column, row: 1, x: 0, y: 0, side: 1 });
const key = (column: number) => keyOf(tile(column), 'v1', ['en']);
const SOURCE = { kind: 'vector', version: 'v1' } as const;
const content = (points: number): TileResult => ({
  kind: 'tile',
  tile: {
    shapes: [{ of: 'water', points: new Float32Array(points), ends: new Uint32Array(1) }],
    labels: [],
    picture: null,
  },
});

interface Request {
  address: string;
  signal: AbortSignal;
  finish: (result: TileResult) => Promise<void>;
}

function start() {
  const requests: Request[] = [];
  const store = new TileStore((request: TileRequest, signal) => {
    const { promise, resolve } = deferred<TileResult>();
    const finish = async (result: TileResult) => {
      resolve(result);
      await promise;
      await Promise.resolve();
    };
    requests.push({ address: request.address, signal, finish });
    return promise;
  });
  const want = (owner: object, columns: readonly number[]) =>
    store.want(owner, columns.map(tile), SOURCE, ['en']);
  return { store, requests, want };
}

function deferred<T>() {
  let resolve: (value: T) => void = () => {};
  const promise = new Promise<T>((done) => (resolve = done));
  return { promise, resolve };
}

const range = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => from + at);

describe('the store of tiles', () => {
  beforeEach(() => void vi.spyOn(console, 'warn').mockReturnValue(undefined));
  afterEach(() => vi.useRealTimers());

  it('loads the first ones first, a few at a time', async () => {
    const { store, requests, want } = start();
    want(store, range(0, 10));
    expect(requests.map(({ address }) => address)).toEqual(
      range(0, 6).map((column) => `/api/route/tiles/14/${column}/1?v=v1`),
    );
    expect(store.get(key(0))).toBeUndefined();
    await requests[0]?.finish(content(4));
    expect(store.get(key(0))?.shapes).toHaveLength(1);
    expect(requests).toHaveLength(7);
    want(store, range(0, 10));
    expect(requests).toHaveLength(7);
  });

  it('cancels tiles that no map shows any more', async () => {
    const { store, requests, want } = start();
    const other = {};
    want(store, [1, 2]);
    want(other, [2]);
    want(store, [3]);
    expect(requests.map(({ signal }) => signal.aborted)).toEqual([true, false, false]);
    await requests[0]?.finish(content(4));
    expect(store.get(key(1))).toBeUndefined();
    store.leave(other);
    expect(requests[1]?.signal.aborted).toBe(true);
  });

  it('knows places without a tile, and names the first damaged one', async () => {
    const { store, requests, want } = start();
    want(store, [1, 2, 3]);
    await requests[0]?.finish({ kind: 'missing' });
    await requests[1]?.finish({ kind: 'damaged', reason: 'too many points' });
    await requests[2]?.finish({ kind: 'damaged', reason: 'too many layers' });
    expect([key(1), key(2), key(3)].map((one) => store.get(one))).toEqual([null, null, null]);
    expect(store.damage).toBe('too many points');
    expect(console.warn).toHaveBeenCalledTimes(1);
  });

  it('asks again after a pause if there was no answer', async () => {
    vi.useFakeTimers();
    const { store, requests, want } = start();
    want(store, [1]);
    await requests[0]?.finish({ kind: 'unreachable' });
    want(store, [1]);
    expect(requests).toHaveLength(1);
    vi.advanceTimersByTime(10_001);
    expect(requests).toHaveLength(2);
  });

  it('drops the oldest tiles beyond its limits, but none that is shown', async () => {
    const { store, requests, want } = start();
    const finishAll = async (result: () => TileResult) => {
      for (let at = 0; at < requests.length; at += 1)
        // oxlint-disable-next-line no-await-in-loop -- each answer starts the next request
        await requests[at]?.finish(result());
    };
    want(store, [1]);
    await finishAll(() => content(2));
    want(store, range(100, 400));
    await finishAll(() => content(2));
    expect(store.get(key(1))).toBeUndefined();
    expect(range(100, 400).every((column) => store.get(key(column)))).toBe(true);
    want(store, [500]);
    await finishAll(() => content(9_000_000));
    expect(store.get(key(500))).toBeTruthy();
    expect(range(100, 400).some((column) => store.get(key(column)))).toBe(false);
  });
});
