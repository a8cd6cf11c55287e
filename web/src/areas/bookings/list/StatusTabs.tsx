// The groups of the list with how many bookings each holds; choosing one narrows the list to it.
import { cn } from '@waybill/plugin';
import { useT } from '../../../lib/i18n.ts';
import type { StatusCounts } from '../model.ts';
import { groups, type StatusGroup } from '../status.ts';

export interface StatusTabsProps {
  counts: StatusCounts | undefined;
  value: StatusGroup | null;
  onChange: (group: StatusGroup | null) => void;
}

export function StatusTabs({ counts, value, onChange }: StatusTabsProps) {
  const t = useT();
  const all = counts?.statuses.reduce((sum, entry) => (entry.bookingStatus === 'Deleted' ? sum : sum + entry.count), 0);
  const entries = [
    { key: null, label: t('All'), count: all },
    ...groups.map((group) => ({ key: group.key as StatusGroup | null, label: t(group.label), count: counts?.[group.key] })),
  ];
  return (
    <div role="group" aria-label={t('Status groups')} className="flex gap-1 overflow-x-auto border-b border-border">
      {entries.map((entry) => (
        <button
          key={entry.label}
          type="button"
          aria-pressed={entry.key === value}
          onClick={() => onChange(entry.key)}
          className={cn(
            '-mb-px flex shrink-0 cursor-pointer items-center gap-1.5 border-b-2 border-transparent px-3 py-2 text-sm text-muted-foreground hover:text-foreground',
            'focus-visible:rounded-md focus-visible:outline-2 focus-visible:-outline-offset-2 focus-visible:outline-ring',
            entry.key === value && 'border-primary font-medium text-foreground',
          )}
        >
          {entry.label}
          {entry.count !== undefined && (
            <span
              className={cn(
                'rounded-full bg-muted px-1.5 text-xs text-muted-foreground tabular-nums',
                entry.key === 'exception' && entry.count > 0 && 'bg-danger-soft text-danger-text',
              )}
            >
              {entry.count.toLocaleString()}
            </span>
          )}
        </button>
      ))}
    </div>
  );
}
