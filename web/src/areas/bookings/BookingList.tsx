// The list of bookings: groups of statuses with their counts, what the list adds up to, and the bulk operations.
import { useMemo, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Ban, ChartColumn, ClipboardList, PackageCheck, PackageSearch, Plus, Printer, RefreshCw } from 'lucide-react';
import { buttonClass, remark, useFormat, words } from '@waybill/plugin';
import { usePermissions, useSession } from '../../api/session.ts';
import type { BulkAction } from '../../kit/list/BulkBar.tsx';
import type { FilterOption, ListFilter } from '../../kit/list/declare.ts';
import { oneOf } from '../../kit/list/odata.ts';
import { RecordList } from '../../kit/list/RecordList.tsx';
import { useList } from '../../kit/list/use-list.ts';
import { msg, useT } from '../../lib/i18n.ts';
import { useCarrierName } from '../../plugins/carrier-names.ts';
import { customerReference } from '../../kit/pickers/customers.ts';
import { Needs } from '../../shell/Needs.tsx';
import { bookingsKey, statusCountQuery } from '../../lib/bookings/queries.ts';
import { bookingColumns } from './columns.tsx';
import { bookingName } from '../../lib/bookings/display.ts';
import { openDocuments } from '../../lib/bookings/documents.ts';
import type { Booking, BulkAnswer, StatusCounts } from '../../lib/bookings/model.ts';
import { bulkOperations, isPossible, runOperation, type Operation } from '../../lib/bookings/operations.ts';
import { carrierCodesQuery, fetchBookings, summaryQuery } from './queries.ts';
import { allStatuses, groups, statusesOf, type StatusGroup } from '../../lib/bookings/status.ts';
import { SummaryLine } from './SummaryLine.tsx';

const REFRESH_EVERY = 60_000;
const STATUS_FILTERS = ['status', 'group'];

export function BookingList() {
  const t = useT();
  return (
    <Needs permission="Pages.Booking" title={t('Bookings')} to={msg('see bookings')}>
      <BookingListScreen />
    </Needs>
  );
}

function useFilters(isTenant: boolean): ListFilter[] {
  const t = useT();
  return [
    { kind: 'choice', id: 'group', label: t('Status groups'), hidden: true, single: true, clears: ['status'], options: groups.map(({ key, label }) => ({ value: key, label: t(label) })), odata: (group) => oneOf('bookingStatus', statusesOf(group as StatusGroup)) },
    { kind: 'choice', id: 'status', label: t('Status'), pinned: true, field: 'bookingStatus', clears: ['group'], options: allStatuses.map((status) => ({ value: status, label: t(words(status)) })) },
    { kind: 'choice', id: 'carrier', label: t('Carrier'), pinned: true, field: 'carrier', open: true, options: [] },
    ...(isTenant ? [{ kind: 'reference' as const, id: 'customer', label: t('Customer'), pinned: true, field: 'customer/id', placeholder: t('Search customers…'), ...customerReference }] : []),
    { kind: 'days', id: 'created', label: t('Created'), pinned: true, field: 'creationTime', edges: ['from', 'to'] },
    { kind: 'days', id: 'eta', label: t('ETA'), field: 'eta' },
    { kind: 'text', id: 'reference', label: t('Reference'), field: 'reference' },
    { kind: 'text', id: 'manifest', label: t('Manifest'), field: 'manifestId' },
    { kind: 'text', id: 'suburb', label: t('Delivery suburb'), field: 'toAddress/suburb' },
  ];
}

/** All carriers for whoever may ask for them; for others those that were on a page. */
function useCarrierOptions(rows: readonly Booking[] | undefined, chosen: string | undefined): FilterOption[] {
  const carriers = useQuery({ ...carrierCodesQuery, enabled: usePermissions().has('Pages.Carrier') });
  const name = useCarrierName();
  const [seen] = useState(() => new Set<string>());
  for (const { carrier } of rows ?? []) if (carrier) seen.add(carrier);
  const codes = [...new Set([...(carriers.data ?? []), ...seen, ...(chosen?.split(',') ?? [])])].sort();
  return codes.map((value) => ({ value, label: name(value) }));
}

function useTabs(counts: StatusCounts | undefined) {
  const t = useT();
  const all = counts?.statuses.reduce((sum, entry) => (entry.bookingStatus === 'Deleted' ? sum : sum + entry.count), 0);
  return [
    { value: '', label: t('All'), count: all },
    ...groups.map(({ key, label }) => ({ value: key, label: t(label), count: counts?.[key], alarming: key === 'exception' && (counts?.exception ?? 0) > 0 })),
  ];
}

