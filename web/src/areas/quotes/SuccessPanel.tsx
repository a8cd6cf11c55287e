// The booking is made: its connote number, its label, and the way on.
import { useEffect, useRef, useState } from 'react';
import { Link } from '@tanstack/react-router';
import { CircleCheck, Download, Plus, Printer } from 'lucide-react';
import { Button, buttonClass, Card, errorMessage, StatusBadge, useFormat } from '@waybill/plugin';
import { useT } from '../../lib/i18n.ts';
import { toast } from '../../shell/toast.tsx';
import { saveDocument } from '../../lib/bookings/documents.ts';
import { labelTokens, openLabel } from '../../lib/bookings/label.ts';
import type { SavedBooking } from '../../lib/bookings/model.ts';
import { placeLabel } from '../../lib/places.ts';
import type { Quote, QuoteDraft } from './model.ts';
import { carrierName, transitText } from './prices/rank.ts';

export interface SuccessPanelProps {
  booked: SavedBooking;
  quote: Quote;
  draft: QuoteDraft;
  onAnother: () => void;
}

export function SuccessPanel({ booked, quote, draft, onAnother }: SuccessPanelProps) {
  const t = useT();
  const format = useFormat();
  const heading = useRef<HTMLHeadingElement>(null);
  const [busy, setBusy] = useState<'print' | 'save' | null>(null);
  useEffect(() => heading.current?.focus(), []);
  const withLabel = async (which: 'print' | 'save') => {
    setBusy(which);
    try {
      if (which === 'print') await openLabel(booked.id);
      else for (const token of await labelTokens(booked.id)) await saveDocument(token);
    } catch (error) {
      toast({ title: t('The label could not be opened'), description: errorMessage(error), variant: 'destructive' });
    } finally {
      setBusy(null);
    }
  };
  const facts = [carrierName(quote.carrier), quote.service.description || quote.service.code, transitText(quote.service.transitTime), format.money(quote.customerCost.totalIncludingGst)];
  return (
    <Card role="status" aria-label={t('Booked')} className="mx-auto mt-6 w-full max-w-3xl p-8">
      <div className="flex items-start gap-4">
        <CircleCheck aria-hidden className="mt-0.5 size-8 shrink-0 text-success-text" />
        <div className="min-w-0 flex-1">
          <h2 ref={heading} tabIndex={-1} className="flex flex-wrap items-center gap-x-3 text-xl font-semibold outline-none">
            <span data-testid="connote">{booked.consignmentId ?? t('Booking #{id}', { id: booked.id })}</span>
            <StatusBadge status={booked.bookingStatus ?? 'Booked'} />
          </h2>
          <p className="mt-1 text-sm text-muted-foreground">{facts.filter(Boolean).join(' · ')}</p>
          {draft.from && draft.to && (
            <p className="mt-1 text-sm">
              {placeLabel(draft.from)} → {placeLabel(draft.to)}
            </p>
          )}
          {!booked.consignmentId && <p className="mt-1 text-sm text-warning-text">{t('The carrier has not responded yet. The connote number and label will appear automatically.')}</p>}
          <div className="mt-5 flex flex-wrap gap-2">
            <Button pending={busy === 'print'} onClick={() => void withLabel('print')}>
              {busy !== 'print' && <Printer aria-hidden />} {t('Print label')}
            </Button>
            <Button variant="outline" pending={busy === 'save'} onClick={() => void withLabel('save')}>
              {busy !== 'save' && <Download aria-hidden />} {t('Download label')}
            </Button>
            <Button variant="outline" onClick={onAnother}>
              <Plus aria-hidden />{' '}{t('Book another')}
            </Button>
            <Link to="/bookings-beta/details/$id" params={{ id: String(booked.id) }} className={buttonClass({ variant: 'ghost' })}>
              {t('Open the booking')}
            </Link>
          </div>
        </div>
      </div>
    </Card>
  );
}
