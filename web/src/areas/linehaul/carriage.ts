// Drivers, vehicles and carrier accounts for a line haul, within the reader's permissions.
import { queryOptions, useQuery } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { usePermissions } from '../../api/session.ts';
import { useAllCarrierAccounts } from '../../lib/carrier-accounts.ts';
import { activeDriversQuery, driversKey } from '../../lib/drivers.ts';

const MAX_CHOICES = 1000;

const vehiclesQuery = queryOptions({
  queryKey: [...driversKey, 'vehicles', 'active'],
  queryFn: async ({ signal }) =>
    (
      await api.get(
        '/api/drivers/vehicle/vehicles',
        {
          filter: 'isactive eq true',
          sorting: 'name asc, id asc',
          maxResultCount: MAX_CHOICES,
          skipCount: 0,
        },
        { signal },
      )
    ).items,
  staleTime: 60_000,
});

export function useCarriage() {
  const { has } = usePermissions();
  const seesDrivers = has('Pages.Driver');
  const seesCarriers = has('Pages.Carrier.Accounts');
  const drivers = useQuery({ ...activeDriversQuery, enabled: seesDrivers, staleTime: 60_000 });
  const vehicles = useQuery({ ...vehiclesQuery, enabled: seesDrivers });
  const accounts = useAllCarrierAccounts();
  return {
    seesDrivers,
    seesCarriers,
    drivers: drivers.data ?? [],
    vehicles: vehicles.data ?? [],
    accounts,
  };
}
