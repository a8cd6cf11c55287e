// /guest/booking: finds a booking by number and email.
import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Download, Printer } from 'lucide-react';
import { Button, ErrorNote, Skeleton, StatusBadge } from '@waybill/plugin';
import { NumberField, TextField } from '../../../kit/form-fields.tsx';
import { useRecordForm } from '../../../kit/form.ts';
import { FormBody } from '../../../kit/FormPage.tsx';
import { useT } from '../../../lib/i18n.ts';
import { DocumentType } from '../../../lib/bookings/model.ts';
import { atTheCarrier } from '../../../lib/bookings/status.ts';
import { OutsidePage } from '../../../shell/OutsidePage.tsx';
import { HowToPay, Received, TrackingLink } from './Confirmation.tsx';
import { guestLink, type GuestLink } from './link.ts';
import { Outline } from './Outline.tsx';
import {
  findGuestBooking,
  guestBookingQuery,
  saveGuestDocuments,
  type Finding,
  type OutsideBooking,
} from './queries.ts';

const NO_LINK = guestLink('');

interface FoundBooking {
  booking: OutsideBooking;
  finding: Finding;
}

export function FindBooking() {
  const t = useT();
  const [link, setLink] = useState(() => guestLink(location.hash));
  const [found, setFound] = useState<FoundBooking | null>(null);
  const { bookingId, email } = link;
  const hasBoth = bookingId !== null && email !== '';
  // A link with both is opened at once.
  const linked = useQuery({
    ...guestBookingQuery({ bookingId: bookingId ?? 0, email }),
    enabled: hasBoth && found === null,
  });
  const shown =
    found ??
    (hasBoth && linked.data ? { booking: linked.data, finding: { bookingId, email } } : null);
  if (shown)
    return (
      <GuestBooking
        found={shown}
        isBooked={link.isBooked}
        onBack={() => {
          setFound(null);
          setLink(NO_LINK);
        }}
      />
    );
  if (hasBoth && linked.isPending)
    return (
      <OutsidePage title={t('Booking {number}', { number: bookingId })}>
        <Skeleton className="h-40" />
      </OutsidePage>
    );
  return (
    <OutsidePage
      title={t('Find your booking')}
      description={t('Enter the number from your email and the address you booked with.')}
    >
      {linked.isError && <ErrorNote error={linked.error} />}
      <FindForm link={link} onFound={setFound} />
    </OutsidePage>
  );
}

function FindForm({ link, onFound }: { link: GuestLink; onFound: (found: FoundBooking) => void }) {
  const t = useT();
  const form = useRecordForm({
    record: null,
    values: () => ({
      bookingId: link.bookingId === null ? '' : String(link.bookingId),
      email: link.email,
    }),
    rules: {
      bookingId: { needed: t('Enter the booking number.') },
      email: { needed: t('Enter a complete email address.'), email: true },
    },
    save: async ({ bookingId, email }): Promise<FoundBooking> => {
      const finding = { bookingId: Number(bookingId.trim()) || 0, email: email.trim() };
      return { booking: await findGuestBooking(finding), finding };
    },
    saved: onFound,
  });
  return (
    <FormBody of={form} brief className="max-w-sm">
      <NumberField name="bookingId" label={t('Booking number')} integer />
      <TextField
        name="email"
        type="email"
        label={t('Email address')}
        autoComplete="email"
        maxLength={256}
      />
      <Button type="submit" size="lg" pending={form.saving}>
        {t('Find')}
      </Button>
    </FormBody>
  );
}

function GuestBooking({
  found: { booking, finding },
  isBooked,
  onBack,
}: {
  found: FoundBooking;
  isBooked: boolean;
  onBack: () => void;
}) {
  const t = useT();
  const [state, setState] = useState<{ pending: number | null; error: unknown; none: boolean }>({
    pending: null,
    error: null,
    none: false,
  });
  const save = async (type: number) => {
    setState({ pending: type, error: null, none: false });
    try {
      const count = await saveGuestDocuments(finding, type);
      setState({ pending: null, error: null, none: count === 0 });
    } catch (error) {
      setState({ pending: null, error, none: false });
    }
  };
  const documents = [
    { type: DocumentType.Label, text: t('Download label') },
    { type: DocumentType.ConsignmentNote, text: t('Download consignment note') },
  ];
  return (
    <OutsidePage
      title={t('Booking {number}', { number: booking.id })}
      badge={<StatusBadge status={booking.bookingStatus} />}
    >
      {isBooked && <Received booking={booking} email={finding.email} />}
      {booking.bookingStatus === 'PendingPayment' && (
        <HowToPay booking={booking} isBooked={isBooked} />
      )}
      <div className="flex flex-wrap gap-2 print:hidden">
        {atTheCarrier.includes(booking.bookingStatus) &&
          documents.map(({ type, text }, at) => (
            <Button
              key={type}
              variant={at === 0 ? 'primary' : 'outline'}
              pending={state.pending === type}
              disabled={state.pending !== null}
              onClick={() => void save(type)}
            >
              <Download aria-hidden /> {text}
            </Button>
          ))}
        <Button variant="outline" onClick={() => print()}>
          <Printer aria-hidden /> {t('Print this page')}
        </Button>
        <Button variant="ghost" onClick={onBack}>
          {t('Find another booking')}
        </Button>
      </div>
      {state.error !== null && <ErrorNote error={state.error} />}
      {state.none && (
        <p role="status" className="text-sm text-muted-foreground">
          {t('This document does not exist yet. Try again in a few minutes.')}
        </p>
      )}
      <Outline booking={booking} />
      <TrackingLink finding={finding} />
    </OutsidePage>
  );
}
