// Days and times of a driver, in the driver's time zone.
import { currentSpeech } from '@waybill/plugin';

/** The calendar day of a moment, as `2026-11-24`. */
export const dayIn = (timeZone: string, moment: Date): string =>
  new Intl.DateTimeFormat('en-CA', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).format(moment);

/** A moment's day in words, as `Tue 24 Nov`. */
export const dayText = (timeZone: string, moment: Date): string =>
  new Intl.DateTimeFormat(`${currentSpeech().language}-u-nu-latn`, {
    timeZone,
    weekday: 'short',
    day: 'numeric',
    month: 'short',
  }).format(moment);
