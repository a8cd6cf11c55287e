// A booking: state, actions and details.
import { lazy, useRef } from 'react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { LoaderCircle, PackageX } from 'lucide-react';
import {
  Card,
  CardHeader,
  said,
  Skeleton,
  StatusBadge,
  useFormat,
  WarningNote,
  words,
} from '@waybill/plugin';
import { usePermissions } from '../../../api/session.ts';
import Emails from '../../../kit/emails/Emails.tsx';
import { useNoteKey } from '../../../kit/note-key.ts';
import { recordId, RecordOf, RecordPage } from '../../../kit/record.tsx';
import { msg, t, useT } from '../../../lib/i18n.ts';
import { Slot } from '../../../plugins/Slot.tsx';
import { useCarrierName } from '../../../plugins/carrier-names.ts';
import { screen } from '../../../shell/screen.tsx';
import { bookingName, carrierText } from '../../../lib/bookings/display.ts';
import { leftList } from '../../../kit/list/memory.ts';
import type { BookingDetail as Booking } from '../../../lib/bookings/model.ts';
import { useLiveBookings } from '../../../lib/bookings/live.ts';
import { bookingQuery } from '../../../lib/bookings/queries.ts';
import { NoteField } from '../activity/NoteField.tsx';
import { RouteCard } from '../activity/RouteCard.tsx';
import { Timeline } from '../activity/Timeline.tsx';
import { ProofOfDelivery } from './Documents.tsx';
import { Exchanges } from './Exchanges.tsx';
import { Journey } from './Journey.tsx';
import { Facts, Items, Route } from './Overview.tsx';
import { Pricing } from './Pricing.tsx';
import { useActions } from './use-actions.tsx';

const BookingFiles = lazy(() => import('./Files.tsx'));

const route = getRouteApi('/shell/bookings-beta/details/$id');
const refreshEvery = 60_000;
/** An operation at the carrier settles within seconds. */
const settleEvery = 3_000;

export const BookingDetail = screen(
  { needs: 'Pages.Booking', title: msg('Booking'), to: msg('see bookings') },
  BookingDetailScreen,
);

const crumbs = () => [{ text: t('Bookings'), href: leftList('/bookings') }];

function BookingDetailScreen() {
  const t = useT();
  const id = recordId(route.useParams().id);
  useLiveBookings();
  const booking = useQuery({
    ...bookingQuery(id ?? 0),
    enabled: id !== null,
    refetchInterval: ({ state }) => (state.data?.pendingOperation ? settleEvery : refreshEvery),
  });
  return (
    <RecordOf
      id={id}
      query={booking}
      title={t('Booking')}
      breadcrumbs={crumbs()}
      icon={<PackageX />}
      missing={t('Booking not found')}
      failed={t('The booking could not be loaded')}
      to={msg('see bookings')}
      skeleton={<Waiting />}
    >
      {(found) => <Loaded key={found.id} booking={found} />}
    </RecordOf>
  );
}

function Waiting() {
  const t = useT();
  return (
    <div
      role="status"
      aria-label={t('Loading the booking')}
      className="grid gap-4 xl:grid-cols-[minmax(0,1fr)_22rem]"
    >
      <div className="grid gap-4">
        {[32, 24, 40].map((height) => (
          <Card key={height} style={{ height: `${height * 4}px` }}>
            <Skeleton className="w-40" />
            <Skeleton className="mt-3 w-2/3" />
          </Card>
        ))}
      </div>
      <Card className="h-72">
        <Skeleton className="w-24" />
      </Card>
    </div>
  );
}

function Loaded({ booking }: { booking: Booking }) {
  const t = useT();
  const format = useFormat();
  const carrierName = useCarrierName();
  const seesExchanges = usePermissions().has('Pages.Booking.ChangeStatus');
  const { actions, dialogs } = useActions(booking);
  const note = useRef<HTMLTextAreaElement>(null);
  useNoteKey(note);
  const name = bookingName(booking);
  const status = booking.bookingStatus ?? 'Unknown';
  const slotBooking = {
    ...booking,
    bookingStatus: status,
    rowVersion: booking.rowVersion ?? undefined,
  };
  const overview = (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 xl:grid-cols-[minmax(0,1fr)_22rem]">
      <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-4">
        {(booking.bookingWarnings?.length ?? 0) > 0 && (
          <WarningNote>
            {booking.bookingWarnings?.map((warning) => (
              <p key={warning.message}>{said(warning)}</p>
            ))}
          </WarningNote>
        )}
        <Route booking={booking} />
        <RouteCard booking={booking} className="h-64" />
        <Items booking={booking} />
        <Pricing booking={booking} />
      </div>
      <div className="grid gap-4">
        <Card aria-label={t('Activity')}>
          <CardHeader
            title={t('Activity')}
            actions={<ProofOfDelivery booking={booking} />}
            {...(booking.eta && status !== 'Delivered'
              ? { description: t('Expected {value}', { value: format.date(booking.eta) }) }
              : {})}
          />
          <div className="mb-4">
            <NoteField bookingId={booking.id} field={note} hasKey />
          </div>
          <Timeline booking={booking} />
        </Card>
        <Facts booking={booking} />
        <Emails recordType="Booking" recordId={booking.id} />
        {booking.carrier && (
          <Slot
            name="booking.detail.panel@1"
            only={booking.carrier}
            props={{ bookingId: booking.id, carrier: booking.carrier, booking: slotBooking }}
          />
        )}
      </div>
    </div>
  );
  const banner = (
    <div className="mb-4 grid grid-cols-[minmax(0,1fr)] gap-4">
      {booking.pendingOperation && (
        <p
          role="status"
          className="flex items-center gap-2 rounded-lg bg-info-soft px-3 py-2 text-[13px] text-info-text"
        >
          <LoaderCircle aria-hidden className="size-4 shrink-0 animate-spin" />
          {booking.pendingOperation === 'Pay'
            ? t('Waiting for the payment provider. This page updates automatically.')
            : t('{operation}: waiting for the carrier. This page updates automatically.', {
                operation: t(words(booking.pendingOperation)),
              })}
        </p>
      )}
      <Journey booking={booking} />
    </div>
  );
  return (
    <>
      <RecordPage
        kind={t('Booking')}
        title={name}
        breadcrumbs={crumbs()}
        actions={actions}
        badge={<StatusBadge status={status} />}
        description={carrierText(booking, carrierName)}
        banner={banner}
        tabs={[
          { id: 'overview', label: t('Overview'), content: overview },
          { id: 'documents', label: t('Documents'), content: <BookingFiles booking={booking} /> },
          ...(seesExchanges
            ? [
                {
                  id: 'log',
                  label: t('Carrier messages'),
                  content: <Exchanges bookingId={booking.id} />,
                },
              ]
            : []),
        ]}
        history={{ entityType: 'Booking', entityId: booking.id }}
        extend={{ on: 'booking', id: booking.id }}
        slot={{
          name: 'booking.detail.tab@1',
          props: { bookingId: booking.id, carrier: booking.carrier ?? null, booking: slotBooking },
        }}
      />
      {dialogs}
    </>
  );
}
