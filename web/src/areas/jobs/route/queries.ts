// Calls of plans and runs; keys begin with 'jobs', so that changes of jobs refetch them.
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { pluginApi as api } from '../../../api/client.ts';
import type { Page } from '../../../api/client.ts';
import { everyRow } from '../../../kit/list/all-pages.ts';
import type { ListQuery } from '../../../kit/list/declare.ts';
import { jobsKey } from '../queries.ts';
import type { Plan, PlanHead, Run } from './wire.ts';

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
      (await api.get<{ plan: Plan }>('/api/jobs/routing/plan', { planId }, { signal })).plan,
    refetchInterval: ({ state: { data } }) => (data && isUnderWay(data) ? POLL_INTERVAL : false),
    staleTime: 10_000,
  });

/** Plans of a day that still exist, without their routes. */
export const plansQuery = (rundate: string) =>
  queryOptions({
    queryKey: [...plansKey, 'day', rundate],
    queryFn: async ({ signal }) =>
      (
        await api.get<Page<PlanHead>>(
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

export interface PlanRequest {
  rundate: string;
  jobids: readonly number[];
  vehicles: readonly Vehicle[];
  locks: readonly { jobid: number; vehicleid: number; position?: number }[];
  seconds: number;
  continue?: boolean;
}

export const startPlan = async (plan: PlanRequest): Promise<number> =>
  (await api.post<{ planid: number }>('/api/jobs/routing/plan', { plan })).planid;

export const stopPlan = async (planid: number): Promise<Plan> =>
  (await api.post<{ plan: Plan }>('/api/jobs/routing/stop-plan', { planid })).plan;

export interface RouteRequest extends Vehicle {
  /** In order; the second mention of a job is its delivery. */
  jobids: readonly number[];
  runid?: number;
}

export const checkRoutes = async (
  check: { rundate: string; planid: number; routes: readonly RouteRequest[] },
  signal?: AbortSignal,
): Promise<Run[]> =>
  (
    await api.post<{ plan: Plan }>(
      '/api/jobs/routing/check-plan',
      check,
      undefined,
      signal ? { signal } : {},
    )
  ).plan.routes;

export interface SentJob {
  jobId: number;
  runid: number | null;
  success: boolean;
  message: string | null;
}

export const sendPlan = (plan: {
  planid: number;
  rundate: string;
  routes?: readonly RouteRequest[];
}) => api.post<{ runs: Run[]; jobs: SentJob[] }>('/api/jobs/routing/send-plan', plan);

export const fetchRuns = (query: ListQuery, signal: AbortSignal) =>
  api.get<Page<Run>>('/api/jobs/routing/runs', query, { signal });

export const runQuery = (id: number) =>
  queryOptions({
    queryKey: [...runsKey, 'detail', id],
    queryFn: async ({ signal }) =>
      (await api.get<{ run: Run }>('/api/jobs/routing/run', { id }, { signal })).run,
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
