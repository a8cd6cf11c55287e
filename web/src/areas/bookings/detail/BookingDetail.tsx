// One booking: its state, what can be done with it, and everything known about it.
import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { LoaderCircle, PackageX } from 'lucide-react';
import { ApiError, buttonClass, Card, CardHeader, EmptyState, ErrorNote, Skeleton, StatusBadge, Tabs, useFormat, words } from '@waybill/plugin';
import { usePermissions } from '../../../api/session.ts';
import { msg, useT } from '../../../lib/i18n.ts';
import { Slot } from '../../../plugins/Slot.tsx';
import { PageHeading } from '../../../shell/PageHeading.tsx';
import { useCarrierName } from '../../carriers/names.ts';
import { DocumentsPanel } from '../../files/DocumentsPanel.tsx';
import { Needs } from '../Needs.tsx';
import { bookingName, carrierText, placeText } from '../display.ts';
import { listMemory } from '../list-memory.ts';
import type { BookingDetail as Booking } from '../model.ts';
import { bookingQuery } from '../queries.ts';
import { Documents } from './Documents.tsx';
import { Journey } from './Journey.tsx';
import { Notes } from './Notes.tsx';
import { OperationLog } from './OperationLog.tsx';
import { Facts, Items, Route } from './Overview.tsx';
import { Pricing } from './Pricing.tsx';
import { Timeline } from './Timeline.tsx';
import { useActions } from './use-actions.tsx';

const route = getRouteApi('/shell/bookings-beta/details/$id');
const refreshEvery = 60_000;
/** An operation under way at the carrier settles within seconds. */
const settleEvery = 3_000;

export function BookingDetail() {
  const t = useT();
  return (
    <Needs permission="Pages.Booking" title={t('Booking')} to={msg('see bookings')}>
      <BookingDetailScreen />
    </Needs>
  );
}

function BookingDetailScreen() {
  const t = useT();
  const { id: text } = route.useParams();
  const id = Number(text);
  const isNumber = Number.isSafeInteger(id) && id > 0;
  const booking = useQuery({ ...bookingQuery(id), enabled: isNumber, refetchInterval: ({ state }) => (state.data?.pendingOperation ? settleEvery : refreshEvery) });
  const crumbs = [{ text: t('Bookings'), href: listMemory.recall() }];
  if (booking.data) return <Loaded key={booking.data.id} booking={booking.data} crumbs={crumbs} />;
  const missing = !isNumber || (booking.error instanceof ApiError && booking.error.status === 404);
  return (
    <div className="grid gap-4">
      <PageHeading title={t('Booking')} breadcrumbs={crumbs} />
      {missing ? (
        <EmptyState
          icon={<PackageX />}
          title={t('There is no such booking')}
          description={t('It may have been deleted, or the link is not complete.')}
          action={
            <Link to="/bookings" className={buttonClass({ variant: 'outline' })}>
              {t('To the list')}
            </Link>
          }
        />
      ) : booking.isError ? (
        <ErrorNote title={t('The booking could not be loaded')} error={booking.error} onRetry={() => void booking.refetch()} />
      ) : (
        <Waiting />
      )}
    </div>
  );
}

function Waiting() {
  const t = useT();
  return (
    <div role="status" aria-label={t('Loading the booking')} className="grid gap-4 xl:grid-cols-[minmax(0,1fr)_22rem]">
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

/** What the application made for the booking, and what people filed with it. */
function BookingFiles({ booking }: { booking: Booking }) {
  const mayChange = usePermissions().has('Pages.Booking.Edit');
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <Documents booking={booking} />
      <DocumentsPanel entityType="Booking" entityId={booking.id} mayChange={mayChange} />
    </div>
  );
}

function Loaded({ booking, crumbs }: { booking: Booking; crumbs: { text: string; href: string }[] }) {
  const t = useT();
  const format = useFormat();
  const carrierName = useCarrierName();
  const { actions, dialogs } = useActions(booking);
  const [tab, setTab] = useState('overview');
  const name = bookingName(booking);
  const scans = booking.trackingDetails ?? [];
  const status = booking.bookingStatus ?? 'Unknown';
  const overview = (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 xl:grid-cols-[minmax(0,1fr)_22rem]">
      <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-4">
        <Route booking={booking} />
        <Items booking={booking} />
        <Pricing booking={booking} />
      </div>
      <div className="grid gap-4">
        <Card>
          <CardHeader title={t('Tracking')} {...(booking.eta && status !== 'Delivered' ? { description: t('Expected {value}', { value: format.date(booking.eta) }) } : {})} />
          {scans.length > 0 ? <Timeline entries={scans} /> : <p className="text-[13px] text-muted-foreground">{t('No scan yet. They begin once the consignment is manifested and picked up.')}</p>}
        </Card>
        <Facts booking={booking} />
        {booking.carrier && (
          <Slot
            name="booking.detail.panel@1"
            only={booking.carrier}
            props={{ bookingId: booking.id, carrier: booking.carrier, booking: { ...booking, bookingStatus: status, rowVersion: booking.rowVersion ?? undefined } }}
          />
        )}
      </div>
    </div>
  );
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <PageHeading
        title={name}
        breadcrumbs={crumbs}
        actions={actions}
        badge={<StatusBadge status={status} />}
        description={[carrierText(booking, carrierName), `${placeText(booking.fromAddress)} → ${placeText(booking.toAddress)}`].filter(Boolean).join(' · ')}
      />
      {booking.pendingOperation && (
        <p role="status" className="flex items-center gap-2 rounded-lg bg-info-soft px-3 py-2 text-[13px] text-info-text">
          <LoaderCircle aria-hidden className="size-4 shrink-0 animate-spin" />
          {t('{operation}: the carrier has been asked and has not answered yet. This page follows by itself.', { operation: t(words(booking.pendingOperation)) })}
        </p>
      )}
      <Journey booking={booking} />
      <Tabs
        label={t('Booking')}
        value={tab}
        onChange={setTab}
        tabs={[
          { id: 'overview', label: t('Overview'), content: overview },
          { id: 'documents', label: t('Documents'), content: <BookingFiles booking={booking} /> },
          { id: 'notes', label: t('Notes'), count: booking.bookingNotes?.length ?? 0, content: <Notes booking={booking} /> },
          { id: 'log', label: t('Operation log'), content: <OperationLog bookingId={booking.id} /> },
        ]}
      />
      {dialogs}
    </div>
  );
}
