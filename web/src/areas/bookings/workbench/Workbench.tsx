// The dispatcher's workbench, exceptions first.
import { useEffect, useRef, useState } from 'react';
import { PackageSearch, Plus } from 'lucide-react';
import { StatusBadge, words } from '@waybill/plugin';
import { usePermissions, useSession } from '../../../api/session.ts';
import { bind, type Binding, type KeyName } from '../../../kit/keys.ts';
import type { ListColumn } from '../../../kit/list/declare.ts';
import { RecordList } from '../../../kit/list/RecordList.tsx';
import type { RowKey } from '../../../kit/list/selection.ts';
import { age } from '../../../kit/list/times.ts';
import { useList } from '../../../kit/list/use-list.ts';
import { useNarrow } from '../../../kit/list/use-narrow.ts';
import type { WorkHandle } from '../../../kit/list/work.ts';
import { msg, useT } from '../../../lib/i18n.ts';
import { useLiveBookings } from '../../../lib/bookings/live.ts';
import { bookingsKey } from '../../../lib/bookings/queries.ts';
import { bookingName, customerText, placeText } from '../../../lib/bookings/display.ts';
import type { Booking } from '../../../lib/bookings/model.ts';
import type { OperationName } from '../../../lib/bookings/operations.ts';
import { screen } from '../../../shell/screen.tsx';
import { useBulk } from '../bulk.tsx';
import { useCarrierOptions, useCommonFilters, useDayConditions } from '../filters.ts';
import { useJumps } from '../jumps.ts';
import { fetchBookings, SEARCHED_FIELDS } from '../queries.ts';
import { Preview, type PreviewHandle } from './Preview.tsx';
import { useWork, type Work } from './work.ts';

const REFRESH_EVERY = 60_000;

const LETTERS: readonly { keyName: KeyName; names: OperationName[] }[] = [
  { keyName: 'label', names: ['PrintLabel'] },
  { keyName: 'manifest', names: ['Manifest'] },
  { keyName: 'hold', names: ['Hold', 'Release'] },
];
/** Keys of this workbench alone. */
const OWN_LETTERS: readonly { key: string; text: string; names: OperationName[] }[] = [
  { key: 's', text: msg('Add a scan: set the status'), names: ['AddTrackingEvent'] },
  { key: 'q', text: msg("Use today's price"), names: ['Requote'] },
  { key: 'd', text: msg('Cancel the booking'), names: ['Cancel'] },
];

export const Workbench = screen(
  { needs: 'Pages.Booking', title: msg('Workbench'), to: msg('see bookings') },
  BenchScreen,
);

function useColumns(isTenant: boolean): ListColumn<Booking>[] {
  const t = useT();
  const since = (booking: Booking) => booking.lastTrackingModifiedTime ?? booking.creationTime;
  const columns: (ListColumn<Booking> | false)[] = [
    {
      id: 'consignmentId',
      header: t('Connote'),
      cell: bookingName,
      csv: (booking) => booking.consignmentId ?? '',
      sort: 'consignmentId',
      fixed: true,
    },
    {
      id: 'bookingStatus',
      header: t('Status'),
      cell: (booking) => <StatusBadge status={booking.bookingStatus} />,
      csv: (booking) => t(words(booking.bookingStatus)),
      sort: 'bookingStatus',
      fixed: true,
      narrow: 'badge',
    },
    {
      id: 'age',
      header: t('Age'),
      cell: (booking) => <time dateTime={since(booking)}>{age(since(booking))}</time>,
      csv: since,
      sort: 'standingSince',
      falling: true,
      numeric: true,
      narrow: 'line',
    },
    isTenant && {
      id: 'customer',
      header: t('Customer'),
      cell: (booking) => customerText(booking.customer) || '–',
      csv: (booking) => customerText(booking.customer),
      priority: 1,
      narrow: 'line',
    },
    {
      id: 'to',
      header: t('To'),
      cell: (booking) =>
        [booking.toAddress.suburb, booking.toAddress.stateCode].filter(Boolean).join(' ') || '–',
      csv: (booking) => placeText(booking.toAddress),
      narrow: 'line',
    },
  ];
  return columns.filter((column) => column !== false);
}

