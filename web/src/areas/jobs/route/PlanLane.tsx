// A vehicle's lane: load, stops on the time line, totals.
import { memo, useLayoutEffect, useRef, useState, type RefObject } from 'react';
import { Lock } from 'lucide-react';
import { cn, useFormat } from '@waybill/plugin';
import { useDraggable, useDropTarget, type DragKind } from '../../../kit/lanes/drag.ts';
import { LaneRow } from '../../../kit/lanes/LaneRow.tsx';
import { percentOf, type TimeRange } from '../../../kit/lanes/time-range.ts';
import { seriesColour } from '../../../kit/map/projection.ts';
import { useT } from '../../../lib/i18n.ts';
import { endOf, isStop, keyOf, lateStops, placeAt, spread, stepsOf } from './plan.ts';
import { usePlanWords } from './words.ts';
import type { Run, RunStep } from './wire.ts';

export const LANE_HEIGHT = 34;
export const LANE_COLUMNS =
  'grid-cols-[11rem_minmax(0,1fr)_15rem] max-xl:grid-cols-[9rem_minmax(0,1fr)_8.5rem]';
/** Of the columns beside the time line. */
export const BESIDE = '26rem';
/** Of a rest. */
const STRIPES = 'repeating-linear-gradient(135deg, transparent 0 3px, var(--wb-control) 3px 4px)';
/** Pixels of a stop with its margin. */
export const STOP_SIZE = 25;

/** A stop, or a job without a vehicle, that is dragged. */
export interface DraggedStop {
  jobid: number;
  key: string | null;
  name: string;
}

export const STOPS: DragKind<DraggedStop> = { name: 'waybill-stops', label: ({ name }) => name };

export interface Over {
  dragged: DraggedStop;
  vehicleid: number;
  at: number;
  /** Place of the pointer, and the lower edge of the lane. */
  left: number;
  bottom: number;
}

export interface LaneActions {
  over: (over: Over | null) => void;
  drop: (dragged: DraggedStop, vehicleid: number, at: number) => void;
  choose: (vehicleid: number) => void;
  open: (jobid: number) => void;
}

export interface PlanLaneProps {
  index: number;
  run: Run;
  locks: readonly string[];
  /** Share of the capacity; null if unknown. */
  load: number | null;
  range: TimeRange;
  isChosen: boolean;
  isTabStop: boolean;
  isChecking: boolean;
  mayChange: boolean;
  /** Never changes, so that a lane is drawn only if its own route changes. */
  actions: RefObject<LaneActions>;
}

interface StopBlockProps {
  step: RunStep;
  place: number;
  colour: number;
  left: number;
  isLocked: boolean;
  mayMove: boolean;
  actions: RefObject<LaneActions>;
}

function StopBlock({ step, place, colour, left, isLocked, mayMove, actions }: StopBlockProps) {
  const words = usePlanWords();
  const block = useRef<HTMLAnchorElement>(null);
  const jobid = step.jobid ?? 0;
  const isFixed = step.outcome !== 'Planned';
  const isLate = step.lateness > 0;
  useDraggable(STOPS, block, () => ({ jobid, key: keyOf(step), name: step.jobno ?? '' }), {
    enabled: mayMove && !isLocked && !isFixed,
  });
  const text = words.step(step, place, isLocked);
  return (
    // A link of the router costs more than lanes with hundreds of stops can draw.
    <a
      ref={block}
      href={`/jobs/details/${jobid}`}
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
        event.preventDefault();
        actions.current.open(jobid);
      }}
      tabIndex={-1}
      data-item={keyOf(step)}
      data-locked={isLocked || undefined}
      data-late={isLate || undefined}
      title={text}
      aria-label={text}
      style={{
        insetInlineStart: left,
        ...(step.outcome === 'Planned'
          ? { backgroundColor: seriesColour(colour), color: 'var(--wb-series-foreground)' }
          : step.outcome === 'Begun'
            ? { borderColor: seriesColour(colour) }
            : {}),
      }}
      className={cn(
        'absolute top-1.25 grid size-6 place-items-center rounded text-[11px] font-semibold',
        'tabular-nums outline-offset-1 focus-visible:z-[1] focus-visible:outline-3',
        'focus-visible:outline-ring',
        step.outcome === 'Begun'
          ? 'border-2 bg-card text-foreground'
          : isFixed && 'bg-neutral-soft text-neutral-text',
        step.outcome === 'Failed' && 'text-danger-text line-through',
        isLate && 'ring-2 ring-danger-text',
        isLocked && !isLate && 'ring-2 ring-foreground',
        mayMove && !isLocked && !isFixed && 'cursor-grab',
      )}
    >
      {place}
      {isLocked && (
        <Lock
          aria-hidden
          className="absolute -end-1 -top-1 size-3 rounded-full bg-foreground p-0.5 text-background"
        />
      )}
    </a>
  );
}

