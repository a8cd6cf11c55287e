// Vehicles of a plan: drivers who are available, each with the vehicle that is driven now.
import { useMemo } from 'react';
import { useQuery } from '@tanstack/react-query';
import { activeDriversQuery, type Driver } from '../../../lib/drivers.ts';
import { capacityOf } from '../board/plan.ts';
import type { PlanVehicle } from './plan.ts';
import type { Vehicle } from './queries.ts';

/** Null for a driver without a vehicle. */
export const vehicleOfDriver = (driver: Driver): PlanVehicle | null =>
  driver.currentvehicle && {
    vehicleid: driver.currentvehicle.id,
    driverid: driver.id,
    name: driver.name,
    vehicle: driver.currentvehicle.name || driver.currentvehicle.registrationnumber,
    capacity: capacityOf(driver),
  };

/** Vehicles in an address: "7-3.8-5", each with its driver. */
export const vehiclesText = (vehicles: readonly Vehicle[]): string =>
  vehicles.map(({ vehicleid, driverid }) => `${vehicleid}-${driverid}`).join('.');

export const readVehicles = (text: string | undefined): Vehicle[] =>
  (text ?? '').split('.').flatMap((part) => {
    const [vehicleid, driverid, more] = part.split('-').map(Number);
    const isId = (id: number | undefined): id is number => Number.isSafeInteger(id) && id! > 0;
    return more === undefined && isId(vehicleid) && isId(driverid) ? [{ vehicleid, driverid }] : [];
  });

/** Names and capacities of vehicles; those that are not known are named when they are. */
export function usePlanVehicles(chosen: readonly Vehicle[]): {
  vehicles: readonly PlanVehicle[];
  capacities: ReadonlyMap<number, number>;
} {
  const drivers = useQuery({ ...activeDriversQuery, staleTime: 60_000 });
  return useMemo(() => {
    const known = new Map(
      (drivers.data ?? []).flatMap((driver) => {
        const vehicle = vehicleOfDriver(driver);
        return vehicle ? [[vehicle.vehicleid, vehicle] as const] : [];
      }),
    );
    return {
      vehicles: chosen.map(
        (vehicle) =>
          known.get(vehicle.vehicleid) ?? {
            ...vehicle,
            name: drivers.data?.find(({ id }) => id === vehicle.driverid)?.name ?? '',
            vehicle: '',
            capacity: null,
          },
      ),
      capacities: new Map(
        [...known].flatMap(([id, { capacity }]) =>
          capacity === null ? [] : [[id, capacity] as const],
        ),
      ),
    };
  }, [chosen, drivers.data]);
}
