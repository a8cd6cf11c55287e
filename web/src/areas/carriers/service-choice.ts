// Selected services, or all if none.
import type { CarrierService } from '@waybill/plugin';

export const isOffered = (service: CarrierService, chosen: number[]): boolean =>
  service.isActive && (chosen.length === 0 || chosen.includes(service.id));

/** Choosing all equals choosing none. */
export function toggled(services: CarrierService[], id: number, on: boolean): number[] {
  const chosen = services.filter((service) => service.isAssigned).map((service) => service.id);
  const before = services
    .filter((service) => isOffered(service, chosen))
    .map((service) => service.id);
  const after = on ? [...new Set([...before, id])] : before.filter((other) => other !== id);
  return after.length === services.length ? [] : after;
}
