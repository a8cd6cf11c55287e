// The list of bookings: everything that narrows, sorts or pages it stands in the address.
import { useEffect, useMemo, useRef, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Link, useLocation, useNavigate, useSearch } from '@tanstack/react-router';
import type { RowSelectionState } from '@tanstack/react-table';
import { Download, PackageSearch, Plus, RefreshCw } from 'lucide-react';
import { Button, buttonClass, EmptyState, ErrorNote, errorMessage, Pagination, Select, useFormat } from '@waybill/plugin';
import { usePermissions, useSession } from '../../api/session.ts';
import { msg, useT } from '../../lib/i18n.ts';
import { tablePosition } from '../../lib/table-position.ts';
import { PageHeading } from '../../shell/PageHeading.tsx';
import { toast } from '../../shell/toast.tsx';
import { useCarrierName } from '../carriers/names.ts';
import { ViewMenu } from '../tenancy/views/ViewMenu.tsx';
import { Needs } from './Needs.tsx';
import { bookingName } from './display.ts';
import { openDocuments } from './documents.ts';
import { listMemory } from './list-memory.ts';
import { BookingTable } from './list/BookingTable.tsx';
import { ColumnMenu } from './list/ColumnMenu.tsx';
import { BulkBar } from './list/BulkBar.tsx';
import { BulkOutcome, type Outcome } from './list/BulkOutcome.tsx';
import { useColumnChoice } from './list/column-choice.ts';
import { bookingColumns } from './list/columns.tsx';
import { ExportDialog } from './list/ExportDialog.tsx';
import { FilterBar } from './list/FilterBar.tsx';
import { columnsOf, savedState } from './list/saved-view.ts';
import { StatusTabs } from './list/StatusTabs.tsx';
import { SummaryLine } from './list/SummaryLine.tsx';
import type { BulkAnswer, OperationResult } from './model.ts';
import { runOperation, type Operation } from './operations.ts';
import { bookingsQuery, statusCountQuery, summaryQuery } from './queries.ts';
import { changed, isNarrowed, pageSizes, parseSearch, type BookingSearch } from './search.ts';

const refreshEvery = 60_000;
const isList = (path: string) => /^\/bookings(-beta)?\/?$/.test(path);
const none: ReadonlyMap<number, OperationResult> = new Map();

export function BookingList() {
  const t = useT();
  return (
    <Needs permission="Pages.Booking" title={t('Bookings')} to={msg('see bookings')}>
      <BookingListScreen />
    </Needs>
  );
}

