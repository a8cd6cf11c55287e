// Lanes on one time line: only those in sight are drawn; arrow keys lead through lanes and items.
import {
  useEffect,
  useEffectEvent,
  useImperativeHandle,
  useRef,
  useState,
  type CSSProperties,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
} from 'react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { cn, useFormat } from '@waybill/plugin';
import { shortTime } from '../list/times.ts';
import { hoursIn, lengthOf, percentOf, type TimeRange } from './time-range.ts';

/** Pixels of an hour, so that items can be read; a longer time line scrolls. */
const HOUR_WIDTH = 72;
/** Share of the visible time line before now, on lanes of today. */
const LEAD = 0.25;

export interface LanesHandle {
  /** Moves the focus to a lane, or to an item in it; without one to the lane visited last. */
  focus: (lane?: number, item?: string) => void;
}

/** The lane in focus, and its item; null for the lane itself. */
export interface LaneSpot {
  lane: number;
  item: string | null;
}

export interface TimeLanesProps {
  label: string;
  /** Classes of the columns: head, time line, and tail if there is one. */
  columns: string;
  /** Width of the columns beside the time line. */
  beside: string;
  head: ReactNode;
  tail?: ReactNode;
  range: TimeRange;
  /** Marked by a line; null on other days. */
  now: number | null;
  /** Scrolls to now when it changes. */
  day: string;
  hourWidth?: number;
  height: number;
  /** Keys of the lanes, in order. */
  lanes: readonly (string | number)[];
  /** Items of a lane, in order. */
  itemsOf: (lane: number) => readonly string[];
  /**
   * Further keys, named as `KeyboardEvent.key` does, after `Alt+` if it is pressed. Left is earlier
   * in every direction of writing.
   */
  keys: (spot: LaneSpot) => Readonly<Record<string, (() => void) | undefined>>;
  handle: RefObject<LanesHandle | null>;
  className?: string;
  children: (lane: number, isTabStop: boolean) => ReactNode;
}

/** Hours above the lanes, and a label at the present. */
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

export function TimeLanes({
  label,
  columns,
  beside,
  head,
  tail,
  range,
  now,
  day,
  hourWidth = HOUR_WIDTH,
  height,
  lanes,
  itemsOf,
  keys,
  handle,
  className,
  children,
}: TimeLanesProps) {
  const frame = useRef<HTMLDivElement>(null);
  const [visited, setVisited] = useState(0);
  // oxlint-disable-next-line react-hooks-js/incompatible-library -- the result is only used in this render
  const virtual = useVirtualizer({
    count: lanes.length,
    getScrollElement: () => frame.current,
    estimateSize: () => height,
    overscan: 6,
  });
  const element = (selector: string) => frame.current?.querySelector<HTMLElement>(selector);
  const focusSpot = (lane: number, item?: string) => {
    const at = Math.max(0, Math.min(lane, lanes.length - 1));
    setVisited(at);
    virtual.scrollToIndex(at);
    const selector =
      item === undefined
        ? `[data-lane="${at}"]`
        : `[data-lane="${at}"] [data-item="${CSS.escape(item)}"]`;
    const take = () =>
      (element(selector) ?? element(`[data-lane="${at}"]`))?.focus({
        preventScroll: item === undefined,
      });
    if (element(selector)) take();
    else requestAnimationFrame(() => requestAnimationFrame(take));
  };
  useImperativeHandle(handle, () => ({
    focus: (lane = visited, item) => focusSpot(lane, item),
  }));
  const width = Math.round(lengthOf(range) * hourWidth);
  const isNowShown = now !== null && now > range.start && now < range.end;
  const present = isNowShown ? (percentOf(now, range) / 100) * width : 0;
  const toNow = useEffectEvent(() => {
    const board = frame.current;
    if (!board) return;
    const isMirrored = getComputedStyle(board).direction === 'rtl';
    const fixed = board.querySelector('[data-head]')?.clientWidth ?? 0;
    const left = Math.max(0, present - (board.clientWidth - fixed) * LEAD);
    board.scrollTo({ left: isMirrored ? -left : left });
  });
  useEffect(() => toNow(), [day]);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || !(event.target instanceof HTMLElement)) return;
    const { target: focused } = event;
    const lane = focused.closest<HTMLElement>('[data-lane]');
    if (!lane) return;
    const index = Number(lane.dataset['lane']);
    const items = itemsOf(index);
    const at = items.indexOf(focused.dataset['item'] ?? '');
    const isMirrored = getComputedStyle(lane).direction === 'rtl';
    const mirrored: Record<string, string> = isMirrored
      ? { ArrowLeft: 'ArrowRight', ArrowRight: 'ArrowLeft' }
      : {};
    const toItem = (next: number) => {
      if (next < 0) lane.focus();
      else focusSpot(index, items[next]);
    };
    const run: Record<string, (() => void) | undefined> = {
      ArrowDown: () => focusSpot(index + 1),
      j: () => focusSpot(index + 1),
      ArrowUp: () => focusSpot(index - 1),
      k: () => focusSpot(index - 1),
      Home: () => focusSpot(0),
      End: () => focusSpot(lanes.length - 1),
      ArrowRight: () => toItem(Math.min(at + 1, items.length - 1)),
      ArrowLeft: () => toItem(at - 1),
      ...(at >= 0 ? { Escape: () => lane.focus() } : {}),
      ...keys({ lane: index, item: items[at] ?? null }),
    };
    const action = run[(event.altKey ? 'Alt+' : '') + (mirrored[event.key] ?? event.key)];
    if (!action) return;
    event.preventDefault();
    action();
  };
  const minWidth = `calc(${beside} + ${width}px)`;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys of the lanes inside
    <div
      ref={frame}
      role="region"
      aria-label={label}
      tabIndex={-1}
      onKeyDown={onKeyDown}
      onFocus={({ target }) => {
        const lane = target instanceof Element && target.closest<HTMLElement>('[data-lane]');
        if (lane) setVisited(Number(lane.dataset['lane']));
      }}
      className={cn(
        'min-h-0 flex-1 overflow-auto rounded-lg border border-border bg-card shadow-xs',
        'focus-visible:outline-2 focus-visible:outline-ring',
        className,
      )}
    >
      <div
        style={{ minWidth }}
        className={cn('sticky top-0 z-[3] grid h-8 border-b border-border bg-muted', columns)}
      >
        <span
          data-head
          className={cn(
            'sticky start-0 z-[1] flex items-center border-e border-border bg-inherit px-2.5',
            'text-xs text-muted-foreground',
          )}
        >
          {head}
        </span>
        <span className="relative min-w-0">
          <TimeAxis range={range} now={now} />
        </span>
        {tail}
      </div>
      <div
        className="relative"
        style={
          {
            height: virtual.getTotalSize(),
            minWidth,
            // Moves the lines of all lanes without drawing them anew.
            '--now': isNowShown ? `${percentOf(now, range)}%` : '-1rem',
          } as CSSProperties
        }
      >
        {virtual.getVirtualItems().map(
          ({ index, start: top }) =>
            lanes[index] !== undefined && (
              <div
                key={lanes[index]}
                className="absolute inset-x-0 top-0"
                style={{ transform: `translateY(${top}px)` }}
              >
                {children(index, index === Math.min(visited, lanes.length - 1))}
              </div>
            ),
        )}
      </div>
    </div>
  );
}
