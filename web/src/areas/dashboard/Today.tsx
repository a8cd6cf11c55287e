// Today: unmanifested bookings, pickups, manifests.
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Badge, useFormat, words, type Tone } from '@waybill/plugin';
import { usePermissions } from '../../api/session.ts';
import { useT } from '../../lib/i18n.ts';
import { placeText } from '../../lib/bookings/display.ts';
import { useCarrierName } from '../../plugins/carrier-names.ts';
import { manifestsOf } from './manifests.ts';
import { AllLink, BookingLine, Part } from './parts.tsx';
import type { Span } from './period.ts';
import { manifestedTodayQuery, manifestsQuery, pickupsQuery, toManifestQuery } from './queries.ts';

const REFRESH_EVERY = 60_000;
const LINE = 'flex min-h-7 flex-wrap items-center gap-x-3 py-0.5 text-[13px]';
const tone = (status: string): Tone =>
  status === 'Failed'
    ? 'danger'
    : status === 'Booked' || status === 'Manifested'
      ? 'success'
      : 'neutral';

export function ToManifest() {
  const t = useT();
  const format = useFormat();
  const open = useQuery({ ...toManifestQuery, refetchInterval: REFRESH_EVERY });
  return (
    <Part
      title={t('Booked, not manifested')}
      query={open}
      isEmpty={({ items }) => items.length === 0}
      empty={t('All booked consignments are on a manifest.')}
      isFine
      more={
        open.data &&
        open.data.totalCount > 0 && (
          <AllLink
            href="/bookings?status=Booked"
            text={t('All {number}', { number: format.number(open.data.totalCount, 0) })}
          />
        )
      }
    >
      {({ items }) => (
        <ul className="divide-y divide-border">
          {items.map((booking) => (
            <li key={booking.id}>
              <BookingLine
                booking={booking}
                since={booking.creationTime}
                aside={
                  booking.pickupReadyTime &&
                  t('ready {time}', { time: format.dateTime(booking.pickupReadyTime) })
                }
              />
            </li>
          ))}
        </ul>
      )}
    </Part>
  );
}

export function Pickups({ day }: { day: string }) {
  const t = useT();
  const format = useFormat();
  const carrierName = useCarrierName();
  const pickups = useQuery({ ...pickupsQuery(day), refetchInterval: REFRESH_EVERY });
  return (
    <Part
      title={t("Today's pickups")}
      query={pickups}
      isEmpty={({ items }) => items.length === 0}
      empty={t(
        'No pickup is booked for today. Tick manifested bookings in the list and choose Book pickup.',
      )}
    >
      {({ items }) => (
        <ul className="divide-y divide-border">
          {items
            .toSorted((a, b) => a.closes.localeCompare(b.closes))
            .map((pickup) => (
              <li key={pickup.id} className={LINE}>
                <span className="font-medium">{carrierName(pickup.carrier)}</span>
                <Badge tone={tone(pickup.status)}>{t(words(pickup.status))}</Badge>
                <span className="min-w-0 flex-1 basis-32 truncate text-muted-foreground">
                  {[
                    pickup.sender.companyName || placeText(pickup.sender),
                    t(
                      '{number} pieces',
                      { count: pickup.pieces, number: format.number(pickup.pieces, 0) },
                      '{number} piece',
                    ),
                    format.quantity(pickup.weight, 0),
                  ].join(' · ')}
                </span>
                <span className="text-xs text-muted-foreground tabular-nums">
                  {t('from {ready}, cut-off {closes}', {
                    ready: pickup.ready,
                    closes: pickup.closes,
                  })}
                </span>
              </li>
            ))}
        </ul>
      )}
    </Part>
  );
}

export function Manifests({ since }: { since: string }) {
  const t = useT();
  const format = useFormat();
  const carrierName = useCarrierName();
  const seesLog = usePermissions().has('Pages.Booking.ChangeStatus');
  const manifests = useQuery({ ...manifestsQuery(since), refetchInterval: REFRESH_EVERY });
  const log = useQuery({
    ...manifestedTodayQuery(since),
    enabled: seesLog,
    refetchInterval: REFRESH_EVERY,
  });
  const sizes = new Map(
    manifestsOf(log.data?.items ?? []).map(({ number, bookings }) => [number, bookings]),
  );
  return (
    <Part
      title={t("Today's manifests")}
      query={manifests}
      isEmpty={({ items }) => items.length === 0}
      empty={t('No manifest yet today. Tick bookings in the list and choose Manifest.')}
    >
      {({ items }) => (
        <ul className="divide-y divide-border">
          {items.map(({ id, number, carrier, status, closedTime, creationTime }) => (
            <li key={id} className={LINE}>
              {number ? (
                <Link
                  to="/bookings"
                  search={{ manifest: number }}
                  className="font-medium text-link underline-offset-2 hover:underline"
                >
                  {number}
                </Link>
              ) : (
                <span className="text-muted-foreground">{t('no number yet')}</span>
              )}
              <Badge tone={tone(status)}>{t(words(status))}</Badge>
              <span className="min-w-0 flex-1 truncate text-muted-foreground">
                {carrierName(carrier)}
              </span>
              {number && sizes.has(number) && (
                <span className="text-muted-foreground tabular-nums">
                  {t(
                    '{number} bookings',
                    {
                      count: sizes.get(number) ?? 0,
                      number: format.number(sizes.get(number) ?? 0),
                    },
                    '{number} booking',
                  )}
                </span>
              )}
              <time
                dateTime={closedTime ?? creationTime}
                className="text-xs text-muted-foreground tabular-nums"
              >
                {format.time(closedTime ?? creationTime)}
              </time>
            </li>
          ))}
        </ul>
      )}
    </Part>
  );
}

export function Today({ span }: { span: Span }) {
  const manages = usePermissions().has('Pages.Booking.Manifest');
  return (
    <>
      <ToManifest />
      {manages && <Pickups day={span.toDate} />}
      {manages && <Manifests since={span.startOfToday} />}
    </>
  );
}
