// Lanes of a plan: stops are moved by mouse and by keyboard, and each move names its price.
import { useEffect, useMemo, useRef, useState, type RefObject } from 'react';
import { cn, errorMessage } from '@waybill/plugin';
import { rangeAround } from '../../../kit/lanes/time-range.ts';
import { TimeLanes, type LanesHandle } from '../../../kit/lanes/TimeLanes.tsx';
import { useT } from '../../../lib/i18n.ts';
import {
  endOf,
  fixedBecause,
  hourWidth,
  isIdle,
  isOnBoard,
  keyOf,
  loadShare,
  placeAt,
  routeOf,
  stepsOf,
  stopsOf,
  type Move,
} from './plan.ts';
import {
  BESIDE,
  LANE_COLUMNS,
  LANE_HEIGHT,
  PlanLane,
  STOP_SIZE,
  type DraggedStop,
  type LaneActions,
  type Over,
} from './PlanLane.tsx';
import type { Planner } from './use-planner.ts';
import { usePlanWords } from './words.ts';

/** Pixels of an hour, at least and at most. */
const HOUR_WIDTHS = [50, 180] as const;
/** A shift may end on the next day. */
const MAX_HOURS = 48;
/** The pointer rests this long before a place is priced. */
const PAUSE = 60;

export interface PlanLanesProps {
  planner: Planner;
  day: { day: string; dayStart: number; now: number | null };
  /** Kilograms that vehicles take. */
  capacities: ReadonlyMap<number, number>;
  chosen: number | null;
  mayChange: boolean;
  handle: RefObject<LanesHandle | null>;
  onChoose: (vehicleid: number | null) => void;
  onOpen: (jobid: number) => void;
  /** Opens the list of vehicles. */
  onMove: (stop: DraggedStop) => void;
  onLeave: () => void;
  /** Said to screen readers, and shown above the lanes. */
  onSay: (text: string) => void;
}

