// Calls of plans and runs, which one stream keeps live.
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api } from '../../../api/client.ts';
import type { Schema } from '../../../api/types.ts';
import { everyRow } from '../../../lib/all-pages.ts';
import type { ListQuery } from '../../../kit/list/declare.ts';
import { liveTopic } from '../../../lib/live.ts';
import type { Plan, Run } from './wire.ts';

export const plansKey = ['plans'] as const;
export const runsKey = ['runs'] as const;

/** Keeps runs and plans live; returns the connection state. */
export const useLiveRoutes = liveTopic({
  path: '/api/jobs/routing/stream',
  key: runsKey,
  member: 'runId',
  others: [{ key: plansKey, member: 'planId' }],
});

/** Milliseconds between refreshes of a search, and of those that the stream reports. */
const POLL_INTERVAL = 400;
const LIVE_POLL_INTERVAL = 5_000;
/** Of runs, while there is no stream. */
const RUNS_INTERVAL = 60_000;

/** Refreshes runs while the stream is down. */
export const runsInterval = (isLive: boolean) => (isLive ? undefined : RUNS_INTERVAL);

export const isUnderWay = ({ status }: Pick<Plan, 'status'>): boolean =>
  status === 'Waiting' || status === 'Solving';

export const planQuery = (planId: number, isLive = false) =>
  queryOptions({
    queryKey: [...plansKey, 'detail', planId],
    queryFn: async ({ signal }) =>
      (await api.get('/api/jobs/routing/plan', { planId }, { signal })).plan,
    refetchInterval: ({ state: { data } }) => {
      if (!data || !isUnderWay(data)) return false;
      return isLive ? LIVE_POLL_INTERVAL : POLL_INTERVAL;
    },
    staleTime: 10_000,
  });

/** Plans of a day that still exist, without their routes. */
export const plansQuery = (rundate: string) =>
  queryOptions({
    queryKey: [...plansKey, 'day', rundate],
    queryFn: async ({ signal }) =>
      (
        await api.get(
          '/api/jobs/routing/plans',
          { rundate, sorting: 'id asc', maxResultCount: 100, skipCount: 0 },
          { signal },
        )
      ).items,
    placeholderData: keepPreviousData,
  });

export interface Vehicle {
  vehicleid: number;
  driverid: number;
}

type PlanRequest = Schema<'RoutePlanRequest'>;

export const startPlan = async (plan: PlanRequest): Promise<number> =>
  (await api.post('/api/jobs/routing/plan', { plan })).planid;

export const stopPlan = async (planid: number): Promise<Plan> =>
  (await api.post('/api/jobs/routing/stop-plan', { planid })).plan;

export interface RouteRequest extends Vehicle {
  /** In order; the second mention of a job is its delivery. */
  jobids: number[];
  runid?: number;
}

export const checkRoutes = async (check: {
  rundate: string;
  planid: number;
  routes: RouteRequest[];
}): Promise<Run[]> => (await api.post('/api/jobs/routing/check-plan', check)).plan.routes;

export const sendPlan = (plan: { planid: number; rundate: string; routes?: RouteRequest[] }) =>
  api.post('/api/jobs/routing/send-plan', plan);

export const fetchRuns = (query: ListQuery, signal: AbortSignal) =>
  api.get('/api/jobs/routing/runs', query, { signal });

export const runQuery = (id: number) =>
  queryOptions({
    queryKey: [...runsKey, 'detail', id],
    queryFn: async ({ signal }) => (await api.get('/api/jobs/routing/run', { id }, { signal })).run,
  });

/** Runs of a day without their steps, the oldest first. */
export const runsOfDayQuery = (rundate: string) =>
  queryOptions({
    queryKey: [...runsKey, 'day', rundate],
    queryFn: ({ signal }) =>
      everyRow<Run>({
        query: {
          filter: `rundate eq ${rundate}`,
          sorting: 'id asc',
          maxResultCount: 1000,
          skipCount: 0,
        },
        fetch: fetchRuns,
        rowKey: ({ id }) => id,
        signal,
      }),
  });

export const deleteRun = (id: number) => api.del('/api/jobs/routing/run', { id });
