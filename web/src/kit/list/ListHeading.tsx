// List heading: breadcrumb, title, groups, actions.
import type { ReactNode } from 'react';
import { cn, useFormat } from '@waybill/plugin';
import {
  HeadingActions,
  HeadingTitle,
  type Breadcrumb,
  type HeadingAction,
} from '../../shell/PageHeading.tsx';
import { withHints } from '../heading-keys.ts';
import type { FilterOption } from './declare.ts';

export interface ListTab extends FilterOption {
  /** Highlights a count that needs action. */
  alarming?: boolean | undefined;
}

export interface ListTabs {
  label: string;
  value: string;
  entries: readonly ListTab[];
  onChange: (value: string) => void;
}

export interface ListHeadingProps {
  title: string;
  description?: string | undefined;
  breadcrumbs?: readonly Breadcrumb[] | undefined;
  actions?: readonly HeadingAction[] | undefined;
  tabs?: ListTabs | undefined;
  /** Controls next to the title, if tabs have a separate line. */
  aside?: ReactNode;
  /** Views, columns. */
  children?: ReactNode;
}

function Tabs({ label, value, entries, onChange }: ListTabs) {
  const format = useFormat();
  return (
    <div
      role="group"
      aria-label={label}
      className={cn(
        'edge-fade flex min-w-0 gap-1 overflow-x-auto p-0.5 order-last basis-full',
        '@[62rem]:order-none @[62rem]:flex-1 @[62rem]:basis-0',
      )}
    >
      {entries.map((entry) => (
        <button
          key={entry.value}
          type="button"
          aria-pressed={entry.value === value}
          onClick={() => onChange(entry.value)}
          className={cn(
            'flex h-7.5 shrink-0 cursor-pointer items-center gap-1.5 rounded-full',
            'border px-2 text-[13px] focus-visible:outline-2',
            'focus-visible:outline-ring',
            entry.value === value
              ? 'border-primary/40 bg-primary/10 font-medium text-foreground'
              : 'border-border bg-card text-foreground hover:bg-accent',
            entry.alarming && 'text-danger-text',
          )}
        >
          {entry.label}
          {'count' in entry && (
            <span
              className={cn(
                // Room for a count that is not known yet: the tabs after it stay in place.
                'min-w-[2ch] text-center tabular-nums',
                entry.alarming ? 'text-danger-text' : 'text-muted-foreground',
              )}
            >
              {entry.count !== undefined && format.number(entry.count)}
            </span>
          )}
        </button>
      ))}
    </div>
  );
}

export function ListHeading({
  title,
  description,
  breadcrumbs = [],
  actions = [],
  tabs,
  aside,
  children,
}: ListHeadingProps) {
  return (
    <header className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <HeadingTitle
        title={title}
        breadcrumbs={breadcrumbs}
        className={tabs && '@[62rem]:max-w-[26rem]'}
      />
      {aside && <div className="@[62rem]:hidden">{aside}</div>}
      {tabs && <Tabs {...tabs} />}
      {description && !tabs && (
        <p
          className="min-w-0 flex-1 truncate hidden text-[13px] text-muted-foreground @[44rem]:block"
          title={description}
        >
          {description}
        </p>
      )}
      <div className="ms-auto flex flex-wrap items-center justify-end gap-1.5">
        {children}
        <HeadingActions actions={withHints(actions)} size="sm" />
      </div>
    </header>
  );
}
