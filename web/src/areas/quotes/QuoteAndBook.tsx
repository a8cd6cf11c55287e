// Quote & book, empty or prefilled.
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { ErrorNote, Spinner, useFormat } from '@waybill/plugin';
import { useSession } from '../../api/session.ts';
import { bookingQuery } from '../../lib/bookings/queries.ts';
import { msg, useT } from '../../lib/i18n.ts';
import { screen } from '../../shell/screen.tsx';
import { PageHeading } from '../../shell/PageHeading.tsx';
import { draftOf } from './from-booking.ts';
import { sheetName } from './sheet-storage.ts';
import { emptyDraft } from './model.ts';
import { Sheet } from './sheet/Sheet.tsx';

const route = getRouteApi('/shell/quotes/new');

export const QuoteAndBook = screen(
  { needs: 'Pages.Booking.Create', title: msg('Quote & book'), to: msg('quote and book') },
  Start,
);

/** Loads the source booking. */
function Start() {
  const t = useT();
  const search = route.useSearch();
  const format = useFormat();
  const { isTenant } = useSession();
  const { customer, booking, copy } = search;
  const name = sheetName(search);
  const sourceId = booking ?? copy ?? null;
  const source = useQuery({
    ...bookingQuery(sourceId ?? 0),
    enabled: sourceId !== null,
    staleTime: 0,
  });
  if (sourceId === null)
    return (
      <Sheet
        key={name}
        name={name}
        initial={emptyDraft(isTenant ? (customer ?? null) : null)}
        isOfBooking={false}
        bookingId={null}
      />
    );
  if (source.data)
    return (
      <Sheet
        key={name}
        name={name}
        initial={draftOf(source.data, booking === undefined, format.toLocalInput)}
        isOfBooking
        bookingId={booking ?? null}
      />
    );
  return (
    <>
      <PageHeading
        title={t('Quote & book')}
        breadcrumbs={[{ text: t('Bookings'), href: '/bookings' }]}
      />
      {source.isLoadingError ? (
        <ErrorNote
          title={t('Booking #{sourceId} could not be loaded', { sourceId })}
          error={source.error}
          onRetry={() => void source.refetch()}
        />
      ) : (
        <Spinner label={t('Loading the booking')} />
      )}
    </>
  );
}
