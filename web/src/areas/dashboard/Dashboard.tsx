// The dispatcher's morning: how much stands where, what went wrong, what still has to be manifested, what left today.
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { CircleCheck, Plus } from 'lucide-react';
import { Card, CardHeader, cn, ErrorNote, Skeleton, StatusBadge, useFormat } from '@waybill/plugin';
import { usePermissions, useSession } from '../../api/session.ts';
import { msg, t, useT } from '../../lib/i18n.ts';
import { Slot } from '../../plugins/Slot.tsx';
import { PageHeading } from '../../shell/PageHeading.tsx';
import { useCarrierName } from '../../plugins/carrier-names.ts';
import { Needs } from '../../shell/Needs.tsx';
import { bookingName, customerText, placeText } from '../../lib/bookings/display.ts';
import type { Booking, OperationEntry, StatusCounts } from '../../lib/bookings/model.ts';
import { groups } from '../../lib/bookings/status.ts';
import { statusCountQuery } from '../../lib/bookings/queries.ts';
import { manifestsOf } from './manifests.ts';
import { exceptionsQuery, manifestedTodayQuery, toManifestQuery } from './queries.ts';

const refreshEvery = 60_000;

export function Dashboard() {
  const t = useT();
  return (
    <Needs permission="Pages.Booking" title={t('Dashboard')} to={msg('see bookings')}>
      <DashboardScreen />
    </Needs>
  );
}

function DashboardScreen() {
  const t = useT();
  const { has } = usePermissions();
  const format = useFormat();
  const today = format.toLocalInput(new Date()).slice(0, 10);
  const startOfToday = format.fromLocalInput(`${today}T00:00`) ?? `${today}T00:00:00Z`;
  const counts = useQuery({ ...statusCountQuery(), refetchInterval: refreshEvery });
  const exceptions = useQuery({ ...exceptionsQuery, refetchInterval: refreshEvery });
  const open = useQuery({ ...toManifestQuery, refetchInterval: refreshEvery });
  const seesLog = has('Pages.Booking.ChangeStatus');
  const manifested = useQuery({ ...manifestedTodayQuery(startOfToday), enabled: seesLog, refetchInterval: refreshEvery });
  return (
    <div className="grid gap-4">
      <PageHeading title={t('Dashboard')} actions={has('Pages.Booking.Create') ? [{ text: t('New booking'), href: '/quotes/new', icon: <Plus aria-hidden />, primary: true }] : []} />
      {counts.isError ? <ErrorNote title={t('The counts could not be loaded')} error={counts.error} onRetry={() => void counts.refetch()} /> : <Counts counts={counts.data} />}
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-2">
        <Work
          title={t('Exceptions')}
          total={exceptions.data?.totalCount}
          all={{ group: 'exception' }}
          query={exceptions}
          empty={t('No delays, damage or losses.')}
          line={(booking) => <Line booking={booking} when={booking.lastTrackingModifiedTime ?? booking.creationTime} />}
        />
        <div className="grid gap-4">
          <Work
            title={t('Booked, not manifested')}
            total={open.data?.totalCount}
            all={{ status: 'Booked' }}
            query={open}
            empty={t('All booked consignments are on a manifest.')}
            line={(booking) => <Line booking={booking} when={booking.pickupReadyTime ?? booking.creationTime} />}
          />
          {seesLog && <Manifests query={manifested} />}
        </div>
      </div>
      <Slot name="dashboard.widget@1" props={{}} />
    </div>
  );
}

function Counts({ counts }: { counts: StatusCounts | undefined }) {
  const t = useT();
  const format = useFormat();
  return (
    <ul aria-label={t('Bookings by group')} className="grid grid-cols-2 gap-3 lg:grid-cols-4">
      {groups.map((group) => {
        const count = counts?.[group.key];
        const alarm = group.key === 'exception' && Boolean(count);
        return (
          <li key={group.key}>
            <Link
              to="/bookings"
              search={{ group: group.key }}
              className="block rounded-lg border border-border bg-card px-4 py-3 shadow-xs transition-colors hover:border-input hover:bg-accent/60 focus-visible:outline-2 focus-visible:outline-ring"
            >
              <span className="block text-[13px] text-muted-foreground">{group.label}</span>
              <span className={cn('mt-0.5 block text-2xl font-semibold tracking-tight tabular-nums', alarm && 'text-danger-text')}>
                {count === undefined ? <Skeleton className="my-1 h-6 w-14" /> : format.number(count, 0)}
              </span>
            </Link>
          </li>
        );
      })}
    </ul>
  );
}

