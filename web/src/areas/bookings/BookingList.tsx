// Booking list: status groups, totals and bulk actions.
import { lazy, useMemo } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ChartColumn, ClipboardList, PackageSearch, Plus, Table2, Truck } from 'lucide-react';
import { buttonClass, useFormat, words } from '@waybill/plugin';
import { usePermissions, useSession } from '../../api/session.ts';
import type { ListTab } from '../../kit/list/ListHeading.tsx';
import { allOf } from '../../lib/odata.ts';
import { RecordList } from '../../kit/list/RecordList.tsx';
import { EDIT_HASH, NOTE_HASH } from '../../kit/note-key.ts';
import { useList } from '../../kit/list/use-list.ts';
import { msg, useT } from '../../lib/i18n.ts';
import { useCarrierName } from '../../plugins/carrier-names.ts';
import { screen } from '../../shell/screen.tsx';
import { useLiveBookings } from '../../lib/bookings/live.ts';
import { bookingsKey, statusCountQuery } from '../../lib/bookings/queries.ts';
import { bookingName } from '../../lib/bookings/display.ts';
import type { Booking, StatusCounts } from '../../lib/bookings/model.ts';
import { allStatuses, groups, sumOf } from '../../lib/bookings/status.ts';
import { useBulk } from './bulk.tsx';
import { bookingColumns } from './columns.tsx';
import { useJumps } from './jumps.ts';
import { TO_MANIFEST, useCarrierOptions, useDayConditions, useTableFilters } from './filters.ts';
import { fetchBookings, SEARCHED_FIELDS, summaryQuery } from './queries.ts';
import { SummaryLine } from './SummaryLine.tsx';
import { TodayLine } from './TodayLine.tsx';

/** Shares the list's chunk, to save one. */
export const Workbench = lazy(() =>
  import('./workbench/Workbench.tsx').then((module) => ({ default: module.Workbench })),
);

const REFRESH_EVERY = 60_000;
const STATUS_FILTERS = ['status', 'group'];

export const BookingList = screen(
  { needs: 'Pages.Booking', title: msg('Bookings'), to: msg('see bookings') },
  BookingListScreen,
);

function useTabs(
  counts: StatusCounts | undefined,
  toManifest: StatusCounts | undefined,
): ListTab[] {
  const t = useT();
  return [
    { value: '', label: t('All'), count: sumOf(counts) },
    ...groups.map(({ key, label }) => ({
      value: key,
      label: t(label),
      count: counts?.[key],
      alarming: key === 'exception' && (counts?.exception ?? 0) > 0,
    })),
    { value: TO_MANIFEST, label: t('Not manifested today'), count: sumOf(toManifest) },
  ];
}

function BookingListScreen() {
  const t = useT();
  const format = useFormat();
  const { isTenant } = useSession();
  const { has } = usePermissions();
  const carrierName = useCarrierName();
  const mayCreate = has('Pages.Booking.Create');
  const mayManifest = has('Pages.Booking.Manifest');
  const day = useDayConditions();
  useLiveBookings();
  const list = useList<Booking>({
    id: 'bookings.list',
    key: bookingsKey,
    home: '/bookings',
    fetch: fetchBookings,
    rowKey: (booking) => booking.id,
    name: bookingName,
    href: (booking) => `/bookings-beta/details/${booking.id}`,
    columns: bookingColumns(format, {
      isTenant,
      seesCost: has('Pages.Booking.ViewCost'),
      carrierName,
    }),
    filters: useTableFilters(isTenant, day),
    search: {
      fields: SEARCHED_FIELDS,
      number: 'id',
    },
    sort: '-creationTime',
    refresh: REFRESH_EVERY,
  });
  const narrowed = list.filter(STATUS_FILTERS);
  const counts = useQuery({ ...statusCountQuery(narrowed), refetchInterval: REFRESH_EVERY });
  const toManifest = useQuery({
    ...statusCountQuery(allOf([narrowed, day.toManifest])),
    refetchInterval: REFRESH_EVERY,
  });
  const summary = useQuery(summaryQuery(list.filter()));
  const byStatus = useMemo(
    () =>
      new Map<string, number>(
        counts.data?.statuses.map((entry) => [entry.bookingStatus, entry.count]),
      ),
    [counts.data],
  );
  const carriers = useCarrierOptions(list.rows, list.state.filters['carrier']);
  return (
    <RecordList
      list={list}
      title={t('Bookings')}
      heading={{
        aside: mayManifest && <TodayLine today={day.today} since={day.since} />,
        actions: [
          ...(mayCreate
            ? [
                {
                  text: t('New booking'),
                  keyName: 'new' as const,
                  href: '/quotes/new',
                  icon: <Plus aria-hidden />,
                  primary: true,
                },
              ]
            : []),
          ...(mayManifest
            ? [
                {
                  text: t('Manifests'),
                  href: '/bookings/manifests',
                  icon: <ClipboardList aria-hidden />,
                },
                { text: t('Pickups'), href: '/bookings/pickups', icon: <Truck aria-hidden /> },
              ]
            : []),
          ...(mayCreate
            ? [
                {
                  text: t('Book many consignments'),
                  href: '/bookings/batch',
                  icon: <Table2 aria-hidden />,
                },
              ]
            : []),
          ...(has('Pages.Booking.ViewCost')
            ? [{ text: t('Margins'), href: '/bookings/margin', icon: <ChartColumn aria-hidden /> }]
            : []),
        ],
        tabs: {
          label: t('Status groups'),
          value: list.state.filters['group'] ?? (list.state.filters['status'] ? '-' : ''),
          entries: useTabs(counts.data, toManifest.data),
          onChange: (group) => list.set({ filters: { group, status: '' } }),
        },
      }}
      options={{
        carrier: carriers,
        status: allStatuses.map((status) => ({
          value: status,
          label: t(words(status)),
          ...(counts.data ? { count: byStatus.get(status) ?? 0 } : {}),
        })),
      }}
      bulk={useBulk()}
      rowLinks={{
        note: ({ id }) => `/bookings-beta/details/${id}${NOTE_HASH}`,
        edit: ({ id, allowedOperations }) =>
          allowedOperations?.includes('Edit') ? `/bookings-beta/details/${id}${EDIT_HASH}` : null,
      }}
      jumps={useJumps()}
      tools={
        mayManifest && (
          <TodayLine today={day.today} since={day.since} className="ms-auto hidden @[62rem]:flex" />
        )
      }
      summary={<SummaryLine summary={summary.data} pending={summary.isPending} />}
      texts={{
        failed: t('The bookings could not be loaded'),
        search: {
          label: t('Search bookings'),
          placeholder: t('Connote, reference, receiver'),
        },
        filter: t('Filter bookings'),
        selected: (count) => t('{count} bookings selected', { count }, '{count} booking selected'),
        withSelected: t('Actions for the selected bookings'),
        empty: {
          icon: <PackageSearch />,
          title: t('No bookings yet'),
          description: t('Get quotes and book your first consignment.'),
          action: mayCreate && (
            <Link to="/quotes/new" className={buttonClass()}>
              {t('New booking')}
            </Link>
          ),
        },
        none: {
          title: t('No matching bookings'),
          description: t('Try a longer period or another group, or clear the filters.'),
          clear: t('Show all bookings'),
        },
      }}
    />
  );
}
