// Actions on a plan, by buttons and by keys: stop, send out, plan again, undo.
import { useNavigate } from '@tanstack/react-router';
import { RefreshCw, Send, Undo2 } from 'lucide-react';
import { queryClient } from '../../../api/query-client.ts';
import type { Binding } from '../../../kit/keys.ts';
import { useMutate } from '../../../kit/mutate.ts';
import { useT } from '../../../lib/i18n.ts';
import type { HeadingAction } from '../../../shell/PageHeading.tsx';
import { toast } from '../../../shell/toast.tsx';
import { jobsKey } from '../queries.ts';
import { jobsIn, locksOf, requestsOf, stepsOf } from './plan.ts';
import { isUnderWay, plansKey, runsKey, sendPlan, startPlan, stopPlan } from './queries.ts';
import type { PlanData } from './use-plan-data.ts';
import { keepLocks } from './use-planner.ts';
import { vehiclesText } from './vehicles.ts';
import type { SentJob } from './wire.ts';

export interface PlanActions {
  heading: readonly HeadingAction[];
  keys: readonly Binding[];
  stop: () => void;
  isStopping: boolean;
  /** Another plan of the same jobs; the vehicles' own plans are kept. */
  again: () => void;
  isStarting: boolean;
  send: () => Promise<readonly SentJob[]>;
}

export function usePlanActions(
  { plan, planner }: Pick<PlanData, 'plan' | 'planner'>,
  {
    isToday,
    seconds,
    onAsk,
    onSay,
  }: {
    isToday: boolean;
    seconds: number;
    /** Opens the dialog that asks before the runs are sent. */
    onAsk: () => void;
    onSay: (text: string) => void;
  },
): PlanActions {
  const t = useT();
  const navigate = useNavigate();
  const { planid, rundate, status } = plan;
  const { state, isChanged } = planner;
  const isSolving = isUnderWay(plan);
  const used = state.routes.filter((run) => stepsOf(run).length > 0).length;
  const mayPlan = !isSolving && planner.checking.length === 0;
  const maySend =
    used > 0 && status !== 'Failed' && !(status === 'Sent' && !isChanged) && !isChecking(planner);
  const vehicles = state.routes.flatMap(({ vehicleid, driverid }) =>
    driverid === null ? [] : [{ vehicleid, driverid }],
  );
  const stop = useMutate({
    call: () => stopPlan(planid),
    stale: [plansKey],
    failed: t('The search could not be stopped'),
  });
  const start = useMutate({
    call: (isFromNow: boolean) =>
      startPlan({
        rundate,
        jobids: isFromNow ? state.unassigned.map(({ jobid }) => jobid) : jobsIn(state),
        vehicles,
        locks: locksOf(state),
        seconds,
        ...(isFromNow ? { continue: true } : {}),
      }),
    stale: [plansKey],
    failed: t('The plan could not be started'),
    after: (next) => {
      keepLocks(next, state.locks);
      return navigate({
        to: '/jobs/route/$plan',
        params: { plan: String(next) },
        search: { v: vehiclesText(vehicles), against: String(planid) },
      });
    },
  });
  // The search is stopped first: the dialog shows the plan that is sent.
  const ask = async () => {
    if (isSolving) await stop.mutateAsync();
    onAsk();
  };
  const send = async () => {
    const answers = await sendPlan({
      planid,
      rundate,
      ...(isChanged ? { routes: requestsOf(state) } : {}),
    });
    planner.drop();
    await Promise.all(
      [plansKey, runsKey, jobsKey].map((queryKey) => queryClient.invalidateQueries({ queryKey })),
    );
    const sent = answers.jobs.filter(({ success }) => success).length;
    const runs = answers.runs.length;
    toast({
      title: t('{count} jobs sent out', { count: sent }, '{count} job sent out'),
      description: t(
        '{count} runs are with their drivers',
        { count: runs },
        '{count} run is with its driver',
      ),
    });
    return answers.jobs;
  };
  const undo = () => {
    if (!planner.undo()) return false;
    onSay(t('The last change is undone.'));
    return true;
  };
  // A draft has no runs to continue: another plan of today begins now, too.
  const mayContinue = mayPlan && isToday && state.routes.some(({ id }) => id > 0);
  const fromNow = () => mayContinue && start.mutate(true);
  return {
    heading: [
      {
        text: t('Send out {count} runs', { count: used }, 'Send out {count} run'),
        icon: <Send aria-hidden />,
        primary: true,
        ...(isSolving ? {} : { shortcut: 's' }),
        disabled: !maySend,
        onClick: () => void ask().catch(() => undefined),
      },
      {
        text: t('Undo'),
        icon: <Undo2 aria-hidden />,
        primary: true,
        shortcut: 'z',
        disabled: !planner.canUndo,
        onClick: undo,
      },
      {
        text: t('Plan again from now'),
        icon: <RefreshCw aria-hidden />,
        shortcut: 'r',
        disabled: !mayContinue,
        onClick: fromNow,
      },
      {
        text: t('Discard manual changes'),
        disabled: !isChanged,
        onClick: planner.drop,
      },
      { text: t('Runs of the day'), href: `/jobs/route/runs?day=${rundate}` },
    ],
    keys: [
      {
        key: 's',
        text: isSolving ? t('Stop and keep the best plan') : t('Send out the runs'),
        group: 'page',
        run: () => {
          if (isSolving) stop.mutate();
          else if (maySend) onAsk();
        },
      },
      {
        key: 'p',
        text: t('Make another plan'),
        group: 'page',
        run: () => mayPlan && start.mutate(false),
      },
      { key: 'r', text: t('Plan again from now'), group: 'page', run: fromNow },
      { key: 'z', text: t('Undo the last change'), group: 'page', run: undo },
    ],
    stop: () => stop.mutate(),
    isStopping: stop.isPending,
    again: () => start.mutate(false),
    isStarting: start.isPending,
    send,
  };
}

/** True while a move is checked: the routes on the screen may be outdated. */
const isChecking = ({ checking }: PlanData['planner']): boolean => checking.length > 0;
