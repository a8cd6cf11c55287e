// Calls of plans and runs; keys begin with 'jobs', so that changes of jobs refetch them.
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api } from '../../../api/client.ts';
import type { Schema } from '../../../api/types.ts';
import { everyRow } from '../../../kit/list/all-pages.ts';
import type { ListQuery } from '../../../kit/list/declare.ts';
import { jobsKey } from '../queries.ts';
import type { Plan, Run } from './wire.ts';

/** Plans change by their own calls alone, so a changed job does not refetch them. */
export const plansKey = ['plans'] as const;
export const runsKey = [...jobsKey, 'runs'] as const;

const POLL_INTERVAL = 400;

export const isUnderWay = ({ status }: Pick<Plan, 'status'>): boolean =>
  status === 'Waiting' || status === 'Solving';

export const planQuery = (planId: number) =>
  queryOptions({
    queryKey: [...plansKey, 'detail', planId],
    queryFn: async ({ signal }) =>
      (await api.get('/api/jobs/routing/plan', { planId }, { signal })).plan,
    refetchInterval: ({ state: { data } }) => (data && isUnderWay(data) ? POLL_INTERVAL : false),
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
