// The last consignment with its documents.
import { useState } from 'react';
import { Link } from '@tanstack/react-router';
import { Check, TriangleAlert, X } from 'lucide-react';
import { Button, buttonClass, StatusBadge } from '@waybill/plugin';
import { saveDocument } from '../../../lib/bookings/documents.ts';
import { labelTokens, openLabel } from '../../../lib/bookings/label.ts';
import { failure } from '../../../kit/mutate.ts';
import { useT } from '../../../lib/i18n.ts';
import type { Finished } from '../finished.ts';

export function ResultLine({ finished, onDismiss }: { finished: Finished; onDismiss: () => void }) {
  const t = useT();
  const [busy, setBusy] = useState<'print' | 'save' | null>(null);
  const { booking, isDraft, leftUndone } = finished;
  const id = booking.id;
  const withLabel = async (which: 'print' | 'save') => {
    setBusy(which);
    try {
      if (which === 'print') await openLabel(id);
      else for (const token of await labelTokens(id)) await saveDocument(token);
    } catch (error) {
      failure(t('The label could not be opened'))(error);
    } finally {
      setBusy(null);
    }
  };
  const did = [
    finished.wasPrinted && t('label opened'),
    finished.wasManifested && t('on the manifest'),
  ]
    .filter(Boolean)
    .join(', ');
  const Icon = leftUndone ? TriangleAlert : Check;
  return (
    <div
      role="status"
      aria-label={isDraft ? t('Draft saved') : t('Booked')}
      className={`flex flex-wrap items-center gap-x-3 gap-y-1 rounded-lg px-3 py-1.5 text-[13px] ${
        leftUndone ? 'bg-warning-soft text-warning-text' : 'bg-success-soft text-success-text'
      }`}
    >
      <Icon aria-hidden className="size-4 shrink-0" />
      <b data-testid="connote" className="font-semibold">
        {booking.consignmentId ?? (isDraft ? t('Draft #{id}', { id }) : t('Booking #{id}', { id }))}
      </b>
      <StatusBadge status={booking.bookingStatus} />
      <span className="min-w-0 break-words">
        {[finished.facts, finished.route, did].filter(Boolean).join(' · ')}
      </span>
      {leftUndone && <span className="min-w-0 font-medium break-words">{leftUndone}</span>}
      {!isDraft && !booking.consignmentId && !leftUndone && (
        <span>
          {t(
            'The carrier has not responded yet. The connote number and label will appear automatically.',
          )}
        </span>
      )}
      <span className="ms-auto flex flex-wrap items-center gap-1">
        {!isDraft && (
          <>
            <Button
              size="sm"
              variant="outline"
              pending={busy === 'print'}
              onClick={() => void withLabel('print')}
            >
              {t('Print label')}
            </Button>
            <Button
              size="sm"
              variant="outline"
              pending={busy === 'save'}
              onClick={() => void withLabel('save')}
            >
              {t('Download label')}
            </Button>
          </>
        )}
        <Link
          to="/bookings-beta/details/$id"
          params={{ id: String(id) }}
          className={buttonClass({ variant: 'outline', size: 'sm' })}
        >
          {t('Open the booking')}
        </Link>
        <Button
          size="icon"
          variant="ghost"
          className="size-7"
          aria-label={t('Dismiss')}
          onClick={onDismiss}
        >
          <X aria-hidden />
        </Button>
      </span>
    </div>
  );
}
