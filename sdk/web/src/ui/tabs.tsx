// Tabs from data; only the open one is rendered.
import { useEffect, useId, useRef, type KeyboardEvent, type ReactNode } from 'react';
import { useSpeech } from '../i18n.ts';
import { cn } from './cn.ts';

export interface Tab {
  id: string;
  label: ReactNode;
  /** Count next to the label. */
  count?: number;
  content: ReactNode;
}

export interface TabsProps {
  tabs: Tab[];
  value: string;
  onChange: (id: string) => void;
  label: string;
  className?: string;
}

export function Tabs({ tabs, value, onChange, label, className }: TabsProps) {
  const base = useId();
  const list = useRef<HTMLDivElement>(null);
  const { direction } = useSpeech();
  const open = Math.max(
    0,
    tabs.findIndex((tab) => tab.id === value),
  );
  // On narrow screens the open tab scrolls into sight.
  useEffect(() => {
    const row = list.current;
    const chosen = row?.querySelectorAll('[role=tab]')[open]?.getBoundingClientRect();
    if (!row || !chosen) return;
    const bounds = row.getBoundingClientRect();
    if (chosen.left < bounds.left) row.scrollLeft -= bounds.left - chosen.left;
    else if (chosen.right > bounds.right) row.scrollLeft += chosen.right - bounds.right;
  }, [open]);
  const onKeyDown = (event: KeyboardEvent) => {
    const last = tabs.length - 1;
    const [onward, back] =
      direction === 'rtl' ? ['ArrowLeft', 'ArrowRight'] : ['ArrowRight', 'ArrowLeft'];
    const steps: Record<string, number> = {
      [onward]: open === last ? 0 : open + 1,
      [back]: open === 0 ? last : open - 1,
      Home: 0,
      End: last,
    };
    const next = steps[event.key];
    const tab = next === undefined ? undefined : tabs[next];
    if (!tab) return;
    event.preventDefault();
    onChange(tab.id);
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[next ?? 0]?.focus();
  };
  const current = tabs[open];
  return (
    <div className={className}>
      <div
        ref={list}
        role="tablist"
        aria-label={label}
        onKeyDown={onKeyDown}
        className="edge-fade mb-4 flex gap-1 overflow-x-auto overflow-y-hidden border-b border-border"
      >
        {tabs.map((tab, index) => (
          <button
            key={tab.id}
            type="button"
            role="tab"
            id={`${base}-tab-${tab.id}`}
            aria-selected={index === open}
            aria-controls={index === open ? `${base}-panel` : undefined}
            tabIndex={index === open ? 0 : -1}
            onClick={() => onChange(tab.id)}
            className={cn(
              '-mb-px flex shrink-0 cursor-pointer items-center gap-1.5 border-b-2 px-3 py-2 text-sm',
              'focus-visible:rounded-md focus-visible:outline-2',
              'focus-visible:-outline-offset-2 focus-visible:outline-ring',
              index === open
                ? 'border-primary font-medium text-foreground'
                : 'border-transparent text-muted-foreground hover:text-foreground',
            )}
          >
            {tab.label}
            {tab.count !== undefined && (
              <span className="rounded-full bg-muted px-1.5 text-xs text-muted-foreground tabular-nums">
                {tab.count}
              </span>
            )}
          </button>
        ))}
      </div>
      {current && (
        <div
          key={current.id}
          role="tabpanel"
          id={`${base}-panel`}
          aria-labelledby={`${base}-tab-${current.id}`}
          tabIndex={0}
          className={cn(
            'rounded-md outline-none focus-visible:outline-2',
            'focus-visible:outline-offset-4 focus-visible:outline-ring',
          )}
        >
          {current.content}
        </div>
      )}
    </div>
  );
}
