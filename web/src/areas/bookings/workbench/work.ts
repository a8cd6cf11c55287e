// Workbench groups with filters and counts.
import { useQuery } from '@tanstack/react-query';
import { usePermissions, useSession } from '../../../api/session.ts';
import { api } from '../../../api/client.ts';
import type { ListTab } from '../../../kit/list/ListHeading.tsx';
import { oneOf } from '../../../lib/odata.ts';
import { useT } from '../../../lib/i18n.ts';
import { bookingsKey, statusCountQuery } from '../../../lib/bookings/queries.ts';
import { statusesOf, sumOf } from '../../../lib/bookings/status.ts';
import type { DayConditions } from '../filters.ts';

/** The empty string: exceptions, the default. */
export type Work = '' | 'toManifest' | 'pickupsToday' | 'mine' | 'all';

/** Maximum that one filter can name. */
const MAX_OWN = 200;
const REFRESH_EVERY = 60_000;

/** Bookings this user worked on lately; null while loading or without log permission. */
function useMine(): number[] | null {
  const user = useSession().data?.user.id;
  const enabled = usePermissions().has('Pages.Booking.ChangeStatus') && user !== undefined;
  const log = useQuery({
    queryKey: [...bookingsKey, 'mine', `user-${user}`],
    queryFn: ({ signal }) =>
      api.get(
        '/api/booking/booking/getOperationLogs',
        {
          filter: `creatorUserId eq ${user}`,
          sorting: 'creationTime desc, id desc',
          maxResultCount: MAX_OWN,
        },
        { signal },
      ),
    enabled,
  });
  return log.data ? [...new Set(log.data.items.map(({ bookingId }) => bookingId))] : null;
}

const useCount = (filter: string, enabled = true): number | undefined =>
  sumOf(useQuery({ ...statusCountQuery(filter), refetchInterval: REFRESH_EVERY, enabled }).data);

export function useWork(day: DayConditions) {
  const t = useT();
  const myView = useMine();
  const conditions: Record<Work, string> = {
    '': oneOf('bookingStatus', statusesOf('exception')),
    toManifest: day.toManifest,
    pickupsToday: day.pickupsToday,
    // A filter needs a value; no booking has 0.
    mine: `id in (${myView && myView.length > 0 ? myView.join(',') : '0'})`,
    all: '',
  };
  const exceptions = useCount(conditions['']);
  const tabs: ListTab[] = [
    { value: '', label: t('Exceptions'), count: exceptions, alarming: (exceptions ?? 0) > 0 },
    {
      value: 'toManifest',
      label: t('Not manifested today'),
      count: useCount(conditions.toManifest),
    },
    { value: 'pickupsToday', label: t('Pickups today'), count: useCount(conditions.pickupsToday) },
    { value: 'mine', label: t('My bookings'), count: useCount(conditions.mine, myView !== null) },
    { value: 'all', label: t('All'), count: useCount(conditions.all) },
  ];
  return {
    conditions,
    tabs: myView === null ? tabs.filter(({ value }) => value !== 'mine') : tabs,
  };
}
