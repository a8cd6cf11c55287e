// Conditions of a day's work in the tenant's calendar.
import { useMemo } from 'react';
import { useFormat } from '@waybill/plugin';
import { addDays } from '../days.ts';
import { allOf, oneOf } from '../odata.ts';
import { operationRules } from './operation-rules.gen.ts';

/** Bookings due and on no manifest; not a status group. */
export const TO_MANIFEST = 'toManifest';

/** Statuses before the carrier has the goods. */
const AWAITING_PICKUP = [
  'Booked',
  'Manifesting',
  'Manifested',
  'PickupBooked',
  'AtPickup',
  'FailedPickup',
];

export interface DayConditions {
  /** The day, and its first instant. */
  today: string;
  since: string;
  toManifest: string;
  pickupsToday: string;
}

/** Conditions in the tenant's calendar. */
export function dayConditions(
  today: string,
  startOfToday: string,
  startOfTomorrow: string,
): DayConditions {
  return {
    today,
    since: startOfToday,
    toManifest: allOf([
      oneOf('bookingStatus', operationRules.Manifest.statuses),
      `pickupReadyTime eq null or pickupReadyTime lt ${startOfTomorrow}`,
    ]),
    pickupsToday: allOf([
      oneOf('bookingStatus', AWAITING_PICKUP),
      `pickupReadyTime ge ${startOfToday} and pickupReadyTime lt ${startOfTomorrow}`,
    ]),
  };
}

export function useDayConditions(): DayConditions {
  const format = useFormat();
  const today = format.toLocalInput(new Date()).slice(0, 10);
  return useMemo(() => {
    const start = (day: string) => format.fromLocalInput(`${day}T00:00`) ?? `${day}T00:00:00Z`;
    return dayConditions(today, start(today), start(addDays(today, 1)));
  }, [format, today]);
}
