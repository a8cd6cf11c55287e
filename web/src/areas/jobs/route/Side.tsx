// Column of the planner: jobs by kind, and vehicles with their load.
import type { ReactNode } from 'react';
import { cn, useFormat } from '@waybill/plugin';
import { Key } from '../../../kit/Key.tsx';
import { seriesColour } from '../../../kit/map/projection.ts';
import { useT } from '../../../lib/i18n.ts';
import { loadShare, stepsOf, stopsOf, type PlanState } from './plan.ts';

function Line({ label, value, isBad }: { label: string; value: number; isBad?: boolean }) {
  const format = useFormat();
  return (
    <div className="flex justify-between gap-3 border-t border-border px-3 py-1">
      <dt>{label}</dt>
      <dd className={cn('tabular-nums', isBad && 'font-medium text-danger-text')}>
        {format.number(value, 0)}
      </dd>
    </div>
  );
}

/** Jobs of a plan by the stops that they have. */
export function jobCounts({ routes }: Pick<PlanState, 'routes'>) {
  const kinds = new Map<number, Set<string>>();
  for (const { jobid, type } of routes.flatMap(stopsOf))
    kinds.set(jobid, (kinds.get(jobid) ?? new Set()).add(type));
  const all = [...kinds.values()];
  return {
    pairs: all.filter((types) => types.size > 1).length,
    pickups: all.filter((types) => types.size === 1 && !types.has('delivery')).length,
    deliveries: all.filter((types) => types.size === 1 && types.has('delivery')).length,
  };
}

export interface SideProps {
  state: PlanState;
  capacities: ReadonlyMap<number, number>;
  chosen: number | null;
  onChoose: (vehicleid: number | null) => void;
  /** Link back to the choice of jobs. */
  change: ReactNode;
  /** How long plans are searched for. */
  children: ReactNode;
}

export function Side({ state, capacities, chosen, onChoose, change, children }: SideProps) {
  const t = useT();
  const format = useFormat();
  const { deliveries, pickups, pairs } = jobCounts(state);
  const unknown = state.unassigned.filter(({ cause }) => cause === 'unknownPosition').length;
  return (
    <div className="text-[13px]">
      <h2 className="flex items-baseline gap-2 px-3 pt-2 pb-1 font-semibold">
        {t('Jobs')}
        <span className="font-normal text-muted-foreground">
          {deliveries + pickups + pairs + state.unassigned.length}
        </span>
        <span className="ms-auto font-normal">{change}</span>
      </h2>
      <dl>
        <Line label={t('Deliveries')} value={deliveries} />
        <Line label={t('Pickups')} value={pickups} />
        <Line label={t('Pickup and delivery pairs')} value={pairs} />
        <Line label={t('Locked in place')} value={state.locks.length} />
        {unknown > 0 && <Line label={t('Without a place on the map')} value={unknown} isBad />}
      </dl>
      <h2 className="flex items-baseline gap-2 border-t border-border px-3 pt-2 pb-1 font-semibold">
        {t('Vehicles')}
        <span className="font-normal text-muted-foreground">
          {t('{count} of {all}', {
            count: state.routes.filter((run) => stepsOf(run).length > 0).length,
            all: state.routes.length,
          })}
        </span>
        <span className="ms-auto text-xs font-normal text-muted-foreground">{t('load')}</span>
      </h2>
      <ul>
        {state.routes.map((run, index) => {
          const load = loadShare(run, capacities.get(run.vehicleid) ?? null);
          const isOnly = run.vehicleid === chosen;
          return (
            <li key={run.vehicleid} className="border-t border-border">
              <button
                type="button"
                aria-pressed={isOnly}
                aria-keyshortcuts={index < 9 ? String(index + 1) : undefined}
                onClick={() => onChoose(isOnly ? null : run.vehicleid)}
                className={cn(
                  'flex w-full items-center gap-2 px-3 py-1 text-start hover:bg-accent',
                  'focus-visible:outline-2 focus-visible:-outline-offset-2',
                  'focus-visible:outline-ring',
                  isOnly && 'bg-accent font-medium',
                )}
              >
                <span
                  aria-hidden
                  className="size-2.5 shrink-0 rounded-full"
                  style={{ backgroundColor: seriesColour(index) }}
                />
                <span dir="auto" className="min-w-0 flex-1 truncate" title={run.drivername ?? ''}>
                  {run.drivername || t('No driver')}
                </span>
                <span
                  dir="auto"
                  title={run.vehiclename ?? ''}
                  className="max-w-20 truncate text-xs text-muted-foreground"
                >
                  {run.vehiclename}
                </span>
                <span
                  className={cn(
                    'w-9 shrink-0 text-end tabular-nums',
                    load !== null && load > 1 && 'font-medium text-danger-text',
                  )}
                >
                  {load === null
                    ? '–'
                    : t('{percent} %', { percent: format.number(load * 100, 0) })}
                </span>
                {index < 9 && (
                  <span aria-hidden className="max-lg:hidden">
                    <Key>{String(index + 1)}</Key>
                  </span>
                )}
              </button>
            </li>
          );
        })}
      </ul>
      <div className="border-t border-border px-3 py-2">{children}</div>
    </div>
  );
}
