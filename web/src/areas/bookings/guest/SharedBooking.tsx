// /shared/booking: a booking by email link.
import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { ApiError, Card, ErrorNote, Skeleton, StatusBadge } from '@waybill/plugin';
import { useT } from '../../../lib/i18n.ts';
import { OutsidePage } from '../../../shell/OutsidePage.tsx';
import { guestLink } from './link.ts';
import { Outline } from './Outline.tsx';
import { sharedBookingQuery } from './queries.ts';

/** Responses to invalid, expired and withdrawn links. Other failures can pass. */
const INVALID_LINK: readonly number[] = [400, 403, 404, 410];

export function SharedBooking() {
  const t = useT();
  const [{ bookingId, email, token }] = useState(() => guestLink(location.hash));
  const shared = useQuery({
    ...sharedBookingQuery({ bookingId: bookingId ?? 0, email, token }),
    enabled: bookingId !== null,
  });
  if (bookingId === null || shared.isLoadingError) {
    const isInvalid =
      bookingId === null ||
      (shared.error instanceof ApiError && INVALID_LINK.includes(shared.error.status));
    return (
      <OutsidePage title={t('Shared booking')}>
        {isInvalid ? (
          <ErrorNote message={t('This link has expired or is incomplete. Request a new one.')} />
        ) : (
          <ErrorNote
            title={t('The booking could not be loaded')}
            error={shared.error}
            onRetry={() => void shared.refetch()}
          />
        )}
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