interface ListState<T> {
  data: { totalCount: number; items: T[] } | undefined;
  isPending: boolean;
  isError: boolean;
  error: unknown;
  refetch: () => unknown;
}

interface WorkProps {
  title: string;
  total: number | undefined;
  all: { group?: 'exception'; status?: string };
  query: ListState<Booking>;
  empty: string;
  line: (booking: Booking) => React.ReactNode;
}

function Work({ title, total, all, query, empty, line }: WorkProps) {
  const format = useFormat();
  return (
    <Card aria-label={title}>
      <CardHeader
        className="mb-1"
        title={title}
        actions={
          total ? (
            <Link to="/bookings" search={all} className="text-[13px] text-link underline-offset-2 hover:underline">
              {t('All {number}', { number: format.number(total, 0) })}
            </Link>
          ) : undefined
        }
      />
      {query.isPending && <Waiting />}
      {query.isError && <ErrorNote error={query.error} onRetry={() => void query.refetch()} />}
      {query.data?.items.length === 0 && <Fine>{empty}</Fine>}
      <ul className="divide-y divide-border">
        {query.data?.items.map((booking) => (
          <li key={booking.id}>{line(booking)}</li>
        ))}
      </ul>
    </Card>
  );
}

function Line({ booking, when }: { booking: Booking; when: string | null | undefined }) {
  const format = useFormat();
  const { isTenant } = useSession();
  const carrierName = useCarrierName();
  const last = booking.trackingDetails?.at(-1)?.details?.find((detail) => detail.key.toLowerCase() === 'description')?.value;
  return (
    <Link
      to="/bookings-beta/details/$id"
      params={{ id: String(booking.id) }}
      className="-mx-2 grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 rounded-md px-2 py-2 text-[13px] hover:bg-accent/60 focus-visible:outline-2 focus-visible:outline-ring"
    >
      <span className="flex min-w-0 items-center gap-2">
        <span className="font-medium text-link">{bookingName(booking)}</span>
        <span className="truncate text-muted-foreground">
          {[isTenant && customerText(booking.customer), `${placeText(booking.fromAddress)} → ${placeText(booking.toAddress)}`].filter(Boolean).join(' · ')}
        </span>
      </span>
      <StatusBadge status={booking.bookingStatus ?? 'Unknown'} className="justify-self-end" />
      <span className="truncate text-xs text-muted-foreground">{[booking.carrier && carrierName(booking.carrier), last].filter(Boolean).join(' · ')}</span>
      <time dateTime={when ?? undefined} className="text-end text-xs text-muted-foreground tabular-nums">
        {format.dateTime(when)}
      </time>
    </Link>
  );
}

function Manifests({ query }: { query: ListState<OperationEntry> }) {
  const t = useT();
  const manifests = manifestsOf(query.data?.items ?? []);
  return (
    <Card aria-label={t("Today's manifests")}>
      <CardHeader className="mb-1" title={t('Today’s manifests')} />
      {query.isPending && <Waiting />}
      {query.isError && <ErrorNote error={query.error} onRetry={() => void query.refetch()} />}
      {query.data && manifests.length === 0 && <p className="py-2 text-[13px] text-muted-foreground">{t('No manifest yet today. Tick bookings in the list and choose Manifest.')}</p>}
      <ul className="divide-y divide-border">
        {manifests.map((manifest) => (
          <li key={manifest.number} className="flex items-center justify-between gap-4 py-2 text-[13px]">
            <Link to="/bookings" search={{ q: manifest.number }} className="font-medium text-link underline-offset-2 hover:underline">
              {manifest.number}
            </Link>
            <span className="text-muted-foreground tabular-nums">
              {manifest.bookings} {manifest.bookings === 1 ? 'booking' : 'bookings'}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

const Waiting = () => (
  <div role="status" aria-label={t('Loading')} className="grid gap-2 py-2">
    <Skeleton className="w-full" />
    <Skeleton className="w-4/5" />
    <Skeleton className="w-full" />
  </div>
);

const Fine = ({ children }: { children: string }) => (
  <p className="flex items-center gap-2 py-2 text-[13px] text-muted-foreground">
    <CircleCheck aria-hidden className="size-4 shrink-0 text-success-text" />
    {children}
  </p>
);
