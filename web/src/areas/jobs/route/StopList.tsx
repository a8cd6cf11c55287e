// Stops of a run in their order: planned and actual times, delays, broken rules.
import { Link } from '@tanstack/react-router';
import { cn, translateMessage } from '@waybill/plugin';
import { useT } from '../../../lib/i18n.ts';
import { isStop, keyOf, stepsOf } from './plan.ts';
import { stepText, usePlanWords } from './words.ts';
import type { Run } from './wire.ts';

export function StopList({ run, className }: { run: Run; className?: string }) {
  const t = useT();
  const words = usePlanWords();
  const places = new Map(stepsOf(run).map((step, index) => [step, index + 1]));
  return (
    <ol aria-label={t('Stops')} className={cn('divide-y divide-border text-[13px]', className)}>
      {run.steps.map((step, index) => {
        const isWork = isStop(step);
        const isDone = step.outcome === 'Done';
        return (
          <li
            key={isWork ? keyOf(step) : `${step.type}${index}`}
            className={cn(
              'grid grid-cols-[1.75rem_minmax(0,1fr)_auto] items-baseline gap-x-2 px-3 py-1.5',
              (isDone || !isWork) && 'text-muted-foreground',
            )}
          >
            <span className="text-end font-medium tabular-nums">{places.get(step)}</span>
            <span className="min-w-0">
              {isWork && step.jobid !== null ? (
                <Link
                  to="/jobs/details/$id"
                  params={{ id: String(step.jobid) }}
                  className={cn(
                    'rounded font-medium text-link hover:underline focus-visible:outline-2',
                    'focus-visible:outline-ring',
                    step.outcome === 'Failed' && 'line-through',
                  )}
                >
                  {step.jobno}
                </Link>
              ) : (
                stepText(step.type, t)
              )}{' '}
              {isWork && stepText(step.type, t)}
              {step.description && (
                <>
                  {' · '}
                  <bdi className="break-words">{step.description}</bdi>
                </>
              )}
              {step.violations.map((violation) => (
                <span key={violation.cause} className="block text-danger-text">
                  {translateMessage(violation)}
                </span>
              ))}
            </span>
            <span className="grid justify-items-end whitespace-nowrap tabular-nums">
              <span>
                {step.actualarrival ? (
                  <>
                    <s className="me-1.5 text-muted-foreground no-underline">
                      <span className="sr-only">{t('planned')} </span>
                      {words.time(step.arrival)}
                    </s>
                    <span className="sr-only">{t('actual')} </span>
                    <strong className="font-medium">{words.time(step.actualarrival)}</strong>
                  </>
                ) : (
                  words.time(step.arrival)
                )}
              </span>
              {step.lateness > 0 && (
                <span className="text-xs text-danger-text">{words.late(step.lateness)}</span>
              )}
            </span>
          </li>
        );
      })}
    </ol>
  );
}
