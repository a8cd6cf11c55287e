// Measures, changes and stops of a plan in words.
import { useMemo } from 'react';
import { currentSpeech, isolated, useFormat } from '@waybill/plugin';
import { shortTime } from '../../../kit/list/times.ts';
import { msg, useT, type Translate } from '../../../lib/i18n.ts';
import { type Change } from './plan.ts';
import type { RunStep } from './wire.ts';

const STEP_TEXTS: Readonly<Record<RunStep['type'], string>> = {
  start: msg('Start'),
  end: msg('End'),
  job: msg('Job stop'),
  pickup: msg('Pickup'),
  delivery: msg('Delivery'),
  break: msg('Rest'),
};

export const stepText = (type: RunStep['type'], t: Translate): string => t(STEP_TEXTS[type]);

const OUTCOMES: Readonly<Record<RunStep['outcome'], string>> = {
  Planned: '',
  Begun: msg('begun'),
  Done: msg('done'),
  Failed: msg('failed'),
};

/** "9:55". */
export const clock = (seconds: number): string => {
  const minutes = Math.round(seconds / 60);
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`;
};

const HOUR = 3600;

/** Whole minutes of a delay; a short one is a minute. */
const minutesOf = (seconds: number): number => Math.max(1, Math.round(seconds / 60));

/** A value with its sign, also above zero; from right to left the sign stays before the digits. */
function signed(value: number, text: string): string {
  if (value === 0) return text;
  const whole = `${value < 0 ? '−' : '+'}${text}`;
  return currentSpeech().direction === 'rtl' ? isolated(whole) : whole;
}

/** Differences below this are none. */
const CENT = 0.005;
const HALF_KILOMETRE = 500;

export interface PlanWords {
  money: (amount: number) => string;
  km: (metres: number) => string;
  hours: (seconds: number) => string;
  time: (moment: string | number) => string;
  signedMoney: (amount: number) => string;
  signedKm: (metres: number) => string;
  signedHours: (seconds: number) => string;
  signedCount: (count: number) => string;
  late: (seconds: number) => string;
  /** "−$6.20 · −5 km · arrives 11:16 · 12 min late". */
  change: (change: Change) => string;
  /** A step for its tooltip and its accessible name. */
  step: (step: RunStep, place: number, isLocked: boolean) => string;
}

export function usePlanWords(): PlanWords {
  const t = useT();
  const format = useFormat();
  return useMemo(() => {
    const money = (amount: number) => format.money(amount);
    const km = (metres: number) =>
      format.quantity({ value: Math.round(metres / 1000), unit: 'km' }, 0);
    const hours = (seconds: number) => t('{time} h', { time: clock(seconds) });
    const time = (moment: string | number) => shortTime(moment, format.timezone);
    const signedMoney = (amount: number) =>
      Math.abs(amount) < CENT ? money(0) : signed(amount, money(Math.abs(amount)));
    const signedKm = (metres: number) =>
      Math.abs(metres) < HALF_KILOMETRE ? km(0) : signed(metres, km(Math.abs(metres)));
    const signedCount = (count: number) => signed(count, format.number(Math.abs(count), 0));
    const late = (seconds: number) =>
      seconds < HOUR
        ? t('{count} min late', { count: minutesOf(seconds) })
        : t('{time} h late', { time: clock(seconds) });
    return {
      money,
      km,
      hours,
      time,
      signedMoney,
      signedKm,
      signedHours: (seconds) =>
        Math.abs(seconds) < 30 ? hours(0) : signed(seconds, hours(Math.abs(seconds))),
      signedCount,
      late,
      change: (change) =>
        [
          signedMoney(change.cost),
          signedKm(change.distance),
          change.arrival === null ? '' : t('arrives {time}', { time: time(change.arrival) }),
          change.lateness > 0 ? late(change.lateness) : '',
          change.late > 0
            ? t('{count} more stops late', { count: change.late }, '{count} more stop late')
            : change.late < 0
              ? t('{count} stops fewer late', { count: -change.late }, '{count} stop fewer late')
              : '',
        ]
          .filter(Boolean)
          .join(' · '),
      step: (step, place, isLocked) =>
        [
          `${place}. ${step.jobno ?? ''}`,
          step.description ?? '',
          stepText(step.type, t),
          step.actualarrival
            ? t('arrived {time}', { time: time(step.actualarrival) })
            : t('arrives {time}', { time: time(step.arrival) }),
          step.windowend ? t('due {time}', { time: time(step.windowend) }) : '',
          step.lateness > 0 ? late(step.lateness) : '',
          t(OUTCOMES[step.outcome]),
          isLocked ? t('locked') : '',
          // The delay is there already.
          ...step.violations.filter(({ cause }) => cause !== 'delay').map(({ message }) => message),
        ]
          .filter(Boolean)
          .join(' · '),
    };
  }, [t, format]);
}

/** Name of a plan by its place among those of the day. */
export const letterOf = (at: number): string => String.fromCharCode(65 + (at % 26));