/** Effect of a drop at the pointer on cost, distance and delays. */
function PriceTag({ over, planner }: { over: Over; planner: Planner }) {
  const t = useT();
  const words = usePlanWords();
  const [shown, setShown] = useState<{ text: string; isWorse: boolean } | null>(null);
  const { dragged, vehicleid, at, left, bottom } = over;
  const { state, preview } = planner;
  const move: Move = useMemo(
    () => ({ jobid: dragged.jobid, key: dragged.key, to: vehicleid, at }),
    [dragged, vehicleid, at],
  );
  const idle = isIdle(state, move);
  useEffect(() => {
    setShown(null);
    if (idle) return;
    let isCurrent = true;
    const timer = setTimeout(() => {
      preview(move).then(
        ({ change }) =>
          isCurrent &&
          setShown({ text: words.change(change), isWorse: change.cost > 0 || change.late > 0 }),
        (error: unknown) => isCurrent && setShown({ text: errorMessage(error), isWorse: true }),
      );
    }, PAUSE);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [preview, move, idle, words]);
  const run = routeOf(state, vehicleid);
  const stops = run ? stopsOf(run) : [];
  const next = stops.filter(({ key }) => key !== dragged.key)[at];
  const number = next ? stops.indexOf(next) + 1 : null;
  const name = run?.drivername ?? '';
  const isLeft = left > innerWidth / 2;
  return (
    <div
      aria-hidden
      data-price-tag
      className={cn(
        'pointer-events-none fixed z-50 max-w-96 rounded-md border border-primary bg-popover px-2.5',
        'py-1 text-[13px] shadow-lg',
      )}
      style={{
        top: Math.min(bottom + 6, innerHeight - 60),
        ...(isLeft ? { right: innerWidth - left } : { left }),
      }}
    >
      <p className="truncate font-medium">
        {number === null
          ? t('{stop} to {name}, at the end', { stop: dragged.name, name })
          : t('{stop} to {name}, before stop {number}', { stop: dragged.name, name, number })}
      </p>
      <p className={shown?.isWorse ? 'text-danger-text' : 'text-success-text'}>
        {idle ? t('Stays where it is') : (shown?.text ?? '…')}
      </p>
    </div>
  );
}

export function PlanLanes({
  planner,
  day,
  capacities,
  chosen,
  mayChange,
  handle,
  onChoose,
  onOpen,
  onMove,
  onLeave,
  onSay,
}: PlanLanesProps) {
  const t = useT();
  const words = usePlanWords();
  const [over, setOver] = useState<Over | null>(null);
  const { state, checking } = planner;
  const { routes } = state;
  const { start, end } = rangeAround(
    routes.flatMap(({ steps }) =>
      steps.map((step) => ({ start: Date.parse(step.arrival), end: endOf(step) })),
    ),
    day.dayStart,
    MAX_HOURS,
  );
  const range = useMemo(() => ({ start, end }), [start, end]);

  /** Moves a stop, names what changed and keeps the focus on it. */
  const move = async (asked: Move, name: string) => {
    if (isIdle(state, asked)) return;
    if (asked.key !== null && asked.to !== null && isOnBoard(state, asked.jobid)) {
      const from = routes.find((run) => stopsOf(run).some(({ key }) => key === asked.key));
      if (from?.vehicleid !== asked.to)
        return onSay(t('{stop} is on board, and stays with its vehicle.', { stop: name }));
    }
    const made = await planner.move(asked);
    if (!made) return;
    const lane = made.after.routes.findIndex(({ vehicleid }) => vehicleid === asked.to);
    const run = made.after.routes[lane];
    onSay(
      run
        ? t('{stop} moved to {name}: {change}', {
            stop: name,
            name: run.drivername ?? '',
            change: words.change(made.change),
          })
        : t('{stop} taken off: {change}', { stop: name, change: words.change(made.change) }),
    );
    if (!run) return;
    const keys = stopsOf(run).filter(({ jobid }) => jobid === asked.jobid);
    const key = keys.find((stop) => stop.key === asked.key)?.key ?? keys[0]?.key;
    requestAnimationFrame(() => handle.current?.focus(lane, key));
  };
  const own: LaneActions = {
    over: setOver,
    drop: (dragged, vehicleid, at) =>
      void move({ jobid: dragged.jobid, key: dragged.key, to: vehicleid, at }, dragged.name),
    choose: (vehicleid) => onChoose(vehicleid === chosen ? null : vehicleid),
    open: onOpen,
  };
  const actions = useRef<LaneActions>(own);
  useEffect(() => {
    actions.current = own;
  });

  /** Runs for a stop that can be moved; says why another one cannot. */
  const movable = (key: string, name: string, run: () => void) => () => {
    const why = fixedBecause(state, key);
    if (why === null) run();
    else
      onSay(
        why === 'done'
          ? t('{stop} has begun or is done, and stays.', { stop: name })
          : t('{stop} is locked. Press Space to unlock it.', { stop: name }),
      );
  };
  const keysAt = (lane: number, item: string | null) => {
    const run = routes[lane];
    if (!run) return {};
    const steps = stepsOf(run);
    const at = steps.findIndex((step) => keyOf(step) === item);
    const step = steps[at];
    const lockable = stopsOf(run).flatMap(({ key, isFixed }) => (isFixed ? [] : key));
    if (!step || item === null)
      return {
        Enter: () => own.choose(run.vehicleid),
        Escape: onLeave,
        ...(mayChange && lockable.length > 0 ? { ' ': () => planner.toggleLocks(lockable) } : {}),
      };
    const jobid = step.jobid ?? 0;
    const name = step.jobno ?? '';
    const stop: DraggedStop = { jobid, key: item, name };
    const to = (vehicleid: number, place: number) =>
      movable(item, name, () => void move({ jobid, key: item, to: vehicleid, at: place }, name));
    const toLane = (next: number) => {
      const target = routes[next];
      return target
        ? to(target.vehicleid, placeAt(target, Date.parse(step.arrival), jobid, item))
        : () => undefined;
    };
    const off = movable(item, name, () => void move({ jobid, key: item, to: null, at: 0 }, name));
    return {
      Enter: () => onOpen(jobid),
      ...(mayChange
        ? {
            'Alt+ArrowLeft': to(run.vehicleid, Math.max(0, at - 1)),
            'Alt+ArrowRight': to(run.vehicleid, at + 1),
            'Alt+ArrowUp': toLane(lane - 1),
            'Alt+ArrowDown': toLane(lane + 1),
            ' ': () =>
              step.outcome === 'Planned'
                ? planner.toggleLocks([item])
                : onSay(t('{stop} has begun or is done, and stays.', { stop: name })),
            m: movable(item, name, () => onMove(stop)),
            a: movable(item, name, () => onMove(stop)),
            u: off,
            Delete: off,
          }
        : {}),
    };
  };
  return (
    <>
      <TimeLanes
        label={t('Lanes of the vehicles')}
        columns={LANE_COLUMNS}
        beside={BESIDE}
        head={t('{count} vehicles', { count: routes.length }, '{count} vehicle')}
        tail={
          <span
            className={cn(
              'sticky end-0 flex items-center justify-end border-s border-border bg-inherit px-2.5',
              'text-xs text-muted-foreground',
            )}
          >
            <span className="truncate max-xl:hidden">{t('stops · distance · cost · back')}</span>
            <span className="truncate xl:hidden">{t('cost · back')}</span>
          </span>
        }
        range={range}
        now={day.now}
        day={day.day}
        hourWidth={hourWidth(routes, STOP_SIZE, HOUR_WIDTHS)}
        height={LANE_HEIGHT}
        lanes={routes.map(({ vehicleid }) => vehicleid)}
        itemsOf={(lane) => (routes[lane] ? stopsOf(routes[lane]).map(({ key }) => key) : [])}
        handle={handle}
        keys={({ lane, item }) => keysAt(lane, item)}
        className="flex-none"
      >
        {(index, isTabStop) => {
          const run = routes[index];
          return (
            run && (
              <PlanLane
                index={index}
                run={run}
                locks={state.locks}
                load={loadShare(run, capacities.get(run.vehicleid) ?? null)}
                range={range}
                isChosen={run.vehicleid === chosen}
                isTabStop={isTabStop}
                isChecking={checking.includes(run.vehicleid)}
                mayChange={mayChange}
                actions={actions}
              />
            )
          );
        }}
      </TimeLanes>
      {over && <PriceTag over={over} planner={planner} />}
    </>
  );
}
