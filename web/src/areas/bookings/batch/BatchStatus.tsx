// Status of the batch: progress, row counts, and the problem of the current cell.
import { useEffect } from 'react';
import { Printer, Square, TriangleAlert } from 'lucide-react';
import { Button, lacksSubject, useFormat, WarningNote } from '@waybill/plugin';
import { ProgressBar } from '../../../kit/ProgressBar.tsx';
import { useT } from '../../../lib/i18n.ts';
import { RESULT } from './columns.ts';
import { headingOf, type Row, type RowProblem } from './rows.ts';

interface BatchStatusProps {
  progress: { books: boolean; done: number; total: number } | null;
  filled: number;
  booked: number;
  /** Rows with a price, and its sum. */
  priced: { count: number; total: number };
  wrong: number;
  onNext: () => void;
  onStop: () => void;
  onPrint: () => void;
  onDropBooked: () => void;
}

/** Row count, outcomes and a link to the next problem. */
export function BatchStatus({
  progress,
  filled,
  booked,
  priced,
  wrong,
  onNext,
  onStop,
  onPrint,
  onDropBooked,
}: BatchStatusProps) {
  const t = useT();
  const format = useFormat();
  const isSending = progress !== null;
  useEffect(() => {
    if (!isSending) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [isSending]);
  if (progress) {
    return (
      <div className="mb-2 flex items-center gap-4">
        <ProgressBar
          className="flex-1"
          label={progress.books ? t('Booking') : t('Getting prices')}
          share={progress.total > 0 ? progress.done / progress.total : null}
          text={t('{done} of {total} rows', {
            done: format.number(progress.done),
            total: format.number(progress.total),
          })}
        />
        <Button variant="outline" size="sm" onClick={onStop}>
          <Square aria-hidden /> {t('Stop')}
        </Button>
      </div>
    );
  }
  return (
    <div
      role="status"
      aria-label={t('Rows')}
      className="mb-2 flex min-h-8 flex-wrap items-center gap-x-4 gap-y-1 text-[13px]"
    >
      <span className="tabular-nums">
        {t('{number} rows', { count: filled, number: format.number(filled) }, '{number} row')}
      </span>
      {booked > 0 && (
        <span className="font-medium text-success-text tabular-nums">
          {t('{number} booked', { number: format.number(booked) })}
        </span>
      )}
      {priced.count > 0 && (
        <span className="font-medium tabular-nums">
          {t(
            '{number} priced, {total} in all',
            {
              count: priced.count,
              number: format.number(priced.count),
              total: format.money(priced.total),
            },
            '{number} priced, {total}',
          )}
        </span>
      )}
      {wrong > 0 && (
        <Button variant="outline" size="sm" onClick={onNext}>
          <TriangleAlert aria-hidden className="text-danger-text" />{' '}
          {t('{count} rows to correct: next', { count: wrong }, '{count} row to correct: show')}
        </Button>
      )}
      {booked > 0 && (
        <span className="ms-auto flex flex-wrap gap-2">
          <Button variant="outline" size="sm" onClick={onDropBooked}>
            {t('Remove booked rows')}
          </Button>
          <Button variant="outline" size="sm" onClick={onPrint}>
            <Printer aria-hidden />{' '}
            {t('Print {count} labels', { count: booked }, 'Print {count} label')}
          </Button>
        </span>
      )}
    </div>
  );
}

/** The current cell's problem, for keyboard users. */
export function CellNote({
  row,
  column,
  problems,
}: {
  row: Row | undefined;
  column: string;
  problems: (row: Row) => readonly RowProblem[];
}) {
  const found = row
    ? problems(row).filter((problem) => column === RESULT || problem.column === column)
    : [];
  if (found.length === 0) return <p className="mt-1 min-h-9" />;
  return (
    <WarningNote className="mt-1">
      {found
        .map(({ column: of, message }) =>
          of !== RESULT && (of !== column || lacksSubject(message, true))
            ? `${headingOf(of)}: ${message}`
            : message,
        )
        .join(' · ')}
    </WarningNote>
  );
}
