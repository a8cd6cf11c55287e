// Horizontal bars: a whole, its part, and texts.
import { cn } from '@waybill/plugin';
import { drawnBars, type Bar, type DrawnBar } from './bars.ts';

export interface BarsProps {
  label: string;
  bars: readonly Bar[];
  text: (bar: Bar) => string;
  /** Legend of the two colours, if bars have a part. */
  legend?: { value: string; part: string } | undefined;
  className?: string;
}

const HEIGHT = 10;
const NOTHING: DrawnBar = { value: 0, part: 0, isOver: false };

function Key({ className, children }: { className: string; children: string }) {
  return (
    <span className="flex items-center gap-1.5">
      <svg aria-hidden viewBox="0 0 10 10" className={cn('size-2.5', className)}>
        <rect width="10" height="10" rx="2" />
      </svg>
      {children}
    </span>
  );
}

export function Bars({ label, bars, text, legend, className }: BarsProps) {
  const drawn = drawnBars(bars);
  return (
    <figure className={cn('grid gap-2', className)}>
      <ul aria-label={label} className="grid gap-1.5 text-[13px]">
        {bars.map((bar, index) => {
          const { value, part, isOver } = drawn[index] ?? NOTHING;
          return (
            <li
              key={bar.key}
              className={cn(
                'grid grid-cols-[minmax(0,10rem)_minmax(0,1fr)_auto] items-center gap-3',
                'max-sm:grid-cols-[minmax(0,1fr)_auto]',
              )}
            >
              <bdi className="truncate" title={bar.label}>
                {bar.label}
              </bdi>
              <svg
                aria-hidden
                viewBox={`0 0 100 ${HEIGHT}`}
                preserveAspectRatio="none"
                className="h-3 w-full rounded-sm max-sm:order-last max-sm:col-span-2 rtl:-scale-x-100"
              >
                <rect width="100" height={HEIGHT} className="fill-muted" />
                <rect width={value} height={HEIGHT} className="fill-primary opacity-40" />
                <rect
                  width={part}
                  y={HEIGHT / 4}
                  height={HEIGHT / 2}
                  className={isOver ? 'fill-destructive' : 'fill-primary'}
                />
              </svg>
              <span className="text-end whitespace-nowrap tabular-nums">{text(bar)}</span>
            </li>
          );
        })}
      </ul>
      {legend && (
        <figcaption className="flex flex-wrap gap-x-4 gap-y-1 text-xs text-muted-foreground">
          <Key className="fill-primary opacity-40">{legend.value}</Key>
          <Key className="fill-primary">{legend.part}</Key>
        </figcaption>
      )}
    </figure>
  );
}
