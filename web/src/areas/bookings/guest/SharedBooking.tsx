// /shared/booking: a booking by email link.
import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Card, ErrorNote, Skeleton, StatusBadge } from '@waybill/plugin';
import { useT } from '../../../lib/i18n.ts';
import { OutsidePage } from '../../../shell/OutsidePage.tsx';
import { guestLink } from './link.ts';
import { Outline } from './Outline.tsx';
import { sharedBookingQuery } from './queries.ts';

export function SharedBooking() {
  const t = useT();
  const [{ bookingId, email, token }] = useState(() => guestLink(location.hash));
  const shared = useQuery({
    ...sharedBookingQuery({ bookingId: bookingId ?? 0, email, token }),
    enabled: bookingId !== null,
  });
  if (bookingId === null || shared.isError) {
    return (
      <OutsidePage title={t('Shared booking')}>
        <ErrorNote message={t('This link has expired or is incomplete. Request a new one.')} />
      </OutsidePage>
    );
  }
  if (!shared.data) {
    return (
      <OutsidePage title={t('Shared booking')}>
        <Card role="status" aria-label={t('Loading')} className="grid gap-3">
          <Skeleton className="w-40" />
          <Skeleton className="h-8.5" />
        </Card>
      </OutsidePage>
    );
  }
  return (
    <OutsidePage
      title={t('Booking {number}', { number: bookingId })}
      badge={<StatusBadge status={shared.data.bookingStatus} />}
    >
      <Outline booking={shared.data} />
    </OutsidePage>
  );
}
