// Selectable columns with values below.
import { cn } from '@waybill/plugin';
import { drawnBars } from './bars.ts';

export interface Column {
  key: string;
  label: string;
  value: number;
  text: string;
  fill: string;
}

export interface ColumnsProps {
  label: string;
  columns: readonly Column[];
  chosen: string;
  /** Empty when the chosen one is chosen again. */
  onChoose: (key: string) => void;
  className?: string;
}

const HEIGHT = 100;

export function Columns({ label, columns, chosen, onChoose, className }: ColumnsProps) {
  const drawn = drawnBars(
    columns.map(({ key, label: name, value }) => ({ key, label: name, value, part: 0 })),
  );
  return (
    <div
      role="group"
      aria-label={label}
      className={cn('grid grid-cols-3 gap-1.5 sm:grid-cols-6', className)}
    >
      {columns.map(({ key, label: name, text, fill }, at) => {
        const height = drawn[at]?.value ?? 0;
        return (
          <button
            key={key}
            type="button"
            aria-pressed={key === chosen}
            onClick={() => onChoose(key === chosen ? '' : key)}
            className={cn(
              'grid cursor-pointer gap-1 rounded-lg border bg-card px-2.5 pt-2 pb-1.5',
              'text-start shadow-xs hover:bg-accent focus-visible:outline-2',
              'focus-visible:outline-ring',
              key === chosen ? 'border-primary' : 'border-border',
            )}
          >
            <svg
              aria-hidden
              viewBox={`0 0 10 ${HEIGHT}`}
              preserveAspectRatio="none"
              className="h-10 w-full rounded-sm max-sm:h-6"
            >
              <rect width="10" height={HEIGHT} className="fill-muted" />
              <rect width="10" y={HEIGHT - height} height={height} className={fill} />
            </svg>
            <span className="text-xs text-muted-foreground">{name}</span>
            <span className="text-[13px] font-semibold tabular-nums [overflow-wrap:anywhere]">
              {text}
            </span>
          </button>
        );
      })}
    </div>
  );
}
