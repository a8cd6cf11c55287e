// Footer of bulk actions for ticked rows.
import { useImperativeHandle, useState, type ReactNode, type RefObject } from 'react';
import { X } from 'lucide-react';
import { cn, Button, ConfirmDialog } from '@waybill/plugin';
import { useT } from '../../lib/i18n.ts';
import { Key } from '../Key.tsx';
import { KEYS, type KeyName } from '../keys.ts';
import type { RowKey } from './selection.ts';

export interface RowAnswer {
  key: RowKey;
  ok: boolean;
  message?: string | null | undefined;
}

export interface BulkAnswers {
  rows: readonly RowAnswer[];
  /** Follow-up on the results, such as opening documents. */
  more?: { label: string; run: () => Promise<unknown> } | undefined;
  /** Takes back the accepted rows, where that can be done. */
  undo?: (() => Promise<unknown>) | undefined;
}

export interface BulkQuestion {
  title: string;
  description?: string | undefined;
  confirm: string;
  destructive?: boolean | undefined;
}

export interface BulkAction<Row> {
  id: string;
  /** Label with counts: "Manifest 3 of 5". */
  label: (able: number, chosen: number) => string;
  icon?: ReactNode;
  /** Its key; it works on the row in focus if no row is ticked. */
  keyName?: KeyName | undefined;
  /** Rows it applies to; all by default. The server decides. */
  able?: ((row: Row) => boolean) | undefined;
  /** Reason for leaving a row out: "In transit". */
  reason?: ((row: Row) => string) | undefined;
  /** Hidden if it applies to no row. */
  rare?: boolean | undefined;
  /** Past tense for the result: "3 of 5: manifested". */
  done: string;
  name: string;
  ask?: ((rows: readonly Row[]) => BulkQuestion) | undefined;
  run: (rows: readonly Row[]) => Promise<BulkAnswers>;
}

/** Starts an action by its key, after its question. */
export interface BulkHandle<Row> {
  start: (action: BulkAction<Row>, rows: readonly Row[]) => void;
}

export interface BulkBarProps<Row> {
  handle: RefObject<BulkHandle<Row> | null>;
  label: string;
  /** "3 bookings selected" */
  count: string;
  rows: readonly Row[];
  actions: readonly BulkAction<Row>[];
  running: string | null;
  onRun: (action: BulkAction<Row>, rows: readonly Row[]) => Promise<void>;
  onClear: () => void;
  /** Ticks all matches, also on other pages. */
  all?: ReactNode;
}

/** Reasons with counts: "1 In transit, 2 Delivered". */
export function reasonsOf<Row>(
  { able, reason }: Pick<BulkAction<Row>, 'able' | 'reason'>,
  rows: readonly Row[],
): string {
  const counts = new Map<string, number>();
  if (able && reason)
    for (const row of rows)
      if (!able(row)) counts.set(reason(row), (counts.get(reason(row)) ?? 0) + 1);
  return [...counts].map(([text, count]) => `${count} ${text}`).join(', ');
}

/** Rows excluded from an action, grouped by reason. */
function LeftOut<Row>({
  actions,
  rows,
}: {
  actions: readonly BulkAction<Row>[];
  rows: readonly Row[];
}) {
  const t = useT();
  const together = new Map<string, string[]>();
  for (const action of actions) {
    const reasons = rows.some((row) => action.able?.(row) ?? true) ? reasonsOf(action, rows) : '';
    if (reasons) together.set(reasons, [...(together.get(reasons) ?? []), action.name]);
  }
  if (together.size === 0) return null;
  return (
    <p data-left-out className="basis-full px-1.5 text-xs text-muted-foreground">
      {[...together].map(([reasons, names]) => (
        <span key={reasons} className="me-4 inline-block">
          {t('{actions}: {reasons} skipped', { actions: names.join(', '), reasons })}
        </span>
      ))}
    </p>
  );
}

export function BulkBar<Row>({
  handle,
  label,
  count,
  rows,
  actions,
  running,
  onRun,
  onClear,
  all,
}: BulkBarProps<Row>) {
  const t = useT();
  const [asking, setAsking] = useState<{
    action: BulkAction<Row>;
    rows: readonly Row[];
    question: BulkQuestion;
  } | null>(null);
  const start = (action: BulkAction<Row>, chosen: readonly Row[]) => {
    const able = action.able ? chosen.filter(action.able) : chosen;
    const question = action.ask?.(able);
    if (question) setAsking({ action, rows: able, question });
    else void onRun(action, able);
  };
  useImperativeHandle(handle, () => ({ start }));
  return (
    <>
      {rows.length > 0 && (
        <div
          role="toolbar"
          aria-label={label}
          className={cn(
            'flex flex-wrap items-center gap-1.5 rounded-lg border border-border',
            'bg-popover px-2 py-1 shadow-lg max-md:sticky max-md:bottom-2',
            'max-md:z-20',
          )}
        >
          <span className="mx-1.5 text-[13px] font-medium tabular-nums" aria-live="polite">
            {count}
          </span>
          {all}
          {actions.map((action) => {
            const able = action.able ? rows.filter(action.able) : rows;
            if (action.rare && able.length === 0) return null;
            const reasons = reasonsOf(action, rows);
            return (
              <Button
                key={action.id}
                variant="outline"
                size="sm"
                pending={running === action.id}
                disabled={able.length === 0 || (running !== null && running !== action.id)}
                title={
                  reasons
                    ? t('{actions}: {reasons} skipped', { actions: action.name, reasons })
                    : able.length === 0
                      ? t('This is not possible for any of the selected rows.')
                      : undefined
                }
                aria-keyshortcuts={action.keyName && KEYS[action.keyName].key}
                onClick={() => start(action, rows)}
              >
                {running !== action.id && action.icon}
                {action.label(able.length, rows.length)}
                {action.keyName && (
                  <span aria-hidden>
                    <Key>{KEYS[action.keyName].key}</Key>
                  </span>
                )}
              </Button>
            );
          })}
          <Button
            variant="ghost"
            size="sm"
            onClick={onClear}
            aria-label={t('Clear selection')}
            title={t('Clear selection')}
            className="ms-auto"
          >
            <X aria-hidden />
          </Button>
          <LeftOut actions={actions} rows={rows} />
        </div>
      )}
      <ConfirmDialog
        open={asking !== null}
        onOpenChange={(open) => !open && setAsking(null)}
        title={asking?.question.title ?? ''}
        description={asking?.question.description}
        confirmLabel={asking?.question.confirm ?? ''}
        cancelLabel={t('Keep')}
        destructive={asking?.question.destructive ?? false}
        onConfirm={() => (asking ? onRun(asking.action, asking.rows) : undefined)}
      />
    </>
  );
}
