// Drivers as other areas name, choose and place them.
import { queryOptions, useQuery } from '@tanstack/react-query';
import { api } from '../api/client.ts';
import { usePermissions } from '../api/session.ts';
import type { RowOf } from '../api/types.ts';
import { everyRow } from './all-pages.ts';
import type { FilterOption, ListQuery } from './list-query.ts';
import { holds } from './odata.ts';

export const driversKey = ['drivers'] as const;

export type Driver = RowOf<'/api/drivers/driver/drivers'>;

export const fetchDrivers = (query: ListQuery, signal: AbortSignal) =>
  api.get('/api/drivers/driver/drivers', query, { signal });

export const activeDriversQuery = queryOptions({
  queryKey: [...driversKey, 'active'],
  queryFn: ({ signal }) =>
    everyRow<Driver>({
      query: {
        filter: 'isactive eq true',
        sorting: 'name asc, id asc',
        maxResultCount: 1000,
        skipCount: 0,
      },
      fetch: fetchDrivers,
      rowKey: ({ id }) => id,
      signal,
    }),
});

/** Minutes that a driver may still work. */
export const hoursLeftQuery = (driverId: number) =>
  queryOptions({
    queryKey: [...driversKey, 'hours-left', driverId],
    queryFn: ({ signal }) => api.get('/api/drivers/driver/hours-left', { driverId }, { signal }),
    staleTime: 60_000,
  });

/** Names by id, for who may see drivers; empty until they are loaded. */
export function useDriverName(): (id: number | null | undefined) => string {
  const maySee = usePermissions().has('Pages.Driver');
  const drivers = useQuery({ ...activeDriversQuery, enabled: maySee, staleTime: 60_000 });
  return (id) => drivers.data?.find((driver) => driver.id === id)?.name ?? '';
}

const option = ({ id, name, code }: Driver): FilterOption => ({
  value: String(id),
  label: `${name} (${code})`,
});

/** Drivers as a list's filter finds and names them. */
export const driverReference = {
  search: async (text: string, signal: AbortSignal): Promise<FilterOption[]> =>
    (
      await fetchDrivers(
        {
          filter: holds({ fields: ['name', 'code'] }, text),
          sorting: 'name asc, id asc',
          maxResultCount: 20,
          skipCount: 0,
        },
        signal,
      )
    ).items.map(option),
  find: async (id: string): Promise<FilterOption | null> => {
    const { driver } = await api.get('/api/drivers/driver/driver', { id: Number(id) });
    return driver && option(driver);
  },
};
