// Actions of a job at the bottom of the screen, as its row allows them.
import { useState } from 'react';
import { ClipboardCheck, Navigation, Phone } from 'lucide-react';
import { useT } from '../../lib/i18n.ts';
import { go, linkTo } from './address.ts';
import type { Job, Operation } from './calls.ts';
import { Action, ActionLink, Actions, Note } from './look.tsx';
import {
  mayFail,
  nextOperation,
  OPERATION_ICONS,
  OPERATION_TEXTS,
  tasksOf,
  type DirectOperation,
} from './operations.ts';
import { currentFix } from './positions.ts';
import { isBeforePickup } from './progress.ts';
import { addressOf, callLink, lineOf, navigationLink } from './run.ts';
import { useDevice, usePerform, useWork } from './use-device.ts';

/** Milliseconds before the next action counts: a double tap must not do two. */
const PAUSE = 800;

/** Performs an operation; says so if the device cannot store it. */
export function useOperate(job: Job) {
  const t = useT();
  const device = useDevice();
  const perform = usePerform();
  const { ticks } = useWork();
  const [problem, setProblem] = useState<string | null>(null);
  const [isPausing, setPausing] = useState(false);
  const operate = async (operation: DirectOperation) => {
    setProblem(null);
    setPausing(true);
    setTimeout(() => setPausing(false), PAUSE);
    try {
      const moment = { at: new Date(), fix: currentFix() };
      await perform(tasksOf(operation, job, ticks[job.id] ?? [], moment));
      if (operation === 'PickUp') await device.untick(job.id);
    } catch {
      setProblem(t('This could not be kept on the phone. Free some space and try again.'));
    }
  };
  return { operate, problem, isPausing };
}

export function WayActions({ job }: { job: Job }) {
  const t = useT();
  const address = addressOf(job);
  const call = callLink(address);
  const hasPlace = lineOf(address) !== '';
  if (!hasPlace && !call) return null;
  return (
    <Actions>
      {hasPlace && (
        <ActionLink size="side" href={navigationLink(address, navigator.userAgent)}>
          <Navigation aria-hidden />
          {t('Navigate')}
        </ActionLink>
      )}
      {call && (
        <ActionLink size="side" href={call}>
          <Phone aria-hidden />
          {t('Call')}
        </ActionLink>
      )}
    </Actions>
  );
}

/** The next action, or why there is none. */
export function NextAction({ job }: { job: Job }) {
  const t = useT();
  const { mayWork } = useWork();
  const { operate, problem, isPausing } = useOperate(job);
  const operation = nextOperation(job);
  if (!mayWork)
    return (
      <Actions>
        <ActionLink look="main" {...linkTo({ page: 'pre-start' })}>
          <ClipboardCheck aria-hidden />
          {t('Pre-start check')}
        </ActionLink>
      </Actions>
    );
  if (!operation && !mayFail(job)) return null;
  const begin = (chosen: Exclude<Operation, 'Fail'>) => {
    if (isPausing) return;
    if (chosen === 'Deliver') go({ page: 'deliver', jobId: job.id });
    else void operate(chosen);
  };
  const Icon = operation && OPERATION_ICONS[operation];
  return (
    <>
      {problem && (
        <Note tone="danger" role="alert">
          {problem}
        </Note>
      )}
      <Actions>
        {mayFail(job) && (
          <ActionLink look="bad" {...linkTo({ page: 'fail', jobId: job.id })} className="max-w-2/5">
            {isBeforePickup(job.jobstatus) ? t('Cannot pick up') : t('Cannot deliver')}
          </ActionLink>
        )}
        {operation && Icon && (
          <Action
            look="main"
            aria-disabled={isPausing || undefined}
            onClick={() => begin(operation)}
          >
            <Icon aria-hidden />
            {t(OPERATION_TEXTS[operation])}
          </Action>
        )}
      </Actions>
    </>
  );
}