function BenchScreen() {
  const t = useT();
  const { isTenant } = useSession();
  const { has } = usePermissions();
  const narrow = useNarrow();
  const isLive = useLiveBookings();
  const day = useDayConditions();
  const work = useWork(day);
  const handle = useRef<WorkHandle>(null);
  const preview = useRef<PreviewHandle>(null);
  const [at, setAt] = useState<RowKey | null>(null);
  const mayCreate = has('Pages.Booking.Create');
  const list = useList<Booking>({
    id: 'bookings.bench',
    key: bookingsKey,
    fetch: fetchBookings,
    rowKey: (booking) => booking.id,
    name: bookingName,
    columns: useColumns(isTenant),
    filters: [
      {
        kind: 'choice',
        id: 'work',
        label: t('Work'),
        hidden: true,
        single: true,
        options: ['toManifest', 'pickupsToday', 'mine', 'all'].map((value) => ({
          value,
          label: value,
        })),
        odata: () => '',
      },
      ...useCommonFilters(isTenant).map((filter) => ({ ...filter, pinned: false })),
    ],
    always: ({ work: chosen = '' }) => work.conditions[chosen as Work] ?? '',
    search: {
      fields: SEARCHED_FIELDS,
      number: 'id',
    },
    sort: 'standingSince',
    refresh: REFRESH_EVERY,
  });
  const { rows } = list;
  const chosenWork = list.state.filters['work'] ?? '';
  const first = rows?.[0]?.id ?? null;
  // Selects the first, unless the preview would cover the list.
  useEffect(() => {
    if (at === null && first !== null && !narrow) setAt(first);
  }, [at, first, narrow]);
  const known = rows?.find(({ id }) => id === at);
  const carriers = useCarrierOptions(rows, list.state.filters['carrier']);
  const back = () => {
    if (narrow) setAt(null);
    else handle.current?.back();
  };
  const shownAt = typeof at === 'number' ? at : null;
  return (
    <RecordList
      list={list}
      title={t('Workbench')}
      heading={{
        actions: mayCreate
          ? [
              {
                text: t('New booking'),
                keyName: 'new' as const,
                href: '/quotes/new',
                icon: <Plus aria-hidden />,
                primary: true,
              },
            ]
          : [],
        tabs: {
          label: t('Work'),
          value: chosenWork,
          entries: work.tabs,
          onChange: (next) => {
            setAt(null);
            list.set({ filters: { work: next } });
          },
        },
      }}
      options={{ carrier: carriers }}
      bulk={useBulk()}
      jumps={useJumps()}
      tools={
        <span
          role="status"
          className="ms-auto flex items-center gap-1.5 text-xs text-muted-foreground"
        >
          <span
            aria-hidden
            className={
              isLive ? 'size-2 rounded-full bg-success-text' : 'size-2 rounded-full bg-control'
            }
          />
          {isLive ? t('Live') : t('Updated every minute')}
        </span>
      }
      work={{
        at,
        onRow: setAt,
        handle,
        keys: [
          ...LETTERS.map(({ keyName, names }) =>
            bind(keyName, () => preview.current?.start(...names)),
          ),
          ...OWN_LETTERS.map(({ key, text, names }): Binding => ({
            key,
            text,
            group: 'record',
            run: () => preview.current?.start(...names),
          })),
          bind('note', () => preview.current?.writeNote()),
        ],
        onEnter: () => preview.current?.focus(),
        beside:
          narrow && shownAt === null ? null : (
            <Preview id={shownAt} known={known} handle={preview} onBack={back} />
          ),
      }}
      texts={{
        failed: t('The bookings could not be loaded'),
        search: { label: t('Search bookings'), placeholder: t('Connote, reference, suburb') },
        filter: t('Filter bookings'),
        selected: (count) => t('{count} bookings selected', { count }, '{count} booking selected'),
        withSelected: t('Actions for the selected bookings'),
        empty: {
          icon: <PackageSearch />,
          title: t('No exceptions'),
          description: t('Nothing is delayed, damaged or on hold.'),
        },
        none: {
          title: t('Nothing here'),
          description: t('No booking matches your selection.'),
          clear: t('Show the exceptions'),
        },
      }}
    />
  );
}
