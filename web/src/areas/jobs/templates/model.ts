// Templates of jobs: values of their form, their wire form, and the days that they recur on.
import { dateFormat } from '@waybill/plugin';
import type { Schema } from '../../../api/types.ts';
import type { Problems, Rules } from '../../../kit/form-rules.ts';
import { addDays } from '../../../lib/days.ts';
import { msg, type Translate } from '../../../lib/i18n.ts';
import {
  copyOf,
  jobProblems,
  jobRules,
  toDraft,
  toRequest,
  type Clock,
  type JobDraft,
  type JobLike,
} from '../form/draft.ts';

export type JobTemplate = Schema<'JobTemplateView'>;
/** A template as it is saved. */
export type TemplateRequest = Schema<'JobTemplate'>;
export type Weekday = Schema<'Weekday'>;

export const WEEKDAYS: readonly Weekday[] = [
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
  'Sunday',
];

/** 1 January 2024 was a Monday. */
const MONDAY = Date.UTC(2024, 0, 1);

/** "Mon" in the reader's language. */
export const weekdayText = (
  day: Weekday,
  language: string,
  weekday: 'short' | 'long' = 'short',
): string =>
  dateFormat(language, { weekday, timeZone: 'UTC' }).format(
    new Date(MONDAY + WEEKDAYS.indexOf(day) * 86_400_000),
  );

export interface TemplateDraft extends JobDraft {
  name: string;
  isactive: boolean;
  routecode: string;
  days: Record<Weekday, boolean>;
  fromdate: string;
  untildate: string;
  readytime: string;
  deadlinetime: string;
  skipholidays: boolean;
}

/** Of a stored template, or of a new one that begins like a job. */
export function toTemplateDraft(
  template: JobTemplate | null,
  like: (JobLike & { jobno?: string }) | null,
  clock: Clock,
): TemplateDraft {
  const job = toDraft(template ?? like, clock);
  return {
    ...job,
    items: template ? job.items : job.items.map((item) => ({ ...item, itemid: 0 })),
    pickupdate: '',
    ready: '',
    deadline: '',
    name: template?.name ?? like?.toaddress?.companyname ?? '',
    isactive: template?.isactive ?? true,
    routecode: template?.routecode ?? '',
    days: Object.fromEntries(
      WEEKDAYS.map((day) => [day, template?.weekdays.includes(day) ?? false]),
    ) as Record<Weekday, boolean>,
    fromdate: template?.fromdate ?? '',
    untildate: template?.untildate ?? '',
    readytime: template?.readytime ?? '',
    deadlinetime: template?.deadlinetime ?? '',
    skipholidays: template?.skipholidays ?? true,
  };
}

/** A job of the day, with the times of the template. */
export function jobOfTemplate(template: JobTemplate, clock: Clock, day: string): JobDraft {
  const at = (time: string | null) => (time ? `${day}T${time.slice(0, 5)}` : '');
  return {
    ...copyOf(template, clock, day),
    ready: at(template.readytime),
    deadline: at(template.deadlinetime),
  };
}

export const chosenDays = ({ days }: Pick<TemplateDraft, 'days'>): Weekday[] =>
  WEEKDAYS.filter((day) => days[day]);

export function toTemplateRequest(
  draft: TemplateDraft,
  stored: JobTemplate | null,
  clock: Clock,
): TemplateRequest {
  const job = toRequest(draft, stored, clock);
  // A template has no times of a single job, and no notes on its price.
  for (const member of ['pickupdate', 'pickupreadydatetime', 'deadline', 'ratenotes'] as const)
    delete job[member];
  return {
    ...job,
    name: draft.name.trim(),
    isactive: draft.isactive,
    routecode: draft.routecode.trim() || null,
    weekdays: chosenDays(draft),
    fromdate: draft.fromdate || null,
    untildate: draft.untildate || null,
    readytime: draft.readytime || null,
    deadlinetime: draft.deadlinetime || null,
    skipholidays: draft.skipholidays,
  };
}

export const templateRules = (t: Translate): Rules => ({
  ...jobRules(t),
  name: { needed: t('Enter a name'), max: 128 },
  routecode: { max: 64 },
});

export function templateProblems(draft: TemplateDraft, t: Translate): Problems {
  const problems = jobProblems({ ...draft, ready: '', deadline: '' }, false, t);
  if (draft.fromdate && draft.untildate && draft.untildate < draft.fromdate)
    problems['untildate'] = t('The last day must not be before the first');
  if (draft.readytime && draft.deadlinetime && draft.deadlinetime < draft.readytime)
    problems['deadlinetime'] = t('Must not be before the goods are ready');
  return problems;
}

/** Further than any gap that holidays make between two days of a template. */
const MAX_AHEAD = 60;

/** The next days that jobs are made for, from the day on. */
export function nextDays(
  draft: Pick<TemplateDraft, 'days' | 'fromdate' | 'untildate' | 'skipholidays'>,
  today: string,
  holidays: readonly string[],
  count = 5,
): string[] {
  const weekdays = chosenDays(draft);
  if (weekdays.length === 0) return [];
  const found: string[] = [];
  const first = draft.fromdate > today ? draft.fromdate : today;
  for (let ahead = 0; ahead <= MAX_AHEAD && found.length < count; ahead += 1) {
    const day = addDays(first, ahead);
    if (draft.untildate && day > draft.untildate) break;
    const weekday = WEEKDAYS[(new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7];
    const isHoliday = draft.skipholidays && holidays.includes(day);
    if (weekday && weekdays.includes(weekday) && !isHoliday) found.push(day);
  }
  return found;
}

/** "Mon, Wed, Fri", "Monday to Friday", "Every day". */
export function recurrenceText(
  weekdays: readonly Weekday[],
  language: string,
  t: Translate,
): string {
  if (weekdays.length === 0) return t(msg('By hand'));
  if (weekdays.length === WEEKDAYS.length) return t(msg('Every day'));
  const places = WEEKDAYS.flatMap((day, at) => (weekdays.includes(day) ? [at] : []));
  const [first = 0] = places;
  const last = places.at(-1) ?? first;
  if (places.length > 2 && last - first + 1 === places.length)
    return t(msg('{first} to {last}'), {
      first: weekdayText(WEEKDAYS[first] ?? 'Monday', language),
      last: weekdayText(WEEKDAYS[last] ?? 'Sunday', language),
    });
  return places.map((at) => weekdayText(WEEKDAYS[at] ?? 'Monday', language)).join(', ');
}
