// Drivers' days on one time line: only the lanes in sight are drawn.
import {
  useEffect,
  useEffectEvent,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
  type CSSProperties,
  type KeyboardEvent,
  type RefObject,
} from 'react';
import { useVirtualizer } from '@tanstack/react-virtual';
import {
  dropTargetForElements,
  monitorForElements,
} from '@atlaskit/pragmatic-drag-and-drop/adapter/element-adapter';
import { cn, useFormat } from '@waybill/plugin';
import { shortTime } from '../../../kit/list/times.ts';
import type { Driver } from '../../../lib/drivers.ts';
import { useT } from '../../../lib/i18n.ts';
import type { Job } from '../model.ts';
import { draggedIn, type Dragged } from './drag.ts';
import { Lane, LANE_HEIGHT, type LaneActions } from './Lane.tsx';
import { hoursIn, percentOf, planDay, rangeOf, type Stop, type TimeRange } from './plan.ts';
import type { BoardDay } from './data.ts';

const NO_JOBS: readonly Job[] = [];
const NO_STOPS: readonly Stop[] = [];
/** Open work is planned from now on in steps, so that lanes stay as they are between them. */
const STEP = 5 * 60_000;
/** Pixels of an hour, so that stops can be read; the time line scrolls. */
const HOUR_WIDTH = 72;
/** Share of the visible time line before now, on a board of today. */
const LEAD = 0.25;

export interface LanesHandle {
  focus: () => void;
}

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
  onLeave: () => void;
}

/** Plans of all lanes; a lane without a change keeps its plan. */
function usePlans(
  lanes: ReadonlyMap<number, readonly Job[]>,
  dayStart: number,
  now: number | null,
): ReadonlyMap<number, readonly Stop[]> {
  const known = useRef<WeakMap<readonly Job[], readonly Stop[]>>(new WeakMap());
  const of = useRef('');
  return useMemo(() => {
    if (of.current !== `${dayStart} ${now}`) known.current = new WeakMap();
    of.current = `${dayStart} ${now}`;
    return new Map(
      [...lanes].map(([driver, jobs]) => {
        const stops = known.current.get(jobs) ?? planDay(jobs, { dayStart, now });
        known.current.set(jobs, stops);
        return [driver, stops] as const;
      }),
    );
  }, [lanes, dayStart, now]);
}

/** Hours above the lanes, and a line at the present. */
function TimeAxis({ range, now }: { range: TimeRange; now: number | null }) {
  const { timezone } = useFormat();
  return (
    <>
      {hoursIn(range).map((hour) => (
        <span
          key={hour}
          className="absolute top-1.5 text-xs text-muted-foreground tabular-nums"
          style={{ insetInlineStart: `calc(${percentOf(hour, range)}% + 0.25rem)` }}
        >
          {shortTime(hour, timezone)}
        </span>
      ))}
      {now !== null && now > range.start && now < range.end && (
        <span
          aria-hidden
          className={cn(
            'absolute top-1 z-[2] -translate-x-1/2 rounded bg-destructive px-1 text-xs leading-5',
            'text-destructive-foreground tabular-nums rtl:translate-x-1/2',
          )}
          style={{ insetInlineStart: `${percentOf(now, range)}%` }}
        >
          {shortTime(now, timezone)}
        </span>
      )}
    </>
  );
}

