// Dashboard: counts, exceptions, today.
import { lazy, Suspense } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { cn, ErrorNote, Select, Skeleton, useFormat } from '@waybill/plugin';
import { usePermissions, useSession } from '../../api/session.ts';
import { msg, useT } from '../../lib/i18n.ts';
import { useLiveBookings } from '../../lib/bookings/live.ts';
import type { StatusCounts } from '../../lib/bookings/model.ts';
import { statusCountQuery } from '../../lib/bookings/queries.ts';
import { groups, sumOf } from '../../lib/bookings/status.ts';
import { Slot } from '../../plugins/Slot.tsx';
import { screen } from '../../shell/screen.tsx';
import { PageHeading } from '../../shell/PageHeading.tsx';
import { Exceptions } from './Exceptions.tsx';
import { AllLink, BookingLine, Part } from './parts.tsx';
import { PERIODS, periodText, usePeriod, type Period, type Span } from './period.ts';
import { arrivingQuery, exceptionsQuery } from './queries.ts';
import { Today } from './Today.tsx';

const Charts = lazy(() => import('./Charts.tsx'));

const REFRESH_EVERY = 60_000;

export const Dashboard = screen(
  { needs: 'Pages.Booking', title: msg('Dashboard'), to: msg('see bookings') },
  DashboardScreen,
);

function DashboardScreen() {
  const t = useT();
  const { isTenant } = useSession();
  const { has } = usePermissions();
  const [span, setPeriod] = usePeriod();
  useLiveBookings();
  const counts = useQuery({
    ...statusCountQuery(`creationTime ge ${span.from}`),
    refetchInterval: REFRESH_EVERY,
  });
  const exceptions = useQuery({ ...exceptionsQuery, refetchInterval: REFRESH_EVERY });
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <PageHeading
        title={t('Dashboard')}
        actions={
          has('Pages.Booking.Create')
            ? [
                {
                  text: t('New booking'),
                  href: '/quotes/new',
                  icon: <Plus aria-hidden />,
                  primary: true,
                },
              ]
            : []
        }
      />
      <div className="-mt-4 grid gap-3">
        <label className="flex items-center gap-2 text-[13px] text-muted-foreground">
          {t('Created')}
          <span className="w-40">
            <Select
              value={span.period}
              onChange={(event) => setPeriod(event.target.value as Period)}
              className="h-7.5 text-[13px]"
            >
              {PERIODS.map((period) => (
                <option key={period} value={period}>
                  {t(periodText(period))}
                </option>
              ))}
            </Select>
          </span>
        </label>
        {counts.isError && !counts.data ? (
          <ErrorNote
            title={t('The counts could not be loaded')}
            error={counts.error}
            onRetry={() => void counts.refetch()}
          />
        ) : (
          <Counts counts={counts.data} span={span} />
        )}
      </div>
      <Exceptions query={exceptions} />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 xl:grid-cols-2">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
          {isTenant ? <Today span={span} /> : <Arriving />}
        </div>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
          <Suspense fallback={<Skeleton className="h-48" />}>
            <Charts span={span} counts={counts} />
          </Suspense>
        </div>
      </div>
      <Slot name="dashboard.widget@1" props={{}} />
    </div>
  );
}

function Counts({ counts, span }: { counts: StatusCounts | undefined; span: Span }) {
  const t = useT();
  const format = useFormat();
  const all = [
    { key: '', label: t('All'), count: sumOf(counts) },
    ...groups.map(({ key, label }) => ({
      key: key as string,
      label: t(label),
      count: counts?.[key],
    })),
  ];
  return (
    <ul
      aria-label={t('Bookings by group')}
      className="grid grid-cols-2 gap-3 sm:grid-cols-3 lg:grid-cols-5"
    >
      {all.map(({ key, label, count }) => (
        <li key={key}>
          <Link
            to="/bookings"
            search={{ ...(key ? { group: key } : {}), created: span.period }}
            className={cn(
              'block rounded-lg border border-border bg-card px-4 py-2.5 shadow-xs',
              'transition-colors hover:border-input hover:bg-accent/60',
              'focus-visible:outline-2 focus-visible:outline-ring',
            )}
          >
            <span className="block text-[13px] text-muted-foreground">{label}</span>
            <span
              className={cn(
                'block text-2xl font-semibold tracking-tight tabular-nums',
                key === 'exception' && Boolean(count) && 'text-danger-text',
              )}
            >
              {count === undefined ? (
                <Skeleton className="my-1 h-6 w-14" />
              ) : (
                format.number(count, 0)
              )}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

function Arriving() {
  const t = useT();
  const format = useFormat();
  const arriving = useQuery({ ...arrivingQuery, refetchInterval: REFRESH_EVERY });
  return (
    <Part
      title={t('On the way')}
      query={arriving}
      isEmpty={({ items }) => items.length === 0}
      empty={t('No consignments are in transit.')}
      more={
        arriving.data &&
        arriving.data.totalCount > 0 && (
          <AllLink
            search={{ group: 'inTransit' }}
            text={t('All {number}', { number: format.number(arriving.data.totalCount, 0) })}
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
                since={booking.lastTrackingModifiedTime ?? booking.creationTime}
                aside={booking.eta && t('expected {day}', { day: format.date(booking.eta) })}
              />
            </li>
          ))}
        </ul>
      )}
    </Part>
  );
}
