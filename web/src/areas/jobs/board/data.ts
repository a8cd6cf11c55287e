// Jobs of a day on the dispatch board.
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { useFormat } from '@waybill/plugin';
import { shouldRetry } from '../../../api/query-client.ts';
import { everyRow } from '../../../lib/all-pages.ts';
import { addDays, isDay } from '../../../lib/days.ts';
import { oneOf } from '../../../lib/odata.ts';
import { statusesOf, type Job } from '../model.ts';
import { fetchJobs, jobsKey } from '../queries.ts';
import { clockOf, type DayContext } from './plan.ts';

/** More jobs than the largest fleets have in a day. */
const MAX_JOBS = 5000;
const MINUTE = 60_000;

/** One retry, soon: an error is shown within seconds, with its own retry. */
export const SOON = {
  retry: (failures: number, error: Error) => failures < 1 && shouldRetry(failures, error),
  retryDelay: 600,
};

export interface BoardDay extends DayContext {
  day: string;
  isToday: boolean;
  /** Edges as the API reads them. */
  starts: string;
  ends: string;
}

/** A day of the calendar; today if it is none. */
export function useBoardDay(chosen: string | undefined): BoardDay {
  const format = useFormat();
  const [minute, setMinute] = useState(() => Math.floor(Date.now() / MINUTE));
  useEffect(() => {
    const timer = setInterval(() => setMinute(Math.floor(Date.now() / MINUTE)), MINUTE / 4);
    return () => clearInterval(timer);
  }, []);
  const today = format.toLocalInput(new Date(minute * MINUTE)).slice(0, 10);
  const day = isDay(chosen) ? chosen : today;
  const clock = useMemo(() => clockOf(day, format.fromLocalInput), [day, format]);
  return useMemo(() => {
    const edge = (of: string) => format.fromLocalInput(`${of}T00:00`) ?? `${of}T00:00:00Z`;
    const starts = edge(day);
    return {
      day,
      isToday: day === today,
      starts,
      ends: edge(addDays(day, 1)),
      dayStart: Date.parse(starts),
      clock,
      now: day === today ? minute * MINUTE : null,
    };
  }, [day, today, clock, format, minute]);
}

const OPEN = [...statusesOf('underWay'), ...statusesOf('failed')];

/** Work without an agent, up to the day: legs, and jobs that have none. */
export const unallocatedFilter = ({ day }: Pick<BoardDay, 'day'>): string =>
  `jobstatus eq 'Unallocated' and haslegs eq false and (pickupdate eq null or pickupdate le ${day})`;

const givenFilter = ({ day, isToday, starts, ends }: BoardDay): string => {
  const ofDay = `pickupdate eq ${day} or (deadline ge ${starts} and deadline lt ${ends})`;
  // Open work of earlier days, or without a day, is work of today.
  const left = `((pickupdate lt ${day} or pickupdate eq null) and ${oneOf('jobstatus', OPEN)})`;
  return (
    `driverid ne null and haslegs eq false and jobstatus ne 'Cancelled' and ` +
    `(${isToday ? `${ofDay} or ${left}` : ofDay})`
  );
};

/** Jobs that drivers have on the day. */
export const givenQuery = (day: BoardDay) =>
  queryOptions({
    queryKey: [...jobsKey, 'given', day.day, day.isToday],
    queryFn: ({ signal }) =>
      everyRow<Job>({
        query: {
          filter: givenFilter(day),
          sorting: 'id asc',
          maxResultCount: 1000,
          skipCount: 0,
        },
        fetch: fetchJobs,
        rowKey: ({ id }) => id,
        signal,
        limit: MAX_JOBS,
      }),
    placeholderData: keepPreviousData,
    ...SOON,
  });
