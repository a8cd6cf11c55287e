// A plan on a narrow screen: one vehicle at a time, to be read.
import { lazy, Suspense } from 'react';
import { Card, Select, Skeleton } from '@waybill/plugin';
import { useT } from '../../../lib/i18n.ts';
import { Attention } from './Attention.tsx';
import { Compare } from './Compare.tsx';
import { stepsOf } from './plan.ts';
import { StopList } from './StopList.tsx';
import type { PlanData } from './use-plan-data.ts';

const PlanMap = lazy(() => import('./PlanMap.tsx'));
const ignore = () => undefined;

export function PhonePlan({
  data: { planner, name, summary, openJobs, openOnMap, problems },
  chosen,
  onChoose,
  onOpen,
}: {
  data: PlanData;
  chosen: number | null;
  onChoose: (vehicleid: number) => void;
  onOpen: (jobid: number) => void;
}) {
  const t = useT();
  const { state } = planner;
  const run =
    state.routes.find(({ vehicleid }) => vehicleid === chosen) ??
    state.routes.find((one) => stepsOf(one).length > 0) ??
    state.routes[0];
  return (
    <>
      <label className="flex items-center gap-2 text-[13px]">
        {t('Vehicle')}
        <Select
          value={run?.vehicleid ?? ''}
          onChange={({ target }) => onChoose(Number(target.value))}
          className="min-w-0 flex-1"
        >
          {state.routes.map((one) => (
            <option key={one.vehicleid} value={one.vehicleid}>
              {t(
                '{name}, {count} stops',
                { name: one.drivername ?? '', count: stepsOf(one).length },
                '{name}, {count} stop',
              )}
            </option>
          ))}
        </Select>
      </label>
      <Suspense fallback={<Skeleton className="h-64" />}>
        <PlanMap
          routes={state.routes}
          open={openOnMap}
          chosen={run?.vehicleid ?? null}
          onStop={ignore}
          onOpen={onOpen}
          className="h-64 shrink-0"
        />
      </Suspense>
      {run && stepsOf(run).length > 0 && (
        <Card className="p-0">
          <StopList run={run} />
        </Card>
      )}
      <Card className="p-0">
        <Compare name={name} summary={summary} rivals={[]} against={null} onAgainst={ignore} />
        <Attention
          unassigned={state.unassigned}
          jobs={openJobs}
          problems={problems}
          mayChange={false}
          onMove={ignore}
          onProblem={({ lane }) => onChoose(state.routes[lane]?.vehicleid ?? 0)}
        />
      </Card>
    </>
  );
}
