// Jobs without a vehicle with the reason, and stops that break a rule.
import { useRef } from 'react';
import { Badge, Button, cn, translateMessage } from '@waybill/plugin';
import { Key } from '../../../kit/Key.tsx';
import { useDraggable } from '../../../kit/lanes/drag.ts';
import { useT } from '../../../lib/i18n.ts';
import { nextAddress, partyText, type Job } from '../model.ts';
import { keyOf, stepsOf } from './plan.ts';
import { STOPS, type DraggedStop } from './PlanLane.tsx';
import type { Run, Unassigned, Violation } from './wire.ts';

const FOCUS = 'focus-visible:outline-2 focus-visible:outline-ring';

export interface Problem {
  id: string;
  lane: number;
  /** Null for the whole route. */
  key: string | null;
  name: string;
  place: string;
  messages: readonly string[];
}

const messagesOf = (violations: readonly Violation[]) =>
  [...new Set(violations.map(translateMessage))].filter(Boolean);

/** Rules that routes and stops break, lane by lane. */
export const problemsOf = (routes: readonly Run[]): Problem[] =>
  routes.flatMap((run, lane) => [
    ...(run.violations.length > 0
      ? [
          {
            id: `${run.vehicleid}`,
            lane,
            key: null,
            name: run.drivername ?? '',
            place: run.vehiclename ?? '',
            messages: messagesOf(run.violations),
          },
        ]
      : []),
    ...stepsOf(run).flatMap((step): Problem[] =>
      step.violations.length > 0
        ? [
            {
              id: `${run.vehicleid} ${keyOf(step)}`,
              lane,
              key: keyOf(step),
              name: step.jobno ?? '',
              place: step.description ?? '',
              messages: messagesOf(step.violations),
            },
          ]
        : [],
    ),
  ]);

function UnassignedJob({
  entry,
  job,
  mayChange,
  onMove,
}: {
  entry: Unassigned;
  job: Job | undefined;
  mayChange: boolean;
  onMove: (stop: DraggedStop) => void;
}) {
  const t = useT();
  const row = useRef<HTMLLIElement>(null);
  const stop: DraggedStop = { jobid: entry.jobid, key: null, name: entry.jobno };
  useDraggable(STOPS, row, () => stop, { enabled: mayChange });
  const place = job && nextAddress(job);
  return (
    <li
      ref={row}
      className={cn(
        'grid gap-0.5 border-t border-border px-3 py-1.5 text-[13px]',
        mayChange && 'cursor-grab',
      )}
    >
      <span className="flex min-w-0 items-baseline gap-1.5">
        <a
          href={`/jobs/details/${entry.jobid}`}
          data-unassigned={entry.jobid}
          className={cn('shrink-0 rounded font-medium text-link hover:underline', FOCUS)}
        >
          {entry.jobno}
        </a>
        {place && (
          <span dir="auto" className="min-w-0 truncate text-muted-foreground">
            {[place.suburb, partyText(place)].filter(Boolean).join(', ')}
          </span>
        )}
      </span>
      <span className="text-muted-foreground">{translateMessage(entry)}</span>
      {mayChange && (
        <span>
          <Button
            variant="ghost"
            size="sm"
            className="-ms-2.5 h-6 text-link"
            onClick={() => onMove(stop)}
          >
            {t('Put on a vehicle…')}
          </Button>
        </span>
      )}
    </li>
  );
}

export interface AttentionProps {
  unassigned: readonly Unassigned[];
  jobs: ReadonlyMap<number, Job>;
  problems: readonly Problem[];
  mayChange: boolean;
  onMove: (stop: DraggedStop) => void;
  onProblem: (problem: Problem) => void;
}

export function Attention({
  unassigned,
  jobs,
  problems,
  mayChange,
  onMove,
  onProblem,
}: AttentionProps) {
  const t = useT();
  if (unassigned.length === 0 && problems.length === 0)
    return (
      <p className="border-t border-border px-3 py-2.5 text-[13px] text-muted-foreground">
        {t('Every job has a vehicle, and no rule is broken.')}
      </p>
    );
  return (
    <div
      role="region"
      aria-label={t('Needs attention')}
      tabIndex={0}
      className={cn(
        'min-h-0 flex-1 overflow-y-auto border-t border-border focus-visible:-outline-offset-2',
        FOCUS,
      )}
    >
      {unassigned.length > 0 && (
        <section aria-label={t('Unassigned jobs')}>
          <h2 className="flex items-center gap-2 px-3 pt-2 pb-1 text-[13px] font-semibold">
            {t('Unassigned jobs')}
            <Badge tone="danger">{unassigned.length}</Badge>
            <span className="ms-auto text-xs font-normal text-muted-foreground max-lg:hidden">
              {t('Next')} <Key>e</Key>
            </span>
          </h2>
          <ul>
            {unassigned.map((entry) => (
              <UnassignedJob
                key={entry.jobid}
                entry={entry}
                job={jobs.get(entry.jobid)}
                mayChange={mayChange}
                onMove={onMove}
              />
            ))}
          </ul>
        </section>
      )}
      {problems.length > 0 && (
        <section aria-label={t('Broken rules')}>
          <h2 className="flex items-center gap-2 border-t border-border px-3 pt-2 pb-1 text-[13px] font-semibold">
            {t('Broken rules')}
            <Badge tone="warning">{problems.length}</Badge>
          </h2>
          <ul>
            {problems.map((problem) => (
              <li key={problem.id} className="border-t border-border px-3 py-1.5 text-[13px]">
                <button
                  type="button"
                  onClick={() => onProblem(problem)}
                  className={cn('grid w-full rounded text-start', FOCUS)}
                >
                  <span className="flex min-w-0 items-baseline gap-1.5">
                    <span className="shrink-0 font-medium text-link">{problem.name}</span>
                    <span dir="auto" className="min-w-0 truncate text-muted-foreground">
                      {problem.place}
                    </span>
                  </span>
                  {problem.messages.map((message) => (
                    <span key={message} className="text-muted-foreground">
                      {message}
                    </span>
                  ))}
                </button>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}
