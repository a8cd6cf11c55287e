// Work by the hour and other amounts, for the customer's price or a driver's earnings.
import { readNumber } from '@waybill/plugin';
import type { Problems, Rules } from '../../../kit/form-rules.ts';
import type { Schema } from '../../../api/types.ts';
import type { Translate } from '../../../lib/i18n.ts';
import { roundTo } from '../../../lib/money.ts';
import { MAX_CODE } from './charges.ts';

export interface WorkLine {
  code: string;
  amount: string;
  taxed: boolean;
}

export interface WorkDraft {
  driverid: string;
  /** Local times of the tenant. */
  start: string;
  end: string;
  /** Instead of start and end. */
  hours: string;
  pause: string;
  roundBy: string;
  rate: string;
  lines: WorkLine[];
}

export const newWorkLine = (): WorkLine => ({ code: '', amount: '', taxed: true });
export const isBlankWork = ({ code, amount }: WorkLine): boolean =>
  code.trim() === '' && amount.trim() === '';

export const emptyWork = (driverid: number | null): WorkDraft => ({
  driverid: driverid === null ? '' : String(driverid),
  start: '',
  end: '',
  hours: '',
  pause: '',
  roundBy: '',
  rate: '',
  lines: [],
});

/** Returns the minutes that are paid: without the break, and rounded up. Null without a time. */
export function paidMinutes(
  { start, end, hours, pause, roundBy }: WorkDraft,
  fromLocalInput: (local: string) => string | null,
): number | null {
  const typed = readNumber(hours);
  const [from, to] = [start, end].map((local) => Date.parse(fromLocalInput(local) ?? ''));
  const worked =
    typed !== null
      ? typed * 60
      : from === undefined || to === undefined || Number.isNaN(from) || Number.isNaN(to)
        ? null
        : (to - from) / 60_000;
  if (worked === null) return null;
  const minutes = Math.max(0, worked - (readNumber(pause) ?? 0));
  const step = readNumber(roundBy) ?? 0;
  // Binary fractions of whole steps are not rounded up.
  return step > 0 ? Math.ceil(Number((minutes / step).toPrecision(12))) * step : minutes;
}

export const hourlyAmount = (minutes: number, rate: number, digits: number): number =>
  roundTo((minutes * rate) / 60, digits);

/** "7:45" */
export const hoursText = (minutes: number): string =>
  `${Math.floor(minutes / 60)}:${String(Math.round(minutes % 60)).padStart(2, '0')}`;

const MINUTES = { number: { min: 0, max: 44_640 } };

export function workRules({ lines }: WorkDraft, t: Translate): Rules {
  const rules: Rules = {
    hours: { number: { min: 0, max: 744 } },
    pause: MINUTES,
    roundBy: MINUTES,
    rate: { number: { min: 0 } },
  };
  for (const [at, line] of lines.entries()) {
    if (isBlankWork(line)) continue;
    rules[`lines.${at}.code`] = { needed: t('Name the charge'), max: MAX_CODE };
    rules[`lines.${at}.amount`] = { needed: t('Enter the amount'), number: {} };
  }
  return rules;
}

export function workProblems(draft: WorkDraft, ofDriver: boolean, t: Translate): Problems {
  const problems: Problems = {};
  const { start, end, hours, rate, lines } = draft;
  if (ofDriver && draft.driverid === '') problems['driverid'] = t('Choose a driver');
  if (start && end && end < start) problems['end'] = t('Must not be before the start');
  if (start && !end && !hours) problems['end'] = t('Enter the end');
  if (end && !start && !hours) problems['start'] = t('Enter the start');
  const hasTime = hours.trim() !== '' || (start !== '' && end !== '');
  if (hasTime && rate.trim() === '') problems['rate'] = t('Enter the rate');
  if (!hasTime && rate.trim() !== '' && !problems['end'] && !problems['start'])
    problems['hours'] = t('Enter the hours, or start and end');
  if (!hasTime && rate.trim() === '' && !start && !end && lines.every(isBlankWork))
    problems['hours'] = t('Enter hours or another amount');
  return problems;
}

export function toWork(
  draft: WorkDraft,
  fromLocalInput: (local: string) => string | null,
): Schema<'JobWorkRequest'> {
  const moment = (local: string) => (local ? fromLocalInput(local) : null);
  return {
    hours: readNumber(draft.hours),
    starttime: moment(draft.start),
    endtime: moment(draft.end),
    break: readNumber(draft.pause),
    roundby: readNumber(draft.roundBy),
    chargerate: readNumber(draft.rate),
    chargebreakdown: draft.lines
      .filter((line) => !isBlankWork(line))
      .map((line) => ({
        servicecode: line.code.trim(),
        amount: readNumber(line.amount) ?? 0,
        istaxapplicable: line.taxed,
        isadditionalservice: true,
      })),
  };
}

const FIELDS: Readonly<Record<string, string>> = {
  starttime: 'start',
  endtime: 'end',
  break: 'pause',
  roundby: 'roundBy',
  chargerate: 'rate',
};

/** Form field of a wire path, which does not count blank lines. */
export function workMember(lines: readonly WorkLine[], member: string): string {
  const path = member.replace(/^(?:customer|driver)charge\./, '').replace(/^charges\./, '');
  const line = /^chargebreakdown(?:\[(\d+)\]\.(\w+))?$/.exec(path);
  if (!line) return FIELDS[path] ?? path;
  const sent = [...lines.entries()].filter(([, one]) => !isBlankWork(one)).map(([at]) => at);
  return `lines.${sent[Number(line[1] ?? 0)] ?? 0}.${line[2] === 'servicecode' ? 'code' : 'amount'}`;
}
