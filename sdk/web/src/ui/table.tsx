// Table parts: rows, sortable headings, pages.
import type { ComponentProps } from 'react';
import { ArrowDown, ArrowUp, ChevronLeft, ChevronRight, ChevronsUpDown } from 'lucide-react';
import { formatNumber } from '../format.ts';
import { useT } from '../i18n.ts';
import { Button } from './button.tsx';
import { cn } from './cn.ts';

/** Scrolls sideways inside the frame, not the page. */
export function Table({ className, label, ...rest }: ComponentProps<'table'> & { label: string }) {
  return (
    <div
      role="region"
      aria-label={label}
      tabIndex={0}
      className={cn(
        'relative overflow-x-auto rounded-lg border border-border bg-card',
        'shadow-xs focus-visible:outline-2 focus-visible:outline-ring',
      )}
    >
      <table {...rest} className={cn('w-full border-collapse text-[13px]', className)} />
    </div>
  );
}

export function THead({ className, ...rest }: ComponentProps<'thead'>) {
  return (
    <thead
      {...rest}
      className={cn('border-b border-border bg-muted/60 text-xs text-muted-foreground', className)}
    />
  );
}

export function TBody({ className, ...rest }: ComponentProps<'tbody'>) {
  return <tbody {...rest} className={cn('divide-y divide-border', className)} />;
}

export function Tr({
  className,
  selected,
  ...rest
}: ComponentProps<'tr'> & { selected?: boolean }) {
  return (
    <tr
      {...rest}
      aria-selected={selected}
      className={cn('transition-colors hover:bg-accent/60', selected && 'bg-primary/8', className)}
    />
  );
}

export interface ThProps extends ComponentProps<'th'> {
  numeric?: boolean;
  /** Sort direction of sortable columns. */
  sort?: 'asc' | 'desc' | 'none';
  onSort?: () => void;
}

export function Th({ numeric = false, sort, onSort, className, children, ...rest }: ThProps) {
  const Icon = sort === 'asc' ? ArrowUp : sort === 'desc' ? ArrowDown : ChevronsUpDown;
  return (
    <th
      scope="col"
      {...rest}
      aria-sort={
        sort === 'asc' ? 'ascending' : sort === 'desc' ? 'descending' : sort ? 'none' : undefined
      }
      className={cn(
        'h-8.5 px-3 text-start font-medium whitespace-nowrap',
        numeric && 'text-end',
        className,
      )}
    >
      {sort ? (
        <button
          type="button"
          onClick={onSort}
          className={cn(
            '-mx-1 inline-flex max-w-[calc(100%+0.5rem)] cursor-pointer items-center gap-1 rounded px-1',
            'hover:text-foreground focus-visible:outline-2',
            'focus-visible:outline-ring',
            sort !== 'none' && 'text-foreground',
            numeric && 'flex-row-reverse',
          )}
        >
          {children}
          <Icon aria-hidden className={cn('size-3 shrink-0', sort === 'none' && 'opacity-50')} />
        </button>
      ) : (
        children
      )}
    </th>
  );
}

export function Td({
  numeric = false,
  className,
  ...rest
}: ComponentProps<'td'> & { numeric?: boolean }) {
  return (
    <td
      {...rest}
      className={cn(
        'h-9.5 px-3 py-1 align-middle',
        numeric && 'text-end whitespace-nowrap tabular-nums',
        className,
      )}
    />
  );
}

export interface PaginationProps {
  skip: number;
  take: number;
  total: number;
  onChange: (skip: number) => void;
  className?: string;
}

export function Pagination({ skip, take, total, onChange, className }: PaginationProps) {
  const t = useT();
  const last = Math.min(skip + take, total);
  return (
    <nav
      aria-label={t('Pages')}
      className={cn(
        'flex items-center justify-between gap-4 py-2 text-[13px] text-muted-foreground',
        className,
      )}
    >
      <span className="tabular-nums">
        {total === 0
          ? t('Nothing to show')
          : t('{first}–{last} of {total}', { first: skip + 1, last, total: formatNumber(total) })}
      </span>
      {total > take && (
        <span className="flex gap-1.5">
          <Button
            variant="outline"
            size="sm"
            disabled={skip <= 0}
            onClick={() => onChange(Math.max(0, skip - take))}
          >
            <ChevronLeft aria-hidden className="rtl:-scale-x-100" /> {t('Previous')}
          </Button>
          <Button
            variant="outline"
            size="sm"
            disabled={last >= total}
            onClick={() => onChange(skip + take)}
          >
            {t('Next')} <ChevronRight aria-hidden className="rtl:-scale-x-100" />
          </Button>
        </span>
      )}
    </nav>
  );
}
