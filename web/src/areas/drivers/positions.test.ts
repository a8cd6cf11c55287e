// Drivers on the map.
import { expect, test } from 'vitest';
import { some } from '../../../test/some.ts';
import { placedDrivers } from './positions.ts';
import type { Driver } from './queries.ts';

test('drivers with a position come by its age, those without one not at all', () => {
  const driver = (id: number, at: string | null, latitude: number | null = -37) =>
    some<Driver>({
      id,
      lastwaypoint: at === null ? null : { latitude, longitude: 145, creationTime: at },
    });
  const placed = placedDrivers([
    driver(1, '2026-11-24T01:00:00Z'),
    driver(2, null),
    driver(3, '2026-11-24T02:00:00Z'),
    driver(4, '2026-11-24T03:00:00Z', null),
  ]);
  expect(placed.map(({ driver: { id } }) => id)).toEqual([3, 1]);
});
