// Home of dispatchers: counts, exceptions, today.
import { lazy, Suspense } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { ErrorNote, Select, Skeleton, useFormat } from '@waybill/plugin';
import { usePermissions } from '../../api/session.ts';
import { useT } from '../../lib/i18n.ts';
import { useLiveBookings } from '../../lib/bookings/live.ts';
import type { StatusCounts } from '../../lib/bookings/model.ts';
import { statusCountQuery } from '../../lib/bookings/queries.ts';
import { groups, sumOf } from '../../lib/bookings/status.ts';
import { Slot } from '../../plugins/Slot.tsx';
import { useHint } from '../../shell/hints.ts';
import { HomeHeading } from './HomeHeading.tsx';
import { Figures, HomeSkeleton } from './parts.tsx';
import { PERIODS, periodText, usePeriod, type Period, type Span } from './period.ts';

const Below = lazy(() => import('./Below.tsx'));
const SetUp = lazy(() => import('./SetUp.tsx'));

const REFRESH_EVERY = 60_000;

export function Operations() {
  const t = useT();
  const { has } = usePermissions();
  const { isHidden } = useHint('set-up');
  const setsUp = has('Pages.Administration.Tenant.Settings') && isHidden !== true;
  const [span, setPeriod] = usePeriod();
  useLiveBookings();
  const counts = useQuery({
    ...statusCountQuery(`creationTime ge ${span.from}`),
    refetchInterval: REFRESH_EVERY,
  });
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <HomeHeading
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
      <div className="grid gap-3">
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
        {counts.isLoadingError ? (
          <ErrorNote
            title={t('The counts could not be loaded')}
            error={counts.error}
            onRetry={() => void counts.refetch()}
          />
        ) : (
          <Counts counts={counts.data} span={span} />
        )}
      </div>
      {setsUp && (
        <Suspense fallback={<Skeleton className="h-40 w-full" />}>
          <SetUp />
        </Suspense>
      )}
      <Suspense fallback={<HomeSkeleton />}>
        <Below span={span} counts={counts} />
      </Suspense>
      <Slot name="dashboard.widget@1" props={{}} />
    </div>
  );
}

function Counts({ counts, span }: { counts: StatusCounts | undefined; span: Span }) {
  const t = useT();
  const format = useFormat();
  const all = [
    { key: '', label: t('All'), count: counts && sumOf(counts) },
    ...groups.map(({ key, label }) => ({
      key: key as string,
      label: t(label),
      count: counts?.[key],
    })),
  ];
  return (
    <Figures
      label={t('Bookings by group')}
      figures={all.map(({ key, label, count }) => ({
        label,
        value: count === undefined ? undefined : format.number(count, 0),
        href: `/bookings?${key ? `group=${key}&` : ''}created=${span.period}`,
        isAlarming: key === 'exception' && Boolean(count),
      }))}
    />
  );
}
