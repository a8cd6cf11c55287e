// Day filters: a word such as today, or two days.
import { addDays, isDay } from '../../lib/days.ts';
import { msg } from '../../lib/i18n.ts';

export const DAY_WORDS: Readonly<Record<string, string>> = {
  today: msg('Today'),
  yesterday: msg('Yesterday'),
  last7: msg('Last 7 days'),
  last30: msg('Last 30 days'),
  thisMonth: msg('This month'),
  lastMonth: msg('Last month'),
};

export interface Days {
  /** First and last day, inclusive; a missing edge is open. */
  from?: string;
  to?: string;
}

/** Normalises a day range; empty if invalid. */
export function normalDays(text: string): string {
  if (text in DAY_WORDS) return text;
  const [from = '', to = '', more] = text.split('..');
  if (more !== undefined || !text.includes('..')) return '';
  const range = `${isDay(from) ? from : ''}..${isDay(to) ? to : ''}`;
  return range === '..' ? '' : range;
}

/** The days a value means, seen from today. */
export function daysOf(value: string, today: string): Days {
  const month = (of: string) => `${of.slice(0, 7)}-01`;
  switch (value) {
    case 'today':
      return { from: today, to: today };
    case 'yesterday':
      return { from: addDays(today, -1), to: addDays(today, -1) };
    case 'last7':
      return { from: addDays(today, -6), to: today };
    case 'last30':
      return { from: addDays(today, -29), to: today };
    case 'thisMonth':
      return { from: month(today), to: today };
    case 'lastMonth': {
      const last = addDays(month(today), -1);
      return { from: month(last), to: last };
    }
    default: {
      const [from, to] = normalDays(value).split('..');
      return { ...(from ? { from } : {}), ...(to ? { to } : {}) };
    }
  }
}
