// Home of the warehouse: what leaves today, and the scans.
import { useQuery } from '@tanstack/react-query';
import { useFormat, words } from '@waybill/plugin';
import { usePermissions } from '../../api/session.ts';
import { TO_MANIFEST, useDayConditions } from '../../lib/bookings/day.ts';
import { useLiveBookings } from '../../lib/bookings/live.ts';
import { statusesOf } from '../../lib/bookings/status.ts';
import { oneOf } from '../../lib/odata.ts';
import { useT } from '../../lib/i18n.ts';
import { FindBooking } from './FindBooking.tsx';
import { HomeHeading } from './HomeHeading.tsx';
import { bookingCountQuery, scansQuery } from './home-queries.ts';
import { Figures, LineLink, Part, type CardQuery } from './parts.tsx';
import { pickupsQuery, manifestsQuery } from './queries.ts';
import { Manifests, Pickups, ToManifest } from './Today.tsx';

const REFRESH_EVERY = 60_000;

function Scans({ query }: { query: CardQuery<Scan[]> }) {
  const t = useT();
  const format = useFormat();
  return (
    <Part
      title={t('Scans today')}
      query={query}
      isEmpty={(scans) => scans.length === 0}
      empty={t('Nothing has been scanned yet today. Find a consignment and add a tracking event.')}
      isTall
    >
      {(scans) => (
        <ul className="divide-y divide-border">
          {scans.map((scan) => (
            <li key={scan.id}>
              <LineLink
                href={`/bookings-beta/details/${scan.bookingId}`}
                title={scan.name}
                text={[scan.value && t(words(scan.value)), scan.userName]
                  .filter(Boolean)
                  .join(' · ')}
                aside={format.time(scan.creationTime)}
              />
            </li>
          ))}
        </ul>
      )}
    </Part>
  );
}

interface Scan {
  id: number;
  bookingId: number;
  /** Consignment number, or the booking's until it has one. */
  name: string;
  value: string | null;
  userName: string;
  creationTime: string;
}

export default function WarehouseHome() {
  const t = useT();
  const format = useFormat();
  const seesScans = usePermissions().has('Pages.Booking.ChangeStatus');
  const day = useDayConditions();
  useLiveBookings();
  const every = { refetchInterval: REFRESH_EVERY };
  const outbound = useQuery({ ...bookingCountQuery(day.toManifest), ...every });
  const transit = useQuery({
    ...bookingCountQuery(oneOf('bookingStatus', statusesOf('inTransit'))),
    ...every,
  });
  const exceptions = useQuery({
    ...bookingCountQuery(oneOf('bookingStatus', statusesOf('exception'))),
    ...every,
  });
  const manifests = useQuery({ ...manifestsQuery(day.since), ...every });
  const pickups = useQuery({ ...pickupsQuery(day.today), ...every });
  const scans = useQuery({ ...scansQuery(day.since), ...every, enabled: seesScans });
  const number = (count: number | undefined, isMissing: boolean) =>
    count === undefined ? (isMissing ? '–' : undefined) : format.number(count, 0);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <HomeHeading />
      <Figures
        label={t('Warehouse work')}
        figures={[
          {
            label: t('To manifest today'),
            value: number(outbound.data, outbound.isLoadingError),
            href: `/bookings?group=${TO_MANIFEST}`,
          },
          {
            label: t('Manifests today'),
            value: number(manifests.data?.totalCount, manifests.isLoadingError),
            href: '/bookings/manifests?created=today',
          },
          {
            label: t('Pickups today'),
            value: number(pickups.data?.totalCount, pickups.isLoadingError),
            href: '/bookings/pickups?day=today',
          },
          {
            label: t('In transit'),
            value: number(transit.data, transit.isLoadingError),
            href: '/bookings?group=inTransit',
          },
          {
            label: t('Exceptions'),
            value: number(exceptions.data, exceptions.isLoadingError),
            href: '/bookings?group=exception',
            isAlarming: Boolean(exceptions.data),
          },
        ]}
      />
      <FindBooking title={t('Find a consignment')} label={t('Scan or type a number')} />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4 xl:grid-cols-2">
        <ToManifest />
        {seesScans && <Scans query={scans} />}
        <Pickups day={day.today} />
        <Manifests since={day.since} />
      </div>
    </div>
  );
}
