// Frame of a lane: head, time line with its hours and the present, and a tail.
import type { ReactNode, RefObject } from 'react';
import { cn } from '@waybill/plugin';
import { lengthOf, type TimeRange } from './time-range.ts';

export interface LaneRowProps {
  frame: RefObject<HTMLDivElement | null>;
  /** The time line, for places of the pointer on it. */
  track?: RefObject<HTMLDivElement | null>;
  index: number;
  label: string;
  columns: string;
  height: number;
  range: TimeRange;
  isTabStop: boolean;
  /** Something is held over it. */
  isOver: boolean;
  isChosen: boolean;
  /** A press beside the items. */
  onPress: () => void;
  head: ReactNode;
  tail?: ReactNode;
  className?: string | undefined;
  children: ReactNode;
}

export function LaneRow({
  frame,
  track,
  index,
  label,
  columns,
  height,
  range,
  isTabStop,
  isOver,
  isChosen,
  onPress,
  head,
  tail,
  className,
  children,
}: LaneRowProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys do the same
    <div
      ref={frame}
      role="group"
      aria-label={label}
      data-lane={index}
      tabIndex={isTabStop ? 0 : -1}
      onClick={({ target }) =>
        target instanceof Element && target.closest('a, button') === null && onPress()
      }
      style={{ height }}
      className={cn(
        'relative grid border-b border-border',
        columns,
        'focus-visible:outline-2 focus-visible:-outline-offset-2 focus-visible:outline-ring',
        isOver ? 'bg-info-soft' : isChosen ? 'bg-accent' : 'bg-card',
        className,
      )}
    >
      {head}
      <div
        ref={track}
        className="relative min-w-0 overflow-x-clip"
        style={{
          backgroundImage: 'linear-gradient(to right, var(--wb-border) 1px, transparent 1px)',
          backgroundSize: `${100 / lengthOf(range)}% 100%`,
        }}
      >
        <span
          aria-hidden
          className="absolute inset-y-0 border-s-2 border-destructive"
          style={{ insetInlineStart: 'var(--now)' }}
        />
        {children}
      </div>
      {tail}
    </div>
  );
}
