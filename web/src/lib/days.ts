// Days of the calendar, as the API writes them (2026-01-31): today's, and how people read one.
import { dateFormat } from '@waybill/plugin';

export const isDay = (text: unknown): text is string =>
  typeof text === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text));

/** Adds calendar days. */
export function addDays(day: string, steps: number): string {
  const at = new Date(`${day}T00:00:00Z`);
  at.setUTCDate(at.getUTCDate() + steps);
  return at.toISOString().slice(0, 10);
}

/** The tenant's day, as days are written on the wire. */
export const dayIn = (timeZone: string, now = new Date()): string =>
  dateFormat('en-CA', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).format(now);

/** A day without a time, in the reader's form. */
export const dayText = (day: string, language: string): string =>
  dateFormat(language, { dateStyle: 'medium', timeZone: 'UTC' }).format(
    new Date(`${day}T00:00:00Z`),
  );

/** A day near today, as `Wed 25 Nov`. */
export const shortDay = (day: string, language: string): string =>
  dateFormat(language, {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    timeZone: 'UTC',
  }).format(new Date(`${day}T00:00:00Z`));