function UnallocateTarget({ onDrop }: { onDrop: (dragged: Dragged) => void }) {
  const t = useT();
  const frame = useRef<HTMLDivElement>(null);
  const [isOver, setOver] = useState(false);
  const latest = useRef(onDrop);
  useEffect(() => {
    latest.current = onDrop;
  });
  useEffect(() => {
    if (!frame.current) return;
    return dropTargetForElements({
      element: frame.current,
      canDrop: ({ source }) => (draggedIn(source.data)?.from ?? null) !== null,
      onDragEnter: () => setOver(true),
      onDragLeave: () => setOver(false),
      onDrop: ({ source }) => {
        setOver(false);
        const dragged = draggedIn(source.data);
        if (dragged) latest.current(dragged);
      },
    });
  }, []);
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
  onLeave,
}: LanesProps) {
  const t = useT();
  const frame = useRef<HTMLDivElement>(null);
  const [visited, setVisited] = useState(0);
  const [isLeaving, setLeaving] = useState(false);
  const now = day.now === null ? null : Math.floor(day.now / STEP) * STEP;
  const plans = usePlans(lanes, day.dayStart, now);
  const { start, end } = rangeOf(plans.values(), day.dayStart);
  const range = useMemo(() => ({ start, end }), [start, end]);
  const context = useMemo(() => ({ dayStart: day.dayStart, now }), [day.dayStart, now]);
  const actions = useRef<LaneActions>({ drop: onDrop, choose: onChoose, open: onOpen });
  useEffect(() => {
    actions.current = { drop: onDrop, choose: onChoose, open: onOpen };
  });
  // oxlint-disable-next-line react-hooks-js/incompatible-library -- the result is only used in this render
  const virtual = useVirtualizer({
    count: drivers.length,
    getScrollElement: () => frame.current,
    estimateSize: () => LANE_HEIGHT,
    overscan: 6,
  });
  useEffect(
    () =>
      monitorForElements({
        canMonitor: ({ source }) => (draggedIn(source.data)?.from ?? null) !== null,
        onDragStart: () => setLeaving(true),
        onDrop: () => setLeaving(false),
      }),
    [],
  );
  const stopsOf = (index: number) => {
    const driver = drivers[index];
    return (driver && plans.get(driver.id)) ?? [];
  };
  const element = (selector: string) => frame.current?.querySelector<HTMLElement>(selector);
  const focusLane = (index: number) => {
    const at = Math.max(0, Math.min(index, drivers.length - 1));
    setVisited(at);
    virtual.scrollToIndex(at);
    const take = () => element(`[data-lane="${at}"]`)?.focus({ preventScroll: true });
    if (element(`[data-lane="${at}"]`)) take();
    else requestAnimationFrame(() => requestAnimationFrame(take));
  };
  useImperativeHandle(handle, () => ({ focus: () => focusLane(visited) }));
  const width = Math.round(((end - start) / 3_600_000) * HOUR_WIDTH);
  const present = now === null ? 0 : (percentOf(now, range) / 100) * width;
  const toNow = useEffectEvent(() => {
    const board = frame.current;
    if (!board) return;
    const isMirrored = getComputedStyle(board).direction === 'rtl';
    const head = board.querySelector('[data-head]')?.clientWidth ?? 0;
    const left = Math.max(0, present - (board.clientWidth - head) * LEAD);
    board.scrollTo({ left: isMirrored ? -left : left });
  });
  useEffect(() => toNow(), [day.day]);

  /** The lane in focus, and its stop; -1 for the lane itself. */
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || !(event.target instanceof HTMLElement))
      return;
    const { target: focused } = event;
    const lane = focused.closest<HTMLElement>('[data-lane]');
    if (!lane) return;
    const index = Number(lane.dataset['lane']);
    const driver = drivers[index];
    const stops = stopsOf(index);
    const at = stops.findIndex(({ job }) => String(job.id) === focused.dataset['stop']);
    const job = stops[at]?.job;
    const isMirrored = getComputedStyle(lane).direction === 'rtl';
    const toStop = (next: number) => {
      if (next < 0) lane.focus();
      else element(`[data-lane="${index}"] [data-stop="${stops[next]?.job.id}"]`)?.focus();
    };
    const run: Record<string, (() => void) | undefined> = {
      ArrowDown: () => focusLane(index + 1),
      j: () => focusLane(index + 1),
      ArrowUp: () => focusLane(index - 1),
      k: () => focusLane(index - 1),
      Home: () => focusLane(0),
      End: () => focusLane(drivers.length - 1),
      [isMirrored ? 'ArrowLeft' : 'ArrowRight']: () => toStop(Math.min(at + 1, stops.length - 1)),
      [isMirrored ? 'ArrowRight' : 'ArrowLeft']: () => toStop(at - 1),
      Enter: job ? () => onOpen(job) : driver && (() => onTake(driver)),
      Escape: at >= 0 ? () => lane.focus() : onLeave,
      ...(mayAllocate && job
        ? { a: () => onMove(job), u: () => onUnallocate([job]), Delete: () => onUnallocate([job]) }
        : {}),
    };
    const action = run[event.key];
    if (!action) return;
    event.preventDefault();
    action();
  };
  const line = day.now !== null && day.now > start && day.now < end ? day.now : null;
  return (
    <div className="flex min-h-40 min-w-0 flex-1 flex-col gap-2">
      {isLeaving && <UnallocateTarget onDrop={({ jobs }) => onUnallocate(jobs)} />}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys of the lanes inside */}
      <div
        ref={frame}
        role="region"
        aria-label={t('Drivers of the day')}
        tabIndex={-1}
        onKeyDown={onKeyDown}
        onFocus={({ target }) => {
          const lane = target instanceof Element && target.closest<HTMLElement>('[data-lane]');
          if (lane) setVisited(Number(lane.dataset['lane']));
        }}
        className={cn(
          'min-h-0 flex-1 overflow-auto rounded-lg border border-border bg-card shadow-xs',
          'focus-visible:outline-2 focus-visible:outline-ring',
        )}
      >
        <div
          style={{ minWidth: `calc(15rem + ${width}px)` }}
          className={cn(
            'sticky top-0 z-[3] grid h-8 grid-cols-[15rem_minmax(0,1fr)] border-b border-border',
            'bg-muted max-lg:grid-cols-[10rem_minmax(0,1fr)]',
          )}
        >
          <span
            data-head
            className={cn(
              'sticky start-0 z-[1] flex items-center border-e border-border bg-inherit px-2.5',
              'text-xs text-muted-foreground',
            )}
          >
            {t('{count} drivers', { count: drivers.length }, '{count} driver')}
          </span>
          <span className="relative min-w-0">
            <TimeAxis range={range} now={day.now} />
          </span>
        </div>
        <div
          className="relative"
          style={
            {
              height: virtual.getTotalSize(),
              minWidth: `calc(15rem + ${width}px)`,
              // Moves the lines of all lanes without drawing them anew.
              '--now': line === null ? '-1rem' : `${percentOf(line, range)}%`,
            } as CSSProperties
          }
        >
          {virtual.getVirtualItems().map(({ index, start: top }) => {
            const driver = drivers[index];
            return (
              driver && (
                <div
                  key={driver.id}
                  className="absolute inset-x-0 top-0"
                  style={{ transform: `translateY(${top}px)` }}
                >
                  <Lane
                    index={index}
                    driver={driver}
                    jobs={lanes.get(driver.id) ?? NO_JOBS}
                    stops={plans.get(driver.id) ?? NO_STOPS}
                    range={range}
                    context={context}
                    isChosen={driver.id === chosen}
                    isTabStop={index === Math.min(visited, drivers.length - 1)}
                    mayAllocate={mayAllocate}
                    actions={actions}
                  />
                </div>
              )
            );
          })}
        </div>
      </div>
    </div>
  );
}
