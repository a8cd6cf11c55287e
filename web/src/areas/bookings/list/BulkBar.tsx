// What can be done with the ticked bookings, at the foot of the screen while any are ticked.
import { useState } from 'react';
import { Ban, ClipboardList, PackageCheck, Printer, RefreshCw, X } from 'lucide-react';
import { Button, ConfirmDialog } from '@waybill/plugin';
import { useT } from '../../../lib/i18n.ts';
import { bulkOperations, type Operation } from '../operations.ts';

const icons: Record<string, typeof Ban> = { Book: PackageCheck, Manifest: ClipboardList, PrintLabel: Printer, RefreshTracking: RefreshCw, Cancel: Ban };

export interface BulkBarProps {
  count: number;
  can: (permission: string) => boolean;
  running: string | null;
  onRun: (operation: Operation) => Promise<void>;
  onClear: () => void;
}

export function BulkBar({ count, can, running, onRun, onClear }: BulkBarProps) {
  const t = useT();
  const [asking, setAsking] = useState<Operation | null>(null);
  const bookings = t('{count} bookings', { count }, '{count} booking');
  return (
    <>
      {count > 0 && (
        <div
          role="toolbar"
          aria-label={t('With the selected bookings')}
          className="sticky bottom-4 z-20 mx-auto flex max-w-full flex-wrap items-center gap-1.5 rounded-xl border border-border bg-popover p-1.5 ps-4 shadow-lg"
        >
          <span className="me-2 text-sm font-medium tabular-nums" aria-live="polite">
            {t('{count} bookings selected', { count }, '{count} booking selected')}
          </span>
          {bulkOperations
            .filter((operation) => can(operation.permission))
            .map((operation) => {
              const Icon = icons[operation.name] ?? ClipboardList;
              return (
                <Button
                  key={operation.name}
                  variant="ghost"
                  size="sm"
                  pending={running === operation.name}
                  disabled={running !== null && running !== operation.name}
                  onClick={() => (operation.asks ? setAsking(operation) : void onRun(operation))}
                >
                  {running !== operation.name && <Icon aria-hidden />}
                  {operation.name === 'PrintLabel' ? t('Print labels') : operation.name === 'Cancel' ? t('Cancel bookings') : operation.label}
                </Button>
              );
            })}
          <Button variant="ghost" size="sm" onClick={onClear} aria-label={t('Clear the selection')}>
            <X aria-hidden />
          </Button>
        </div>
      )}
      <ConfirmDialog
        open={asking !== null}
        onOpenChange={(open) => !open && setAsking(null)}
        title={t('Cancel {bookings}?', { bookings })}
        description={t('The carrier is told where it already knows of them. A cancelled booking cannot be brought back.')}
        confirmLabel={t('Cancel {bookings}', { bookings })}
        cancelLabel={t('Keep')}
        destructive
        onConfirm={() => (asking ? onRun(asking) : undefined)}
      />
    </>
  );
}