function useBulk(): BulkAction<Booking>[] {
  const t = useT();
  const { has } = usePermissions();
  const ask = (operation: Operation) => async (bookings: readonly Booking[]) => {
    const send = () => runOperation(operation.name, bookings.map(({ id }) => id));
    let answer: BulkAnswer | undefined;
    if (operation.name === 'PrintLabel') await openDocuments(async () => (answer = await send()).label);
    else answer = await send();
    const tokens = [...(answer?.label ?? []), ...(answer?.manifest ?? [])];
    return {
      rows: (answer?.results ?? []).map((result) => ({ key: result.bookingId, ok: result.success, message: remark(result) })),
      ...(tokens.length > 0 ? { more: { label: t('Open {count} documents', { count: tokens.length }, 'Open document'), run: () => openDocuments(() => Promise.resolve(tokens)) } } : {}),
    };
  };
  const looks: Record<string, Pick<BulkAction<Booking>, 'icon' | 'label' | 'ask' | 'shortcut'>> = {
    Book: { icon: <PackageCheck aria-hidden />, label: (able, all) => t('Book {able} of {all}', { able, all }) },
    Manifest: { shortcut: 'm', icon: <ClipboardList aria-hidden />, label: (able, all) => t('Manifest {able} of {all}', { able, all }) },
    PrintLabel: { shortcut: 'l', icon: <Printer aria-hidden />, label: (able) => t('Print {count} labels', { count: able }, 'Print {count} label') },
    RefreshTracking: { icon: <RefreshCw aria-hidden />, label: (able, all) => t('Refresh tracking of {able} of {all}', { able, all }) },
    Cancel: {
      icon: <Ban aria-hidden />,
      label: (able, all) => t('Cancel {able} of {all}…', { able, all }),
      ask: (rows) => ({
        title: t('Cancel {count} bookings?', { count: rows.length }, 'Cancel {count} booking?'),
        description: t('Carriers are notified if necessary. Cancelled bookings cannot be restored.'),
        confirm: t('Cancel {count} bookings', { count: rows.length }, 'Cancel {count} booking'),
        destructive: true,
      }),
    },
  };
  return bulkOperations.flatMap((operation) => {
    const look = looks[operation.name];
    if (!look || !has(operation.permission)) return [];
    return [{ id: operation.name, name: t(operation.label), done: t(operation.done), able: (booking: Booking) => isPossible(operation, booking), ...look, run: ask(operation) }];
  });
}

function BookingListScreen() {
  const t = useT();
  const format = useFormat();
  const { isTenant } = useSession();
  const { has } = usePermissions();
  const carrierName = useCarrierName();
  const mayCreate = has('Pages.Booking.Create');
  const list = useList<Booking>({
    id: 'bookings.list',
    key: bookingsKey,
    home: '/bookings',
    fetch: fetchBookings,
    rowKey: (booking) => booking.id,
    name: bookingName,
    href: (booking) => `/bookings-beta/details/${booking.id}`,
    columns: bookingColumns(format, { isTenant, seesCost: has('Pages.Booking.ViewCost'), carrierName }),
    filters: useFilters(isTenant),
    search: { fields: ['consignmentId', 'manifestId', 'reference', 'customer/companyName', 'fromAddress/suburb', 'toAddress/suburb'], number: 'id' },
    sort: '-creationTime',
    refresh: REFRESH_EVERY,
  });
  const counts = useQuery({ ...statusCountQuery(list.filter(STATUS_FILTERS)), refetchInterval: REFRESH_EVERY });
  const summary = useQuery(summaryQuery(list.filter()));
  const byStatus = useMemo(() => new Map<string, number>(counts.data?.statuses.map((entry) => [entry.bookingStatus, entry.count])), [counts.data]);
  const carriers = useCarrierOptions(list.rows, list.state.filters['carrier']);
  return (
    <RecordList
      list={list}
      title={t('Bookings')}
      heading={{
        actions: [
          ...(mayCreate ? [{ text: t('New booking'), href: '/quotes/new', icon: <Plus aria-hidden />, primary: true }] : []),
          ...(has('Pages.Booking.ViewCost') ? [{ text: t('Margins'), href: '/bookings/margin', icon: <ChartColumn aria-hidden /> }] : []),
        ],
        tabs: { label: t('Status groups'), value: list.state.filters['group'] ?? (list.state.filters['status'] ? '-' : ''), entries: useTabs(counts.data), onChange: (group) => list.set({ filters: { group, status: '' } }) },
      }}
      options={{ carrier: carriers, status: allStatuses.map((status) => ({ value: status, label: t(words(status)), ...(counts.data ? { count: byStatus.get(status) ?? 0 } : {}) })) }}
      bulk={useBulk()}
      summary={<SummaryLine summary={summary.data} pending={summary.isPending} />}
      words={{
        failed: t('The bookings could not be loaded'),
        search: { label: t('Search bookings'), placeholder: t('Connote, reference, customer, suburb') },
        filter: t('Filter bookings'),
        selected: (count) => t('{count} bookings selected', { count }, '{count} booking selected'),
        withSelected: t('Actions for the selected bookings'),
        empty: {
          icon: <PackageSearch />,
          title: t('No bookings yet'),
          description: t('Get quotes and book your first consignment.'),
          action: mayCreate && <Link to="/quotes/new" className={buttonClass()}>{t('New booking')}</Link>,
        },
        none: { title: t('No matching bookings'), description: t('Try a longer period or another group, or clear the filters.'), clear: t('Show all bookings') },
      }}
    />
  );
}
