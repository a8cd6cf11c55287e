// Heading of the planner: plans of the day, and actions.
import { Link } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { cn, Button, useFormat } from '@waybill/plugin';
import { Key } from '../../../kit/Key.tsx';
import { HeadingActions, HeadingTitle, type HeadingAction } from '../../../shell/PageHeading.tsx';
import { shortDay } from '../../../lib/days.ts';
import { useT } from '../../../lib/i18n.ts';
import { letterOf, usePlanWords } from './words.ts';
import type { PlanHead } from './wire.ts';

export interface PlanHeadingProps {
  day: string;
  planid: number;
  /** Of the day, the oldest first. */
  plans: readonly PlanHead[];
  vehicles: string;
  actions: readonly HeadingAction[];
  /** Null where a plan cannot be made. */
  onAgain: (() => void) | null;
  isStarting: boolean;
}

export function PlanHeading({
  day,
  planid,
  plans,
  vehicles,
  actions,
  onAgain,
  isStarting,
}: PlanHeadingProps) {
  const t = useT();
  const words = usePlanWords();
  const { language } = useFormat();
  return (
    <header className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <div className="flex min-w-0 flex-wrap items-center gap-2">
        <HeadingTitle
          title={t('Routes of {day}', { day: shortDay(day, language) })}
          breadcrumbs={[{ text: t('Routing'), href: `/jobs/route?day=${day}` }]}
        />
        {plans.length > 0 && (
          <nav aria-label={t('Plans of the day')} className="flex flex-wrap gap-1">
            {plans.map((plan, at) => (
              <Link
                key={plan.planid}
                to="/jobs/route/$plan"
                params={{ plan: String(plan.planid) }}
                search={vehicles ? { v: vehicles } : {}}
                aria-current={plan.planid === planid ? 'page' : undefined}
                className={cn(
                  'flex h-7 items-center gap-1.5 rounded-full border px-2.5 text-[13px]',
                  'focus-visible:outline-2 focus-visible:outline-ring',
                  plan.planid === planid
                    ? 'border-primary/40 bg-primary/10 font-medium'
                    : 'border-border bg-card hover:bg-accent',
                )}
              >
                {t('Plan {letter}', { letter: letterOf(at) })}
                <span className="text-xs text-muted-foreground tabular-nums">
                  {plan.status === 'Sent' ? t('sent') : words.time(plan.creationTime)}
                </span>
              </Link>
            ))}
          </nav>
        )}
        {onAgain && (
          <Button
            variant="ghost"
            size="sm"
            pending={isStarting}
            aria-keyshortcuts="p"
            title={t(
              'Searches again; locked stops stay, and this plan is kept beside the new one.',
            )}
            onClick={onAgain}
          >
            <Plus aria-hidden /> {t('Another plan')}
            <span aria-hidden className="max-lg:hidden">
              <Key>p</Key>
            </span>
          </Button>
        )}
      </div>
      <HeadingActions actions={actions} size="sm" />
    </header>
  );
}
