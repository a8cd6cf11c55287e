// Today's manifests and pickups as links.
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { cn, useFormat } from '@waybill/plugin';
import { useT } from '../../lib/i18n.ts';
import { MANIFESTS_AT_WORK, PICKUPS_AT_WORK, todayCountsQuery } from './queries.ts';

const REFRESH_EVERY = 60_000;
const LINK =
  'rounded py-1 text-link underline-offset-2 hover:underline focus-visible:outline-2 focus-visible:outline-ring';

export function TodayLine({
  today,
  since,
  className,
}: {
  today: string;
  since: string;
  className?: string;
}) {
  const t = useT();
  const format = useFormat();
  const counts = useQuery({
    ...todayCountsQuery(today, since),
    refetchInterval: REFRESH_EVERY,
  }).data;
  if (!counts) return null;
  const { manifests, pickups } = counts;
  return (
    <nav
      aria-label={t('Today')}
      className={cn('flex flex-wrap items-center gap-x-2 text-[13px] tabular-nums', className)}
    >
      <span className="text-muted-foreground">{t('Today')}</span>
      <Link
        to="/bookings/manifests"
        search={{ created: 'today', status: MANIFESTS_AT_WORK.join(',') }}
        className={LINK}
      >
        {t(
          '{number} manifests',
          { count: manifests, number: format.number(manifests) },
          '{number} manifest',
        )}
      </Link>
      <Link
        to="/bookings/pickups"
        search={{ day: 'today', status: PICKUPS_AT_WORK.join(',') }}
        className={LINK}
      >
        {t(
          '{number} pickups',
          { count: pickups, number: format.number(pickups) },
          '{number} pickup',
        )}
      </Link>
    </nav>
  );
}
