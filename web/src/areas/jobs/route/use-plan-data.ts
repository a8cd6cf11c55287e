// Data of the planner: the plan with live runs, vehicles, unassigned jobs, plans to compare with.
import { useMemo } from 'react';
import { useQueries, useQuery } from '@tanstack/react-query';
import { spotOf } from '../../../kit/map/distance.ts';
import { useT } from '../../../lib/i18n.ts';
import { nextAddress, type Job } from '../model.ts';
import { jobQuery, useLiveJobs } from '../queries.ts';
import { problemsOf, type Problem } from './Attention.tsx';
import type { CompareProps, Rival } from './Compare.tsx';
import type { OpenJob } from './PlanMap.tsx';
import { summaryOf } from './plan.ts';
import {
  planQuery,
  plansQuery,
  runQuery,
  runsInterval,
  runsOfDayQuery,
  useLiveRoutes,
} from './queries.ts';
import { usePlanner, type Planner } from './use-planner.ts';
import { readVehicles, usePlanVehicles } from './vehicles.ts';
import type { Plan, PlanHead, Run, Summary, Unassigned } from './wire.ts';
import { letterOf } from './words.ts';

/** Jobs without a vehicle whose addresses are loaded. */
const MAX_OPEN = 100;
const NO_RUNS: readonly Run[] = [];
/** The plan without the changes by hand. */
const AS_PLANNED = 'planned';

/** The plan; once it is sent, with the present state of its runs. */
function useLivePlan(plan: Plan): Plan {
  const isSent = plan.status === 'Sent';
  const refetchInterval = runsInterval(useLiveRoutes()) ?? false;
  const ofDay =
    useQuery({ ...runsOfDayQuery(plan.rundate), enabled: isSent, refetchInterval }).data ?? NO_RUNS;
  const ids = isSent
    ? plan.routes.flatMap(
        ({ vehicleid }) => ofDay.findLast((run) => run.vehicleid === vehicleid)?.id ?? [],
      )
    : [];
  const runs = useQueries({
    queries: ids.map((id) => ({ ...runQuery(id), refetchInterval })),
    combine: (results) => results.flatMap(({ data }): Run[] => (data ? [data] : [])),
  });
  return useMemo(
    () =>
      runs.length === 0
        ? plan
        : {
            ...plan,
            routes: plan.routes.map(
              (one) => runs.find(({ vehicleid }) => vehicleid === one.vehicleid) ?? one,
            ),
          },
    [plan, runs],
  );
}

function useOpenJobs(unassigned: readonly Unassigned[]): ReadonlyMap<number, Job> {
  return useQueries({
    queries: unassigned
      .slice(0, MAX_OPEN)
      .map(({ jobid }) => ({ ...jobQuery(jobid), staleTime: 60_000 })),
    combine: (results) =>
      new Map(results.flatMap(({ data }) => (data ? [[data.id, data] as const] : []))),
  });
}

export interface PlanData {
  plan: Plan;
  planner: Planner;
  /** Kilograms that vehicles take. */
  capacities: ReadonlyMap<number, number>;
  summary: Summary;
  problems: readonly Problem[];
  /** Jobs without a vehicle, as far as they are loaded. */
  openJobs: ReadonlyMap<number, Job>;
  openOnMap: readonly OpenJob[];
  /** Of the day, the oldest first. */
  plans: readonly PlanHead[];
  name: string;
  rivals: readonly Rival[];
  against: CompareProps['against'];
}

export function usePlanData(
  stored: Plan,
  { v, against: chosen }: { v?: string; against?: string },
): PlanData {
  const t = useT();
  useLiveJobs();
  const plan = useLivePlan(stored);
  const { vehicles, capacities } = usePlanVehicles(useMemo(() => readVehicles(v), [v]));
  const planner = usePlanner(plan, vehicles);
  const { state, planned, isChanged } = planner;
  const openJobs = useOpenJobs(state.unassigned);
  const all = useQuery(plansQuery(plan.rundate)).data;
  const plans = useMemo(() => (all ?? []).toSorted((a, b) => a.planid - b.planid), [all]);
  const summary = useMemo(() => summaryOf(state), [state]);
  const problems = useMemo(() => problemsOf(state.routes), [state.routes]);
  const openOnMap = useMemo(
    () =>
      state.unassigned.flatMap(({ jobid, jobno }): OpenJob[] => {
        const job = openJobs.get(jobid);
        const spot = job ? spotOf(nextAddress(job)) : null;
        return spot ? [{ ...spot, jobid, jobno }] : [];
      }),
    [state.unassigned, openJobs],
  );
  const nameOf = (at: number) =>
    at < 0 ? t('This plan') : t('Plan {letter}', { letter: letterOf(at) });
  const others = plans.flatMap((one, at): Rival[] =>
    one.planid === plan.planid ? [] : [{ id: String(one.planid), name: nameOf(at) }],
  );
  const rivals: Rival[] = isChanged
    ? [{ id: AS_PLANNED, name: t('as planned') }, ...others]
    : others;
  const usual = isChanged ? rivals[0] : others.findLast(({ id }) => Number(id) < plan.planid);
  const rival =
    chosen === 'none' ? null : (rivals.find(({ id }) => id === chosen) ?? usual ?? null);
  const isOther = rival !== null && rival.id !== AS_PLANNED;
  const other = useQuery({ ...planQuery(Number(rival?.id)), enabled: isOther }).data;
  const rivalSummary = rival?.id === AS_PLANNED ? summaryOf(planned) : other?.summary;
  const own = nameOf(plans.findIndex(({ planid }) => planid === plan.planid));
  return {
    plan,
    planner,
    capacities,
    summary,
    problems,
    openJobs,
    openOnMap,
    plans,
    name: isChanged ? t('{plan}, by hand', { plan: own }) : own,
    rivals,
    against: rival && rivalSummary ? { ...rival, summary: rivalSummary } : null,
  };
}
