// Tests of how a day is written short, in the tenant's zone.
import { expect, it } from 'vitest';
import { age, shortDay, shortMoment } from './times.ts';

const now = new Date('2026-06-01T00:00:00Z');

it('leaves this year out and names another one', () => {
  expect(shortDay('2026-03-05T12:00:00Z', 'UTC', now)).not.toContain('2026');
  expect(shortDay('2025-03-05T12:00:00Z', 'UTC', now)).toContain('2025');
});

it('follows the zone into another day and year', () => {
  expect(shortDay('2025-12-31T20:00:00Z', 'Australia/Melbourne', now)).toMatch(/\b1\b/);
});

it('shows a dash for nothing', () =>
  expect([shortDay(null, 'UTC'), shortDay('soon', 'UTC')]).toEqual(['–', '–']));

it('adds the time to a day of this year', () => {
  expect(shortMoment('2026-03-05T12:07:00Z', 'UTC', now)).toMatch(/12:07/);
  expect(shortMoment('2025-03-05T12:07:00Z', 'UTC', now)).not.toMatch(/12:07/);
});

it('tells an age in the unit that says most', () => {
  const of = (value: string | null) => age(value, now).replaceAll(/\s/g, ' ');
  expect([
    of('2026-05-31T23:35:00Z'),
    of('2026-05-30T22:00:00Z'),
    of('2026-05-20T00:00:00Z'),
    of('2026-06-01T00:05:00Z'),
    of(null),
  ]).toEqual(['25 min', '26 hr', '12 days', 'now', '–']);
});
