// A driver's lane: load, hours, and the stops of the day on the time line.
import { memo, useRef, useState, type RefObject } from 'react';
import { Link } from '@tanstack/react-router';
import { MessageSquare } from 'lucide-react';
import { cn, useFormat } from '@waybill/plugin';
import { useDraggable, useDropTarget } from '../../../kit/lanes/drag.ts';
import { LaneRow } from '../../../kit/lanes/LaneRow.tsx';
import { percentOf, type TimeRange } from '../../../kit/lanes/time-range.ts';
import { shortTime } from '../../../kit/list/times.ts';
import type { Driver } from '../../../lib/drivers.ts';
import { useT, type Translate } from '../../../lib/i18n.ts';
import { groupOf, hasGoods, jobStatus, nextAddress, partyText, type Job } from '../model.ts';
import { JOBS, type Dragged } from './drag.ts';
import { HoursLeft } from './HoursLeft.tsx';
import { capacityOf, loadOf, previewOf, type DayContext, type Preview, type Stop } from './plan.ts';
import { PreviewText, useLoadText } from './PreviewText.tsx';

export const LANE_HEIGHT = 52;
export const LANE_COLUMNS =
  'grid-cols-[15rem_minmax(0,1fr)] max-lg:grid-cols-[10rem_minmax(0,1fr)]';
/** Stays in sight while the time line is scrolled. */
const BESIDE_HEAD = 'pointer-events-none sticky start-62 z-[1] inline-block max-lg:start-42';

export interface LaneActions {
  drop: (driver: Driver, dragged: Dragged) => void;
  choose: (driver: Driver) => void;
  open: (job: Job) => void;
  write: (driver: Driver) => void;
}

export interface LaneProps {
  index: number;
  driver: Driver;
  jobs: readonly Job[];
  stops: readonly Stop[];
  range: TimeRange;
  context: DayContext;
  isChosen: boolean;
  isTabStop: boolean;
  mayAllocate: boolean;
  /** Never changes, so that a lane is drawn only if its own day changes. */
  actions: RefObject<LaneActions>;
}

/** Accessible name and tooltip of a stop. */
function stopText(
  { job, arrival, due, isLate }: Stop,
  t: Translate,
  time: (milliseconds: number) => string,
): string {
  const place = nextAddress(job);
  return [
    job.jobno,
    [partyText(place), place?.suburb].filter(Boolean).join(', '),
    t(jobStatus(job).text),
    t('about {time}', { time: time(arrival) }),
    due === null ? '' : t('due {time}', { time: time(due) }),
    isLate ? t('late') : '',
  ]
    .filter(Boolean)
    .join(' · ');
}

function StopBlock({
  stop,
  range,
  driverId,
  mayAllocate,
  actions,
}: {
  stop: Stop;
  range: TimeRange;
  driverId: number;
} & Pick<LaneProps, 'mayAllocate' | 'actions'>) {
  const t = useT();
  const format = useFormat();
  const block = useRef<HTMLAnchorElement>(null);
  const { job, start, end, isLate, isDone } = stop;
  const canMove = mayAllocate && job.allowedOperations.includes('Unallocate');
  useDraggable(JOBS, block, () => ({ jobs: [job], from: driverId }), { enabled: canMove });
  const from = percentOf(start, range);
  const text = stopText(stop, t, (time) => shortTime(time, format.timezone));
  return (
    // A link of the router costs more than a board with thousands of stops can draw.
    <a
      ref={block}
      href={`/jobs/details/${job.id}`}
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
        event.preventDefault();
        actions.current.open(job);
      }}
      tabIndex={-1}
      data-item={job.id}
      title={text}
      aria-label={text}
      style={{
        insetInlineStart: `${from}%`,
        width: `max(${percentOf(end, range) - from}%, 2rem)`,
      }}
      className={cn(
        'absolute top-1.5 flex h-6 items-center overflow-hidden rounded border-s-3 px-1.5',
        'text-xs font-medium whitespace-nowrap focus-visible:outline-2',
        'focus-visible:outline-ring',
        groupOf(job) === 'failed'
          ? 'border-danger-text bg-danger-soft text-danger-text line-through'
          : isDone
            ? 'border-neutral-text bg-neutral-soft text-neutral-text'
            : isLate
              ? 'border-danger-text bg-danger-soft text-danger-text'
              : hasGoods(job)
                ? 'border-primary bg-primary text-primary-foreground'
                : 'border-info-text bg-info-soft text-info-text',
        canMove && 'cursor-grab',
      )}
    >
      <span dir="auto" className="truncate">
        {nextAddress(job)?.suburb || job.jobno}
      </span>
    </a>
  );
}

