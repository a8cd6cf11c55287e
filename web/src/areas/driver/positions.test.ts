// Thinning and keeping of positions.
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError } from '@waybill/plugin';
import type { Position } from './calls.ts';
import { deleteDatabase } from '../../lib/queue/database.ts';
import { openDatabase } from './database.ts';
import {
  distance,
  flushPositions,
  isWorthKeeping,
  keepPosition,
  MAX_POSITIONS,
  type Fix,
} from './positions.ts';

const NAME = 'positions-test';
let database: IDBDatabase;
beforeEach(async () => {
  await deleteDatabase(NAME);
  database = await openDatabase(NAME);
});
afterEach(() => database.close());

const START = Date.parse('2026-11-24T00:00:00Z');
const fix = (seconds: number, metresNorth = 0, accuracy = 10): Fix => ({
  latitude: -37.8 + metresNorth / 111_195,
  longitude: 145,
  accuracy,
  at: START + seconds * 1000,
});
const position = (minute: number): Position => ({
  latitude: -37.8,
  longitude: 145,
  creationTime: new Date(START + minute * 60_000).toISOString(),
});
const sentBy = () => {
  const sent: Position[][] = [];
  return { sent, send: async (positions: Position[]) => void sent.push(positions) };
};

test('distances are those on the earth', () => {
  expect(distance(fix(0), fix(0, 250))).toBeCloseTo(250, 0);
  expect(
    distance(
      { latitude: -37.8136, longitude: 144.9631 },
      { latitude: -33.8688, longitude: 151.2093 },
    ),
  ).toBeGreaterThan(712_000);
});

test('a position is kept after 60 seconds or 250 metres', () => {
  const last = fix(0);
  expect(isWorthKeeping(null, last)).toBe(true);
  expect(isWorthKeeping(last, fix(59, 249))).toBe(false);
  expect(isWorthKeeping(last, fix(60))).toBe(true);
  expect(isWorthKeeping(last, fix(20, 251))).toBe(true);
});

test('leaps of a second and inaccurate positions are not kept', () => {
  expect(isWorthKeeping(fix(0), fix(1, 5000))).toBe(false);
  expect(isWorthKeeping(null, fix(0, 0, 501))).toBe(false);
});

test('positions wait for the network and go out in one list, once', async () => {
  for (const minute of [1, 2, 3]) await keepPosition(database, position(minute));
  await flushPositions(database, () => Promise.reject(new ApiError(0, 'No network')));
  const { sent, send } = sentBy();
  await flushPositions(database, send);
  await flushPositions(database, send);
  expect(sent).toEqual([[position(1), position(2), position(3)]]);
});

test('positions that come while others are sent are not lost', async () => {
  await keepPosition(database, position(1));
  await flushPositions(database, () => keepPosition(database, position(2)));
  const { sent, send } = sentBy();
  await flushPositions(database, send);
  expect(sent).toEqual([[position(2)]]);
});

test('what the server refuses is not sent again', async () => {
  await keepPosition(database, position(1));
  await flushPositions(database, () => Promise.reject(new ApiError(400, 'Bad')));
  const send = vi.fn(async () => undefined);
  await flushPositions(database, send);
  expect(send).not.toHaveBeenCalled();
});

test('the newest thousand are kept', async () => {
  for (let minute = 0; minute < MAX_POSITIONS + 3; minute += 1)
    await keepPosition(database, position(minute));
  const { sent, send } = sentBy();
  await flushPositions(database, send);
  expect(sent[0]).toHaveLength(MAX_POSITIONS);
  expect(sent[0]?.[0]).toEqual(position(3));
});
