// Tracks of drivers in a span of time.
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { useFormat } from '@waybill/plugin';
import { api } from '../api/client.ts';
import { addDays } from './days.ts';
import { decodePolyline } from './polyline.ts';
import { driversKey } from './drivers.ts';

/** Positions arrive about once a minute. */
export const POSITIONS_EVERY = 20_000;

export interface Span {
  startDate: string;
  endDate: string;
}

/** First moment of a day and of the next, in the tenant's zone. */
export function spanOf(
  day: string,
  { fromLocalInput }: Pick<ReturnType<typeof useFormat>, 'fromLocalInput'>,
): Span {
  const startOf = (one: string) => fromLocalInput(`${one}T00:00`) ?? `${one}T00:00:00Z`;
  return { startDate: startOf(day), endDate: startOf(addDays(day, 1)) };
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
