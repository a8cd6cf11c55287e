// Sheet cell: value, marks, changed and error state.
import { memo, type ReactNode } from 'react';
import { cn } from '@waybill/plugin';

export interface CellLook {
  name: string;
  value: string;
  marks?: ReactNode;
  /** Dimmed: the value is inherited. */
  faded?: boolean;
  state?: 'changed' | 'removed' | 'wrong' | 'done' | undefined;
  problem?: string | undefined;
}

export interface SheetCellProps {
  id: string;
  row: number;
  column: number;
  left: number;
  width: number;
  isText: boolean;
  look: CellLook;
  isHead: boolean;
  isChosen: boolean;
  children: ReactNode;
}

const STATES = {
  changed: 'bg-warning-soft text-warning-text',
  removed: 'bg-neutral-soft text-neutral-text line-through',
  wrong: 'bg-danger-soft text-danger-text',
  done: 'bg-success-soft text-success-text',
};

function Drawn({
  id,
  row,
  column,
  left,
  width,
  isText,
  look,
  isHead,
  isChosen,
  children,
}: SheetCellProps) {
  const { name, value, marks, faded = false, state, problem } = look;
  return (
    <div
      id={id}
      role="gridcell"
      aria-colindex={column + 2}
      aria-selected={isChosen}
      aria-invalid={state === 'wrong' || undefined}
      aria-label={problem ? `${name}: ${problem}` : name}
      title={problem}
      data-cell={`${row}:${column}`}
      className={cn(
        'absolute inset-y-0 flex cursor-cell items-center gap-1 border-e border-b border-border px-2 tabular-nums',
        !isText && 'justify-end',
        faded && 'text-muted-foreground italic',
        state && STATES[state],
        isChosen && !isHead && 'bg-[color-mix(in_oklab,var(--wb-primary)_12%,var(--wb-card))]',
        isHead &&
          'z-[1] outline-2 -outline-offset-2 outline-muted-foreground group-focus-within/sheet:outline-ring',
      )}
      style={{ left, width }}
    >
      {marks && (
        <span className="me-auto flex shrink-0 gap-0.5 text-muted-foreground [&_svg]:size-2.5">
          {marks}
        </span>
      )}
      {/* Room for the slant of the last digit. */}
      <span className={cn('truncate', faded && '-me-0.5 pe-0.5')}>{value}</span>
      {children}
    </div>
  );
}

/** A key changes two of some five hundred visible cells. */
export const SheetCell = memo(Drawn, (before, after) => {
  const { look: one, ...own } = before;
  const { look: other, ...others } = after;
  if (
    one === other &&
    before.children === after.children &&
    before.isHead === after.isHead &&
    before.isChosen === after.isChosen &&
    before.left === after.left &&
    before.width === after.width &&
    before.row === after.row &&
    before.column === after.column
  )
    return true;
  const isSame = Object.keys(own).every(
    (key) => own[key as keyof typeof own] === others[key as keyof typeof others],
  );
  return (
    isSame &&
    one.name === other.name &&
    one.value === other.value &&
    one.state === other.state &&
    one.problem === other.problem &&
    one.faded === other.faded
  );
});
