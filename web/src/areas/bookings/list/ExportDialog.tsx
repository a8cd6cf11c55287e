// The export of the list under way: how far it is, and a way to stop it.
import { useEffect, useState } from 'react';
import { Button, Dialog, ErrorNote, useFormat } from '@waybill/plugin';
import { useT } from '../../../lib/i18n.ts';
import { toast } from '../../../shell/toast.tsx';
import { csvBlob, type CsvColumn } from '../csv.ts';
import { exportBookings, saveBlob, type ExportProgress } from '../export.ts';
import type { Booking } from '../model.ts';
import type { BookingSearch, FilterOptions } from '../search.ts';

export interface ExportDialogProps {
  search: BookingSearch;
  options: FilterOptions;
  columns: readonly CsvColumn<Booking>[];
  onClose: () => void;
}

export function ExportDialog({ search, options, columns, onClose }: ExportDialogProps) {
  const t = useT();
  const format = useFormat();
  const [progress, setProgress] = useState<ExportProgress | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [attempt, setAttempt] = useState(0);
  // What is exported is the list as it stood when the dialog opened; later renders must not start it anew.
  const [request] = useState({ search, options, columns });
  useEffect(() => {
    const stop = new AbortController();
    exportBookings({ ...request, onProgress: (next) => !stop.signal.aborted && setProgress(next), signal: stop.signal }).then(
      (text) => {
        if (stop.signal.aborted) return;
        saveBlob(csvBlob(text), `bookings-${format.toLocalInput(new Date()).slice(0, 10)}.csv`);
        toast({ title: t('The export is saved'), description: t('Look for it among your downloads.') });
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
      title={t('Export bookings')}
      description={t('Every booking of the list as it is filtered and sorted now, with the columns that are shown.')}
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
          <progress className="h-2 w-full accent-primary" aria-label={t('Export')} {...(progress ? { value: progress.fetched, max: Math.max(progress.total, 1) } : {})} />
          <p className="text-[13px] text-muted-foreground tabular-nums" role="status">
            {progress ? t('{done} of {total} bookings', { done: format.number(progress.fetched), total: format.number(progress.total) }) : t('Asking for the first bookings')}
          </p>
        </div>
      )}
    </Dialog>
  );
}
