// The dashboard's period, kept in the browser.
import { useState } from 'react';
import { useFormat } from '@waybill/plugin';
import { DAY_WORDS } from '../../kit/list/days.ts';
import { addDays } from '../../lib/days.ts';

export const PERIODS = ['today', 'last7', 'last30'] as const;
export type Period = (typeof PERIODS)[number];

const KEY = 'waybill.dashboard.period';
const DAYS: Record<Period, number> = { today: 1, last7: 7, last30: 30 };

export const periodText = (period: Period): string => DAY_WORDS[period] ?? period;

function storedPeriod(): Period {
  try {
    const text = localStorage.getItem(KEY);
    return PERIODS.find((period) => period === text) ?? 'last30';
  } catch {
    return 'last30';
  }
}

export interface Span {
  period: Period;
  /** Days of the tenant's calendar. */
  fromDate: string;
  toDate: string;
  /** UTC instants. */
  from: string;
  startOfToday: string;
  startOfTomorrow: string;
}

export function usePeriod(): [Span, (period: Period) => void] {
  const format = useFormat();
  const [period, setPeriod] = useState(storedPeriod);
  const today = format.toLocalInput(new Date()).slice(0, 10);
  const start = (day: string) => format.fromLocalInput(`${day}T00:00`) ?? `${day}T00:00:00Z`;
  const fromDate = addDays(today, 1 - DAYS[period]);
  const choose = (next: Period) => {
    setPeriod(next);
    try {
      localStorage.setItem(KEY, next);
    } catch {
      // Lasts as long as the page.
    }
  };
  return [
    {
      period,
      fromDate,
      toDate: today,
      from: start(fromDate),
      startOfToday: start(today),
      startOfTomorrow: start(addDays(today, 1)),
    },
    choose,
  ];
}
