// Days and times of a driver, in the driver's time zone.
import { currentSpeech, dateFormat, fromLocalInput } from '@waybill/plugin';

/** The calendar day of a moment, as `2026-11-24`. */
export const dayIn = (timeZone: string, moment: Date): string =>
  dateFormat('en-CA', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).format(moment);

/** The moment at which a calendar day begins. */
export const startOf = (day: string, timeZone: string): string =>
  fromLocalInput(`${day}T00:00`, timeZone) ?? `${day}T00:00:00Z`;

/** A moment's day in words, as `Tue 24 Nov`. */
export const dayText = (timeZone: string, moment: Date): string =>
  dateFormat(`${currentSpeech().language}-u-nu-latn`, {
    timeZone,
    weekday: 'short',
    day: 'numeric',
    month: 'short',
  }).format(moment);
