// Progress bar with text below.
import { cn } from '@waybill/plugin';
import type { ReactNode } from 'react';

export interface ProgressBarProps {
  label: string;
  /** From 0 to 1; null if unknown. */
  share: number | null;
  /** In words, shown below and read out: "12,400 of 50,000 rows". */
  text?: string;
  /** At the end of that line: the percentage. */
  aside?: ReactNode;
  className?: string;
}

export function ProgressBar({ label, share, text, aside, className }: ProgressBarProps) {
  const percent = share === null ? null : Math.round(Math.min(1, Math.max(0, share)) * 100);
  return (
    <div className={cn('grid gap-1.5', className)}>
      <span
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={100}
        {...(percent === null ? {} : { 'aria-valuenow': percent })}
        {...(text ? { 'aria-valuetext': text } : {})}
        className="block h-1.5 overflow-hidden rounded-full bg-muted"
      >
        <span
          className={cn(
            'block h-full rounded-full bg-primary transition-[width] motion-reduce:transition-none',
            percent === null && 'w-1/3 animate-pulse motion-reduce:animate-none',
          )}
          style={percent === null ? undefined : { width: `${percent}%` }}
        />
      </span>
      {(text || aside) && (
        <span
          aria-hidden
          className="flex justify-between gap-4 text-[13px] text-muted-foreground tabular-nums"
        >
          <span>{text}</span>
          <span>{aside}</span>
        </span>
      )}
    </div>
  );
}