function Head({
  driver,
  jobs,
  extra,
  onWrite,
}: {
  driver: Driver;
  jobs: readonly Job[];
  extra: number;
  /** Undefined without the permission. */
  onWrite: (() => void) | undefined;
}) {
  const t = useT();
  const loadText = useLoadText();
  const load = loadOf(jobs);
  const capacity = capacityOf(driver);
  const share = capacity ? Math.min(1, load / capacity) : 0;
  return (
    <div className="sticky start-0 z-[2] grid min-w-0 content-center gap-0.5 border-e border-border bg-inherit px-2.5">
      <span className="flex min-w-0 items-baseline gap-1.5">
        <span
          aria-hidden
          className={cn(
            'size-2 shrink-0 self-center rounded-full',
            driver.isavailableforwork ? 'bg-success-text' : 'bg-control',
          )}
        />
        <Link
          to="/drivers/details/$id"
          params={{ id: String(driver.id) }}
          tabIndex={-1}
          dir="auto"
          className="max-w-[75%] min-w-0 shrink-0 truncate text-[13px] font-medium hover:underline"
        >
          {driver.name}
        </Link>
        {/* The name stays whole; the vehicle takes the rest. */}
        <span
          dir="auto"
          title={driver.currentvehicle?.name ?? undefined}
          className="min-w-0 flex-1 truncate text-end text-xs text-muted-foreground max-md:hidden"
        >
          {driver.currentvehicle?.name ?? t('No vehicle')}
        </span>
        {onWrite && (
          <button
            type="button"
            tabIndex={-1}
            onClick={(event) => {
              event.stopPropagation();
              onWrite();
            }}
            aria-label={t('Message to {name}', { name: driver.name })}
            aria-keyshortcuts="n"
            className={cn(
              'grid size-5 shrink-0 cursor-pointer place-items-center self-center rounded',
              'text-muted-foreground hover:bg-accent hover:text-foreground',
              'focus-visible:outline-2 focus-visible:outline-ring',
            )}
          >
            <MessageSquare aria-hidden className="size-3.5" />
          </button>
        )}
      </span>
      <span className="flex items-center gap-2 text-xs text-muted-foreground tabular-nums">
        {capacity !== null && (
          <span aria-hidden className="h-1 w-8 shrink-0 overflow-hidden rounded-full bg-muted">
            <span
              className={cn('block h-full', load > capacity ? 'bg-danger-text' : 'bg-primary')}
              style={{ width: `${share * 100}%` }}
            />
          </span>
        )}
        <span className="min-w-0 flex-1 truncate">{loadText(load, capacity)}</span>
        {driver.isavailableforwork ? (
          <HoursLeft driverId={driver.id} added={extra} />
        ) : (
          <span className="shrink-0">{t('Off duty')}</span>
        )}
      </span>
    </div>
  );
}

export const Lane = memo(function Lane({
  index,
  driver,
  jobs,
  stops,
  range,
  context,
  isChosen,
  isTabStop,
  mayAllocate,
  actions,
}: LaneProps) {
  const t = useT();
  const frame = useRef<HTMLDivElement>(null);
  const [preview, setPreview] = useState<Preview | null>(null);
  useDropTarget(JOBS, frame, {
    enabled: mayAllocate,
    accepts: ({ from }) => from !== driver.id,
    onOver: (dragged) =>
      setPreview((shown) => shown ?? previewOf(driver, jobs, dragged.jobs, context)),
    onLeave: () => setPreview(null),
    onDrop: (dragged) => actions.current.drop(driver, dragged),
  });
  return (
    <LaneRow
      frame={frame}
      index={index}
      label={t(
        '{name}, {count} jobs',
        { name: driver.name, count: jobs.length },
        '{name}, {count} job',
      )}
      columns={LANE_COLUMNS}
      height={LANE_HEIGHT}
      range={range}
      isTabStop={isTabStop}
      isOver={preview !== null}
      isChosen={isChosen}
      onPress={() => actions.current.choose(driver)}
      head={
        <Head
          driver={driver}
          jobs={jobs}
          extra={preview?.minutes ?? 0}
          onWrite={mayAllocate ? () => actions.current.write(driver) : undefined}
        />
      }
    >
      {stops.map((stop) => (
        <StopBlock
          key={stop.job.id}
          stop={stop}
          range={range}
          driverId={driver.id}
          mayAllocate={mayAllocate}
          actions={actions}
        />
      ))}
      {stops.length === 0 && !preview && (
        <span className={cn(BESIDE_HEAD, 'mt-4 text-xs text-muted-foreground')}>
          {t('No jobs')}
        </span>
      )}
      {preview && (
        <span className={cn(BESIDE_HEAD, 'mt-7 rounded bg-card px-1.5 py-0.5 shadow-sm')}>
          <PreviewText preview={preview} />
        </span>
      )}
    </LaneRow>
  );
});
