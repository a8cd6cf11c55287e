// Preview of the selected booking.
import { useImperativeHandle, useRef, type RefObject } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ArrowLeft, LoaderCircle, PackageSearch } from 'lucide-react';
import {
  Button,
  cn,
  EmptyState,
  ErrorNote,
  Skeleton,
  StatusBadge,
  useFormat,
  words,
} from '@waybill/plugin';
import { usePermissions, useSession } from '../../../api/session.ts';
import { unNumbers } from '../../../lib/dangerous-goods.ts';
import { useT } from '../../../lib/i18n.ts';
import {
  bookingName,
  carrierText,
  customerText,
  marginShare,
  partyText,
  pieces,
  placeText,
  sellPrice,
} from '../../../lib/bookings/display.ts';
import type { Address, BookingDetail } from '../../../lib/bookings/model.ts';
import { bookingQuery } from '../../../lib/bookings/queries.ts';
import { useCarrierName } from '../../../plugins/carrier-names.ts';
import { HeadingActions } from '../../../shell/PageHeading.tsx';
import { NoteField } from '../activity/NoteField.tsx';
import { RouteCard } from '../activity/RouteCard.tsx';
import { Timeline } from '../activity/Timeline.tsx';
import { useActions, type BookingActions } from '../detail/use-actions.tsx';

export interface PreviewHandle {
  start: BookingActions['start'];
  writeNote: () => void;
  focus: () => void;
}

export interface PreviewProps {
  id: number | null;
  known: BookingDetail | undefined;
  handle: RefObject<PreviewHandle | null>;
  onBack: () => void;
}

const PANEL = 'rounded-lg border border-border bg-card shadow-xs';

export function Preview({ id, known, handle, onBack }: PreviewProps) {
  const t = useT();
  const query = useQuery({
    ...bookingQuery(id ?? 0),
    enabled: id !== null,
    refetchInterval: ({ state }) => (state.data?.pendingOperation ? 3_000 : 60_000),
  });
  const booking = query.data ?? known;
  return (
    <section
      aria-label={t('Preview')}
      className="@container flex min-h-0 min-w-0 flex-1 flex-col gap-3 @max-[46rem]:order-first md:overflow-y-auto"
    >
      {id === null ? (
        <EmptyState
          icon={<PackageSearch />}
          title={t('No booking chosen')}
          description={t('Choose one in the list to see and do everything here.')}
        />
      ) : query.isLoadingError && !booking ? (
        <ErrorNote
          title={t('The booking could not be loaded')}
          error={query.error}
          onRetry={() => void query.refetch()}
        />
      ) : booking ? (
        <Loaded
          key={booking.id}
          booking={booking}
          isWhole={query.data !== undefined}
          handle={handle}
          onBack={onBack}
        />
      ) : (
        <div
          role="status"
          aria-label={t('Loading the booking')}
          className={cn(PANEL, 'grid gap-3 p-4')}
        >
          <Skeleton className="w-40" />
          <Skeleton className="w-2/3" />
        </div>
      )}
    </section>
  );
}

function Fact({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <div className="min-w-0 text-[13px]">
      <h3 className="text-xs text-muted-foreground">{title}</h3>
      <div className="mt-0.5 break-words">{children}</div>
    </div>
  );
}

function Party({ title, address }: { title: string; address: Address }) {
  const people = [partyText(address), address.companyName && address.contactName]
    .filter(Boolean)
    .join(' · ');
  return (
    <Fact title={title}>
      <span className="block font-medium">{people || '–'}</span>
      <span className="block text-muted-foreground">
        <bdi>{[address.addressLine1, placeText(address)].filter(Boolean).join(', ')}</bdi>
      </span>
      {address.telephone && (
        <a
          href={`tel:${address.telephone.replaceAll(/[^+\d]/g, '')}`}
          className="inline-block leading-6 text-link underline-offset-2 hover:underline"
        >
          <bdi dir="ltr">{address.telephone}</bdi>
        </a>
      )}
    </Fact>
  );
}

/** Margin needs the cost permission. */
function useWorth(booking: BookingDetail): string {
  const t = useT();
  const format = useFormat();
  const seesCost = usePermissions().has('Pages.Booking.ViewCost');
  const [sell, share] = [sellPrice(booking), marginShare(booking)];
  if (sell === null) return t('not priced yet');
  const margin =
    seesCost && share !== null ? t('margin {share} %', { share: format.number(share, 1) }) : '';
  return [format.money(sell), margin].filter(Boolean).join(' · ');
}