/** Width of an element, measured again whenever it changes. */
function useWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const found = element.current;
    if (!found || typeof ResizeObserver === 'undefined') return;
    const measure = () => setWidth(found.clientWidth);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(found);
    return () => observer.disconnect();
  }, [element]);
  return width;
}

function Head({ run, index, load }: Pick<PlanLaneProps, 'run' | 'index' | 'load'>) {
  const t = useT();
  const format = useFormat();
  return (
    <div
      className={cn(
        'sticky start-0 z-[2] flex min-w-0 items-center gap-2 border-e border-border bg-inherit',
        'px-2.5 text-[13px]',
      )}
    >
      <span
        aria-hidden
        className="size-2.5 shrink-0 rounded-full"
        style={{ backgroundColor: seriesColour(index) }}
      />
      <span dir="auto" title={run.drivername ?? ''} className="min-w-0 flex-1 truncate">
        {run.drivername || t('No driver')}
      </span>
      {load !== null && (
        <span
          title={t('Load at most')}
          className={cn(
            'shrink-0 text-xs tabular-nums',
            load > 1 ? 'font-medium text-danger-text' : 'text-muted-foreground',
          )}
        >
          {t('{percent} %', { percent: format.number(load * 100, 0) })}
        </span>
      )}
    </div>
  );
}

function Tail({ run }: Pick<PlanLaneProps, 'run'>) {
  const words = usePlanWords();
  const steps = stepsOf(run);
  const last = run.steps.at(-1);
  const late = lateStops(run);
  return (
    <div
      className={cn(
        'sticky end-0 z-[2] flex min-w-0 items-center justify-end gap-1.5 border-s border-border',
        'bg-inherit px-2.5 text-xs whitespace-nowrap text-muted-foreground tabular-nums',
      )}
    >
      {steps.length > 0 && (
        <>
          {late > 0 && <span aria-hidden className="size-2 rounded-full bg-danger-text" />}
          <span className="max-xl:hidden">{steps.length}</span>
          <span aria-hidden className="max-xl:hidden">
            ·
          </span>
          <span className="max-xl:hidden">{words.km(run.distance)}</span>
          <span aria-hidden className="max-xl:hidden">
            ·
          </span>
          <span className="text-foreground">{words.money(Number(run.cost))}</span>
          <span aria-hidden>·</span>
          <span>{last && words.time(endOf(last))}</span>
        </>
      )}
    </div>
  );
}

