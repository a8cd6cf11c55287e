// Templates of jobs: the days that they recur on, their requests, and a job of them.
import { describe, expect, it } from 'vitest';
import { some } from '../../../../test/some.ts';
import { inEnglish } from '@waybill/plugin';
import type { Clock } from '../form/draft.ts';
import type { JobAddress, JobItem } from '../model.ts';
import {
  jobOfTemplate,
  nextDays,
  recurrenceText,
  templateProblems,
  toTemplateDraft,
  toTemplateRequest,
  WEEKDAYS,
  weekdayText,
  type JobTemplate,
  type Weekday,
} from './model.ts';

const clock: Clock = {
  toLocalInput: (value) => value.slice(0, 16),
  fromLocalInput: (local) => `${local}:00Z`,
};
const stored = some<JobTemplate>({
  id: 5,
  rowVersion: 2,
  name: 'Milk run',
  isactive: true,
  jobtype: 'PointToPoint',
  fromaddress: some<JobAddress>({ suburb: 'Derrimut', postcode: '3026', countrycode: 'AU' }),
  toaddress: some<JobAddress>({ suburb: 'Clayton', postcode: '3168', countrycode: 'AU' }),
  items: [some<JobItem>({ id: 3, quantity: 2, weight: { value: 5, unit: 'kg' } })],
  weekdays: ['Monday', 'Friday'],
  fromdate: '2026-03-02',
  untildate: null,
  readytime: '08:00',
  deadlinetime: '17:30',
  skipholidays: true,
});

describe('the days of a template', () => {
  const days = (...chosen: Weekday[]) =>
    Object.fromEntries(WEEKDAYS.map((day) => [day, chosen.includes(day)])) as Record<
      Weekday,
      boolean
    >;
  const recurrence = (more: object) => ({
    days: days('Monday', 'Friday'),
    fromdate: '',
    untildate: '',
    skipholidays: true,
    ...more,
  });

  it('are the chosen weekdays from today or the first day on, to the last', () => {
    // 2 March 2026 is a Monday.
    expect(nextDays(recurrence({}), '2026-03-03', [], 3)).toEqual([
      '2026-03-06',
      '2026-03-09',
      '2026-03-13',
    ]);
    expect(
      nextDays(recurrence({ fromdate: '2026-03-10', untildate: '2026-03-16' }), '2026-03-03', []),
    ).toEqual(['2026-03-13', '2026-03-16']);
    expect(nextDays(recurrence({ days: days() }), '2026-03-03', [])).toEqual([]);
  });

  it('leave out holidays, if wanted', () => {
    const holidays = ['2026-03-09'];
    expect(nextDays(recurrence({}), '2026-03-08', holidays, 1)).toEqual(['2026-03-13']);
    expect(nextDays(recurrence({ skipholidays: false }), '2026-03-08', holidays, 1)).toEqual(
      holidays,
    );
  });

  it('are told in words', () => {
    const text = (...chosen: Weekday[]) => recurrenceText(chosen, 'en', inEnglish);
    expect(text()).toBe('By hand');
    expect(text('Friday', 'Monday')).toBe('Mon, Fri');
    expect(text('Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday')).toBe('Mon to Fri');
    expect(text(...WEEKDAYS)).toBe('Every day');
    expect(weekdayText('Sunday', 'en', 'long')).toBe('Sunday');
  });
});

it('sends back what it read, without the times of a single job', () => {
  const draft = toTemplateDraft(stored, null, clock);
  const request = toTemplateRequest(draft, stored, clock);
  expect(request).toMatchObject({
    id: 5,
    rowVersion: 2,
    name: 'Milk run',
    weekdays: ['Monday', 'Friday'],
    fromdate: '2026-03-02',
    untildate: null,
    readytime: '08:00',
    items: [{ id: 3, quantity: 2 }],
  });
  for (const member of ['pickupdate', 'pickupreadydatetime', 'deadline', 'ratenotes'])
    expect(request).not.toHaveProperty(member);
});

it('makes a job of the day at its times, with goods of its own', () => {
  const job = jobOfTemplate(stored, clock, '2026-03-06');
  expect(job).toMatchObject({
    pickupdate: '2026-03-06',
    ready: '2026-03-06T08:00',
    deadline: '2026-03-06T17:30',
  });
  expect(job.items[0]).toMatchObject({ itemid: 0, weight: '5' });
});

it('needs an end after its begin', () => {
  const draft = toTemplateDraft(stored, null, clock);
  expect(templateProblems(draft, inEnglish)).toEqual({});
  expect(
    Object.keys(
      templateProblems({ ...draft, untildate: '2026-03-01', deadlinetime: '07:00' }, inEnglish),
    ),
  ).toEqual(['untildate', 'deadlinetime']);
});
