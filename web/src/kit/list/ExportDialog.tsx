// List export with progress and cancelling.
import { useEffect, useState } from 'react';
import { Button, Dialog, ErrorNote, useFormat } from '@waybill/plugin';
import { useT } from '../../lib/i18n.ts';
import { toast } from '../../shell/toast.tsx';
import { csvBlob, saveBlob } from '../csv.ts';
import { csvParts } from './csv-parts.ts';
import type { Progress } from '../../lib/all-pages.ts';
import type { List } from './use-list.ts';

export interface ExportDialogProps<Row> {
  list: List<Row>;
  title: string;
  onClose: () => void;
}

/** `bookings.list` becomes `bookings-2026-11-22.csv`. */
const fileName = (id: string, day: string) =>
  `${id.replace(/\.list$/, '').replaceAll('.', '-')}-${day}.csv`;

export function ExportDialog<Row>({ list, title, onClose }: ExportDialogProps<Row>) {
  const t = useT();
  const format = useFormat();
  const [progress, setProgress] = useState<Progress | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [attempt, setAttempt] = useState(0);
  // Frozen when the dialog opens; renders must not restart the export.
  const [request] = useState(() => ({
    query: list.query,
    fetch: list.declaration.fetch,
    rowKey: list.keyOf,
    columns: list.columns.flatMap(({ header, csv }) => (csv ? [{ header, value: csv }] : [])),
  }));
  useEffect(() => {
    const stop = new AbortController();
    csvParts({
      ...request,
      onProgress: (next) => !stop.signal.aborted && setProgress(next),
      signal: stop.signal,
    }).then(
      (parts) => {
        if (stop.signal.aborted) return;
        saveBlob(
          csvBlob(parts),
          fileName(list.declaration.id, format.toLocalInput(new Date()).slice(0, 10)),
        );
        toast({ title: t('Export saved'), description: t('Check your downloads folder.') });
        onClose();
      },
      (thrown: unknown) => !stop.signal.aborted && setError(thrown),
    );
    return () => stop.abort();
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- only a new attempt runs the export again
  }, [attempt]);
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      size="sm"
      title={t('Export: {title}', { title })}
      description={t('All rows with the current filters, sorting and columns.')}
      footer={
        <Button variant="outline" onClick={onClose}>
          {error ? t('Close') : t('Stop')}
        </Button>
      }
    >
      {error ? (
        <ErrorNote
          error={error}
          onRetry={() => {
            setError(null);
            setProgress(null);
            setAttempt(attempt + 1);
          }}
        />
      ) : (
        <div className="grid gap-2">
          <progress
            className="h-2 w-full accent-primary"
            aria-label={t('Export')}
            {...(progress ? { value: progress.done, max: Math.max(progress.total, 1) } : {})}
          />
          <p className="text-[13px] text-muted-foreground tabular-nums" role="status">
            {progress
              ? t('{done} of {total} rows', {
                  done: format.number(progress.done),
                  total: format.number(progress.total),
                })
              : t('Loading rows')}
          </p>
        </div>
      )}
    </Dialog>
  );
}
