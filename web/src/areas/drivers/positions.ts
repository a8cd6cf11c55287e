// The newest position of each driver.
import type { Driver } from '../../lib/drivers.ts';

export { activeDriversQuery } from '../../lib/drivers.ts';

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
