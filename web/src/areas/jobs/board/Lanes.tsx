// Drivers' days on one time line.
import { useEffect, useMemo, useRef, useState, type RefObject } from 'react';
import { cn } from '@waybill/plugin';
import { useDragging, useDropTarget } from '../../../kit/lanes/drag.ts';
import { rangeOf } from '../../../kit/lanes/time-range.ts';
import { TimeLanes, type LanesHandle } from '../../../kit/lanes/TimeLanes.tsx';
import type { Driver } from '../../../lib/drivers.ts';
import { useT } from '../../../lib/i18n.ts';
import type { Job } from '../model.ts';
import { JOBS, type Dragged } from './drag.ts';
import { Lane, LANE_COLUMNS, LANE_HEIGHT, type LaneActions } from './Lane.tsx';
import { planDay, type DayContext, type Stop } from './plan.ts';
import type { BoardDay } from './data.ts';

const NO_JOBS: readonly Job[] = [];
const NO_STOPS: readonly Stop[] = [];
/** Open work is planned from now on in steps, so that lanes stay as they are between them. */
const STEP = 5 * 60_000;

export interface LanesProps {
  drivers: readonly Driver[];
  lanes: ReadonlyMap<number, readonly Job[]>;
  day: BoardDay;
  chosen: number | null;
  mayAllocate: boolean;
  handle: RefObject<LanesHandle | null>;
  onChoose: (driver: Driver) => void;
  onDrop: (driver: Driver, dragged: Dragged) => void;
  /** Enter on a lane: the selected jobs. */
  onTake: (driver: Driver) => void;
  onMove: (job: Job) => void;
  onUnallocate: (jobs: readonly Job[]) => void;
  onOpen: (job: Job) => void;
  /** A message to the driver. */
  onWrite: (driver: Driver) => void;
  onLeave: () => void;
}

/** Plans of all lanes; a lane without a change keeps its plan. */
function usePlans(
  lanes: ReadonlyMap<number, readonly Job[]>,
  context: DayContext,
): ReadonlyMap<number, readonly Stop[]> {
  const known = useRef<WeakMap<readonly Job[], readonly Stop[]>>(new WeakMap());
  const of = useRef(context);
  return useMemo(() => {
    if (of.current !== context) known.current = new WeakMap();
    of.current = context;
    return new Map(
      [...lanes].map(([driver, jobs]) => {
        const stops = known.current.get(jobs) ?? planDay(jobs, context);
        known.current.set(jobs, stops);
        return [driver, stops] as const;
      }),
    );
  }, [lanes, context]);
}

const isFromLane = ({ from }: Dragged) => from !== null;

function UnallocateTarget({ onDrop }: { onDrop: (dragged: Dragged) => void }) {
  const t = useT();
  const frame = useRef<HTMLDivElement>(null);
  const [isOver, setOver] = useState(false);
  useDropTarget(JOBS, frame, {
    accepts: isFromLane,
    onOver: () => setOver(true),
    onLeave: () => setOver(false),
    onDrop,
  });
  return (
    <div
      ref={frame}
      className={cn(
        'rounded-md border border-dashed border-control px-3 py-2 text-center text-[13px]',
        isOver ? 'border-primary bg-primary/10' : 'text-muted-foreground',
      )}
    >
      {t('Drop here to unallocate')}
    </div>
  );
}

export function Lanes({
  drivers,
  lanes,
  day,
  chosen,
  mayAllocate,
  handle,
  onChoose,
  onDrop,
  onTake,
  onMove,
  onUnallocate,
  onOpen,
  onWrite,
  onLeave,
}: LanesProps) {
  const t = useT();
  const now = day.now === null ? null : Math.floor(day.now / STEP) * STEP;
  const { dayStart, clock } = day;
  const context = useMemo(() => ({ dayStart, clock, now }), [dayStart, clock, now]);
  const plans = usePlans(lanes, context);
  const { start, end } = rangeOf([...plans.values()].flat(), dayStart);
  const range = useMemo(() => ({ start, end }), [start, end]);
  const actions = useRef<LaneActions>({
    drop: onDrop,
    choose: onChoose,
    open: onOpen,
    write: onWrite,
  });
  useEffect(() => {
    actions.current = { drop: onDrop, choose: onChoose, open: onOpen, write: onWrite };
  });
  const isLeaving = useDragging(JOBS, isFromLane) !== null;
  const stopsOf = (index: number) => {
    const driver = drivers[index];
    return (driver && plans.get(driver.id)) ?? NO_STOPS;
  };
  return (
    <div className="flex min-h-40 min-w-0 flex-1 flex-col gap-2">
      {isLeaving && <UnallocateTarget onDrop={({ jobs }) => onUnallocate(jobs)} />}
      <TimeLanes
        label={t('Drivers of the day')}
        columns={LANE_COLUMNS}
        beside="15rem"
        head={t('{count} drivers', { count: drivers.length }, '{count} driver')}
        range={range}
        now={day.now}
        day={day.day}
        height={LANE_HEIGHT}
        lanes={drivers.map(({ id }) => id)}
        itemsOf={(index) => stopsOf(index).map(({ job }) => String(job.id))}
        handle={handle}
        keys={({ lane, item }) => {
          const driver = drivers[lane];
          const job = stopsOf(lane).find((stop) => String(stop.job.id) === item)?.job;
          return {
            Enter: job ? () => onOpen(job) : driver && (() => onTake(driver)),
            ...(item === null ? { Escape: onLeave } : {}),
            ...(mayAllocate && driver ? { n: () => onWrite(driver) } : {}),
            ...(mayAllocate && job
              ? {
                  a: () => onMove(job),
                  u: () => onUnallocate([job]),
                  Delete: () => onUnallocate([job]),
                }
              : {}),
          };
        }}
      >
        {(index, isTabStop) => {
          const driver = drivers[index];
          return (
            driver && (
              <Lane
                index={index}
                driver={driver}
                jobs={lanes.get(driver.id) ?? NO_JOBS}
                stops={plans.get(driver.id) ?? NO_STOPS}
                range={range}
                context={context}
                isChosen={driver.id === chosen}
                isTabStop={isTabStop}
                mayAllocate={mayAllocate}
                actions={actions}
              />
            )
          );
        }}
      </TimeLanes>
    </div>
  );
}