export const PlanLane = memo(function PlanLane({
  index,
  run,
  locks,
  load,
  range,
  isChosen,
  isTabStop,
  isChecking,
  mayChange,
  actions,
}: PlanLaneProps) {
  const t = useT();
  const frame = useRef<HTMLDivElement>(null);
  const track = useRef<HTMLDivElement>(null);
  const width = useWidth(track);
  const [over, setOver] = useState<number | null>(null);
  const { vehicleid } = run;
  const steps = stepsOf(run);
  const pixels = (time: number) => (percentOf(time, range) / 100) * width;
  const places = spread(
    steps.map(({ arrival }) => pixels(Date.parse(arrival))),
    STOP_SIZE,
    width,
  );
  const placeOf = ({ jobid, key }: DraggedStop, clientX: number) => {
    const box = track.current?.getBoundingClientRect();
    if (!box || !track.current) return { at: 0, left: 0 };
    const isMirrored = getComputedStyle(track.current).direction === 'rtl';
    const left = isMirrored ? box.right - clientX : clientX - box.left;
    // Close stops are drawn apart, so positions on the screen count, not times.
    const shown = steps.flatMap((step, at) =>
      key !== null && keyOf(step) === key ? [] : (places[at] ?? 0) + STOP_SIZE / 2,
    );
    const at = shown.findIndex((place) => place > left);
    if (at < 0 && shown.length === 0) {
      const moment = range.start + (left / box.width) * (range.end - range.start);
      return { at: placeAt(run, moment, jobid, key), left };
    }
    return { at: at < 0 ? shown.length : at, left };
  };
  useDropTarget(STOPS, frame, {
    enabled: mayChange,
    onOver: (dragged, clientX) => {
      const { at, left } = placeOf(dragged, clientX);
      setOver(left);
      const bottom = frame.current?.getBoundingClientRect().bottom ?? 0;
      actions.current.over({ dragged, vehicleid, at, left: clientX, bottom });
    },
    onLeave: () => {
      setOver(null);
      actions.current.over(null);
    },
    onDrop: (dragged, clientX) =>
      actions.current.drop(dragged, vehicleid, placeOf(dragged, clientX).at),
  });
  const [first, last] = [run.steps[0], run.steps.at(-1)];
  const from = first ? pixels(Date.parse(first.arrival)) : 0;
  return (
    <LaneRow
      frame={frame}
      track={track}
      index={index}
      label={t(
        '{name}, {count} stops',
        { name: run.drivername ?? t('No driver'), count: steps.length },
        '{name}, {count} stop',
      )}
      columns={LANE_COLUMNS}
      height={LANE_HEIGHT}
      range={range}
      isTabStop={isTabStop}
      isOver={over !== null}
      isChosen={isChosen}
      onPress={() => actions.current.choose(vehicleid)}
      head={<Head run={run} index={index} load={load} />}
      tail={<Tail run={run} />}
      className={cn(isChecking && 'opacity-60')}
    >
      {first && last && steps.length > 0 && (
        <span
          aria-hidden
          className="absolute top-4 h-0.5"
          style={{
            insetInlineStart: from,
            width: Math.max(0, pixels(endOf(last)) - from),
            backgroundColor: seriesColour(index),
          }}
        />
      )}
      {run.steps
        .filter(({ type }) => type === 'break')
        .map((rest) => (
          <span
            key={rest.arrival}
            title={t('Rest')}
            className="absolute top-2.5 h-3.5 border border-control bg-card"
            style={{
              backgroundImage: STRIPES,
              insetInlineStart: pixels(Date.parse(rest.arrival)),
              width: Math.max(4, pixels(endOf(rest)) - pixels(Date.parse(rest.arrival))),
            }}
          />
        ))}
      {over !== null && (
        <span
          aria-hidden
          className="absolute inset-y-0.5 z-[1] w-0.5 bg-foreground"
          style={{ insetInlineStart: over }}
        />
      )}
      {width > 0 &&
        run.steps
          .filter(isStop)
          .map((step, at) => (
            <StopBlock
              key={keyOf(step)}
              step={step}
              place={at + 1}
              colour={index}
              left={places[at] ?? 0}
              isLocked={locks.includes(keyOf(step))}
              mayMove={mayChange}
              actions={actions}
            />
          ))}
      {steps.length === 0 && over === null && (
        <span className="absolute start-3 top-2 text-xs text-muted-foreground">
          {t('No stops')}
        </span>
      )}
    </LaneRow>
  );
});
