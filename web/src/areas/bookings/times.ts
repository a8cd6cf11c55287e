// Days for dense lists: the year only where it is another one.
const nothing = '–';
const cache = new Map<string, Intl.DateTimeFormat>();

function format(timeZone: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = timeZone + JSON.stringify(options);
  let found = cache.get(key);
  if (!found) cache.set(key, (found = new Intl.DateTimeFormat(navigator.language || 'en-AU', { timeZone, ...options })));
  return found;
}

const yearOf = (date: Date, timeZone: string) => new Intl.DateTimeFormat('en', { timeZone, year: 'numeric' }).format(date);

export function shortDay(value: string | null | undefined, timeZone: string, now = new Date()): string {
  const date = value ? new Date(value) : null;
  if (!date || Number.isNaN(date.getTime())) return nothing;
  const year: Intl.DateTimeFormatOptions = yearOf(date, timeZone) === yearOf(now, timeZone) ? {} : { year: 'numeric' };
  return format(timeZone, { day: 'numeric', month: 'short', ...year }).format(date);
}
