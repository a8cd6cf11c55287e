// Positions of drivers: the newest of each, and a driver's track of a day.
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { decodePolyline } from '../../kit/map/polyline.ts';
import { driversKey, type Driver } from '../../lib/drivers.ts';

export { activeDriversQuery } from '../../lib/drivers.ts';

/** Positions arrive about once a minute. */
export const POSITIONS_EVERY = 20_000;

export interface Span {
  startDate: string;
  endDate: string;
}

export const trackQuery = (driverId: number, { startDate, endDate }: Span) =>
  queryOptions({
    queryKey: [...driversKey, 'track', driverId, startDate, endDate],
    queryFn: async ({ signal }) => {
      const { polylines, points } = await api.get(
        `/api/drivers/waypoint/${driverId}/polyline` as '/api/drivers/waypoint/{driverId}/polyline',
        { startDate, endDate },
        { signal },
      );
      return { lines: polylines.map(decodePolyline), points };
    },
    placeholderData: keepPreviousData,
  });

export interface Placed {
  driver: Driver;
  latitude: number;
  longitude: number;
  at: string;
}

/** Drivers with a position, the newest position first. */
export const placedDrivers = (drivers: readonly Driver[]): Placed[] =>
  drivers
    .flatMap((driver): Placed[] => {
      const { latitude, longitude, creationTime } = driver.lastwaypoint ?? {};
      return latitude === null ||
        latitude === undefined ||
        longitude === null ||
        longitude === undefined ||
        !creationTime
        ? []
        : [{ driver, latitude, longitude, at: creationTime }];
    })
    .toSorted((a, b) => b.at.localeCompare(a.at));