function Loaded({
  booking,
  isWhole,
  handle,
  onBack,
}: {
  booking: BookingDetail;
  isWhole: boolean;
  handle: PreviewProps['handle'];
  onBack: () => void;
}) {
  const t = useT();
  const format = useFormat();
  const { isTenant } = useSession();
  const carrierName = useCarrierName();
  const heading = useRef<HTMLHeadingElement>(null);
  const note = useRef<HTMLTextAreaElement>(null);
  const { actions, dialogs, start } = useActions(booking);
  useImperativeHandle(handle, () => ({
    start,
    writeNote: () => note.current?.focus(),
    focus: () => heading.current?.focus(),
  }));
  const worth = useWorth(booking);
  const facts = [
    isTenant && customerText(booking.customer),
    booking.reference,
    carrierText(booking, carrierName),
    booking.eta && t('ETA {day}', { day: format.date(booking.eta) }),
  ]
    .filter(Boolean)
    .join(' · ');
  return (
    <>
      <div className={cn(PANEL, 'grid gap-3 p-3')}>
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <Button
            variant="ghost"
            size="icon"
            aria-label={t('Back to the list')}
            onClick={onBack}
            className="md:hidden"
          >
            <ArrowLeft aria-hidden className="rtl:-scale-x-100" />
          </Button>
          <h2
            ref={heading}
            tabIndex={-1}
            className="text-base font-semibold outline-none [overflow-wrap:anywhere]"
          >
            <Link
              to="/bookings-beta/details/$id"
              params={{ id: String(booking.id) }}
              className={cn(
                'rounded-sm text-link underline-offset-2 hover:underline',
                'focus-visible:outline-2 focus-visible:outline-ring',
              )}
            >
              {bookingName(booking)}
            </Link>
          </h2>
          <StatusBadge status={booking.bookingStatus} />
          <span className="min-w-0 flex-1 basis-40 text-[13px] text-muted-foreground [overflow-wrap:anywhere]">
            {facts}
          </span>
          <HeadingActions actions={actions} size="sm" />
        </div>
        {booking.pendingOperation && (
          <p
            role="status"
            className="flex items-center gap-2 rounded-md bg-info-soft px-2.5 py-1.5 text-[13px] text-info-text"
          >
            <LoaderCircle aria-hidden className="size-4 shrink-0 animate-spin" />
            {t('{operation}: waiting for the carrier.', {
              operation: t(words(booking.pendingOperation)),
            })}
          </p>
        )}
        <div className="grid gap-3 @[22rem]:grid-cols-2 @[34rem]:grid-cols-3">
          <Party title={t('From')} address={booking.fromAddress} />
          <Party title={t('To')} address={booking.toAddress} />
          <Fact title={t('Goods · price')}>
            <span className="block font-medium">
              {[
                t(
                  '{number} pieces',
                  { count: pieces(booking), number: format.number(pieces(booking)) },
                  '{number} piece',
                ),
                format.quantity(booking.totalWeight, 1),
                format.quantity(booking.totalVolume, 2),
              ].join(' · ')}
            </span>
            <span className="block text-muted-foreground">{worth}</span>
            {booking.isDangerousGood && (
              <span className="block text-warning-text">
                {[t('Dangerous goods'), ...unNumbers(booking)].join(' · ')}
              </span>
            )}
            {booking.deliveryInstructions && (
              <span className="block text-muted-foreground">{booking.deliveryInstructions}</span>
            )}
          </Fact>
        </div>
      </div>
      <div className="flex flex-1 flex-col gap-3 @[34rem]:min-h-72 @[34rem]:flex-row">
        <div
          className={cn(PANEL, 'flex min-w-0 flex-col gap-3 p-3 @[34rem]:min-h-0 @[34rem]:flex-1')}
        >
          <NoteField bookingId={booking.id} field={note} hasKey />
          <div
            role="region"
            aria-label={t('Activity')}
            tabIndex={0}
            className="focus-visible:outline-2 focus-visible:outline-ring @[34rem]:min-h-0 @[34rem]:overflow-y-auto"
          >
            {isWhole ? <Timeline booking={booking} /> : <Skeleton className="h-24" />}
          </div>
        </div>
        <RouteCard
          booking={booking}
          className="max-@[34rem]:h-72 max-@[34rem]:shrink-0 @[34rem]:flex-1"
        />
      </div>
      {dialogs}
    </>
  );
}