function BookingListScreen() {
  const t = useT();
  const raw = useSearch({ strict: false });
  const search = useMemo(() => parseSearch(raw as Record<string, unknown>), [raw]);
  const location = useLocation();
  const navigate = useNavigate();
  const format = useFormat();
  const { isTenant } = useSession();
  const { has } = usePermissions();

  const setSearch = (next: BookingSearch, replace = true) => void navigate({ to: location.pathname, search: next as never, replace });
  useEffect(() => {
    // On the way to a booking the location changes before this screen is gone.
    if (!isList(location.pathname)) return;
    listMemory.remember(location.href);
    if (!isNarrowed(search)) tablePosition.set(location.pathname, search.skip ?? 0);
  }, [location.href, location.pathname, search]);
  useEffect(() => {
    const left = tablePosition.get(location.pathname);
    if (left > 0 && Object.keys(search).length === 0) setSearch({ skip: left });
    // Only coming to the list goes back to where it was left.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, []);

  const options = { startOfDay: (day: string) => format.fromLocalInput(`${day}T00:00`) ?? `${day}T00:00:00Z` };
  const list = useQuery({ ...bookingsQuery(search, options), refetchInterval: refreshEvery });
  const counts = useQuery({ ...statusCountQuery(search, options), refetchInterval: refreshEvery });
  const summary = useQuery(summaryQuery(search, options));

  const columns = bookingColumns(format, { isTenant, seesCost: has('Pages.Booking.ViewCost'), carrierName: useCarrierName() });
  const choice = useColumnChoice(columns);
  const [selection, setSelection] = useState<RowSelectionState>({});
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [running, setRunning] = useState<string | null>(null);
  const [exporting, setExporting] = useState(false);
  const names = useRef(new Map<number, string>());
  for (const booking of list.data?.items ?? []) names.current.set(booking.id, bookingName(booking));

  const selected = Object.keys(selection).filter((id) => selection[id]).map(Number);
  const filtered = (next: BookingSearch) => {
    setSelection({});
    setSearch(next);
  };
  const run = async (operation: Operation) => {
    setRunning(operation.name);
    let answer: BulkAnswer | undefined;
    const ask = async () => (answer = await runOperation(operation.name, selected));
    try {
      if (operation.name === 'PrintLabel') await openDocuments(async () => (await ask()).label);
      else await ask();
    } catch (error) {
      if (operation.asks) throw error; // its dialog says it
      toast({ title: t('{operation} did not work', { operation: t(operation.label) }), description: errorMessage(error), variant: 'destructive' });
    } finally {
      setRunning(null);
      if (answer) {
        const refused = answer.results.filter((result) => !result.success);
        setOutcome({ operation: operation.name, answer, names: new Map(names.current) });
        // What was refused stays ticked, ready for the next try.
        setSelection(Object.fromEntries(refused.map((result) => [result.bookingId, true])));
      }
    }
  };
  const refusals = outcome ? new Map(outcome.answer.results.filter((result) => !result.success).map((result) => [result.bookingId, result])) : none;
  const size = search.size ?? pageSizes[0];
  const total = list.data?.totalCount ?? 0;
  const shownColumns = columns.filter((column) => choice.visibility[column.id]);

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <PageHeading
        title={t('Bookings')}
        actions={[
          ...(has('Pages.Booking.Create') ? [{ text: t('New booking'), href: '/quotes/new', icon: <Plus aria-hidden />, primary: true }] : []),
          { text: t('Export CSV'), icon: <Download aria-hidden />, onClick: () => setExporting(true), disabled: total === 0 },
        ]}
      />
      <StatusTabs counts={counts.data} value={search.status ? null : (search.group ?? null)} onChange={(group) => filtered(changed(search, { group: group ?? undefined, status: undefined }))} />
      <FilterBar
        search={search}
        onSearch={filtered}
        counts={counts.data}
        isTenant={isTenant}
        seenCarriers={(list.data?.items ?? []).flatMap((booking) => booking.carrier ?? [])}
      />
      <div className="flex min-h-7 flex-wrap items-center justify-between gap-x-4">
        <SummaryLine summary={summary.data} pending={summary.isPending} />
        <span className="flex gap-1 max-md:hidden">
          <ViewMenu
            view="bookings.list"
            value={savedState(search, choice.chosen)}
            untouched={Object.keys(search).length === 0}
            onApply={(value) => {
              choice.replace(columnsOf(value));
              filtered(parseSearch((value['search'] ?? {}) as Record<string, unknown>));
            }}
          />
          <ColumnMenu columns={columns} choice={choice} />
          <Button variant="ghost" size="sm" pending={list.isFetching && !list.isPending} onClick={() => void Promise.all([list.refetch(), counts.refetch(), summary.refetch()])}>
            {!list.isFetching && <RefreshCw aria-hidden />} {t('Refresh')}
          </Button>
        </span>
      </div>
      {outcome && <BulkOutcome outcome={outcome} onClose={() => setOutcome(null)} />}
      {list.isError && <ErrorNote title={t('The bookings could not be loaded')} error={list.error} onRetry={() => void list.refetch()} />}
      {list.data && list.data.items.length === 0 ? (
        <Nothing narrowed={isNarrowed(search) || (search.skip ?? 0) > 0} canCreate={has('Pages.Booking.Create')} onClear={() => filtered({})} />
      ) : (
        (list.data || list.isPending) && (
          <BookingTable
            columns={columns}
            visibility={choice.visibility}
            rows={list.data?.items}
            sort={search.sort}
            onSort={(sort) => filtered(changed(search, { sort }))}
            selection={selection}
            onSelection={setSelection}
            refusals={refusals}
            onOpen={(id) => void navigate({ to: '/bookings-beta/details/$id', params: { id: String(id) } })}
            stale={list.isPlaceholderData}
          />
        )
      )}
      {total > 0 && (
        <div className="flex flex-wrap items-center gap-x-6">
          <ListKeysHint />
          <Pagination skip={search.skip ?? 0} take={size} total={total} onChange={(skip) => setSearch(changed(search, { skip }), false)} className="flex-1" />
          {total > pageSizes[0] && (
            <label className="flex items-center gap-2 text-[13px] text-muted-foreground">
              {t('Rows')}
              <Select value={size} onChange={(event) => setSearch(changed(search, { size: Number(event.target.value) }))} className="h-7 w-18 text-xs">
                {pageSizes.map((entry) => (
                  <option key={entry}>{entry}</option>
                ))}
              </Select>
            </label>
          )}
        </div>
      )}
      <BulkBar count={selected.length} can={has} running={running} onRun={run} onClear={() => setSelection({})} />
      {exporting && (
        <ExportDialog
          search={search}
          options={options}
          columns={shownColumns.map((column) => ({ header: column.header, value: column.csv }))}
          onClose={() => setExporting(false)}
        />
      )}
    </div>
  );
}

const keys = [
  ['j', 'down'],
  ['k', 'up'],
  ['x', 'tick'],
  ['Enter', 'open'],
  ['/', 'search'],
] as const;

function ListKeysHint() {
  const t = useT();
  return (
    <p aria-label={t('Keyboard')} className="order-last flex gap-3 text-xs text-muted-foreground max-lg:hidden">
      {keys.map(([key, what]) => (
        <span key={key}>
          <kbd className="rounded border border-border bg-card px-1 font-sans">{key}</kbd> {what}
        </span>
      ))}
    </p>
  );
}

function Nothing({ narrowed, canCreate, onClear }: { narrowed: boolean; canCreate: boolean; onClear: () => void }) {
  const t = useT();
  if (narrowed) {
    return (
      <EmptyState
        icon={<PackageSearch />}
        title={t('No booking matches')}
        description={t('Widen the days, choose another group, or start from the whole list.')}
        action={
          <Button variant="outline" onClick={onClear}>
            {t('Show all bookings')}
          </Button>
        }
      />
    );
  }
  return (
    <EmptyState
      icon={<PackageSearch />}
      title={t('No bookings yet')}
      description={t('Ask the carriers for prices and book the first consignment.')}
      {...(canCreate ? { action: <Link to="/quotes/new" className={buttonClass()}>{t('New booking')}</Link> } : {})}
    />
  );
}
