// Panel of a workbench: details of the current row, and the actions on it or on the ticked rows.
import type { ReactNode } from 'react';
import { Ellipsis } from 'lucide-react';
import { Button, cn, DropdownMenu } from '@waybill/plugin';
import { useT } from '../../lib/i18n.ts';
import { Key } from '../Key.tsx';

export function WorkPanel({
  label,
  hint,
  isEmpty,
  announcement,
  details,
  children,
}: {
  label: string;
  /** Shown without a row: the keys that reach one. */
  hint: string;
  isEmpty: boolean;
  announcement: string;
  details: ReactNode;
  /** Actions, or the form of the chosen one. */
  children: ReactNode;
}) {
  return (
    <section
      aria-label={label}
      className={cn(
        'shrink-0 rounded-lg border border-border bg-card p-3 shadow-xs',
        'max-md:sticky max-md:bottom-2 max-md:z-20 max-md:max-h-[45dvh]',
        'max-md:overflow-y-auto max-md:shadow-lg md:min-h-48',
      )}
    >
      {isEmpty ? (
        <p className="text-[13px] text-muted-foreground">{hint}</p>
      ) : (
        <div className="grid gap-x-6 gap-y-3 @[56rem]:grid-cols-[minmax(0,1fr)_24rem]">
          <div className="grid min-w-0 content-start gap-2">{details}</div>
          {children}
        </div>
      )}
      <p role="status" className="text-[13px] text-muted-foreground not-empty:mt-2">
        {announcement}
      </p>
    </section>
  );
}

export interface WorkAction<Line> {
  id: string;
  text: string;
  help: string;
  /** Without a key the action is in the menu. */
  key?: string | undefined;
  /** For one row only. */
  single?: boolean | undefined;
  able: (line: Line) => boolean;
}

export function WorkActions<Line, A extends WorkAction<Line>>({
  actions,
  lines,
  count,
  pending,
  primary,
  dangerous,
  onStart,
}: {
  actions: readonly A[];
  lines: readonly Line[];
  /** Ticked rows. */
  count: number;
  pending: boolean;
  primary?: A['id'];
  dangerous?: A['id'];
  onStart: (action: A) => void;
}) {
  const t = useT();
  const ableOf = (action: A) =>
    action.single && lines.length > 1 ? 0 : lines.filter((line) => action.able(line)).length;
  const labelOf = (action: A) =>
    lines.length > 1
      ? t('{action} {able} of {all}', {
          action: t(action.text),
          able: ableOf(action),
          all: lines.length,
        })
      : t(action.text);
  const rest = actions.filter(({ key }) => key === undefined);
  return (
    <div
      role="toolbar"
      aria-label={
        count > 0 ? t('Review the {count} selected lines', { count }) : t('Review the line')
      }
      className="flex flex-wrap content-start gap-1.5"
    >
      {actions.map(
        (action) =>
          action.key !== undefined && (
            <Button
              key={action.id}
              size="sm"
              variant={action.id === primary ? 'primary' : 'outline'}
              aria-keyshortcuts={action.key}
              title={t(action.help)}
              disabled={pending || ableOf(action) === 0}
              onClick={() => onStart(action)}
              className={cn(action.id === dangerous && 'text-destructive-text')}
            >
              {labelOf(action)}
              <span aria-hidden className={cn(action.id === primary && 'text-foreground')}>
                <Key>{action.key}</Key>
              </span>
            </Button>
          ),
      )}
      {rest.length > 0 && (
        <DropdownMenu
          label={t('More actions')}
          trigger={
            <Button size="sm" variant="ghost" aria-label={t('More actions')} disabled={pending}>
              <Ellipsis aria-hidden />
            </Button>
          }
          items={rest.map((action) => ({
            text: labelOf(action),
            disabled: ableOf(action) === 0,
            onClick: () => onStart(action),
          }))}
        />
      )}
    </div>
  );
}
