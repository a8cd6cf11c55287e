// Short localised days and times.
import { currentSpeech, dateFormat, numberFormat } from '@waybill/plugin';

const nothing = '–';

function locale(): string {
  const { language } = currentSpeech();
  const habits =
    navigator.language.split('-')[0] === language
      ? navigator.language
      : language === 'en'
        ? 'en-AU'
        : language;
  return `${habits}-u-nu-latn`;
}

const format = (timeZone: string, options: Intl.DateTimeFormatOptions) =>
  dateFormat(locale(), { timeZone, ...options });

const yearOf = (date: Date, timeZone: string) =>
  dateFormat('en', { timeZone, year: 'numeric' }).format(date);

function short(
  value: string | null | undefined,
  timeZone: string,
  now: Date,
  time: Intl.DateTimeFormatOptions,
): string {
  const date = value ? new Date(value) : null;
  if (!date || Number.isNaN(date.getTime())) return nothing;
  const thisYear = yearOf(date, timeZone) === yearOf(now, timeZone);
  return format(timeZone, {
    day: 'numeric',
    month: 'short',
    ...(thisYear ? time : { year: 'numeric' }),
  }).format(date);
}

export const shortDay = (
  value: string | null | undefined,
  timeZone: string,
  now = new Date(),
): string => short(value, timeZone, now, {});

/** "22 Nov, 21:40"; of another year the day alone. */
export const shortMoment = (
  value: string | null | undefined,
  timeZone: string,
  now = new Date(),
): string => short(value, timeZone, now, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });

/** "21:40", for places without room for a whole time. */
export const shortTime = (time: number | string, timeZone: string): string =>
  format(timeZone, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(new Date(time));

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Age in the largest unit: "now", "25 min", "3 hr", "2 days". */
export function age(value: string | null | undefined, now = new Date()): string {
  const since = value ? now.getTime() - Date.parse(value) : Number.NaN;
  if (Number.isNaN(since)) return nothing;
  if (since < MINUTE)
    return new Intl.RelativeTimeFormat(locale(), { numeric: 'auto' }).format(0, 'second');
  const [unit, length] =
    since < HOUR
      ? (['minute', MINUTE] as const)
      : since < 2 * DAY
        ? (['hour', HOUR] as const)
        : (['day', DAY] as const);
  return numberFormat(locale(), { style: 'unit', unit, unitDisplay: 'short' }).format(
    Math.max(0, Math.floor(since / length)),
  );
}
