// List state and rows: read from the URL, fetched, previous rows kept while loading.
import { useEffect, useMemo, useRef, useState } from 'react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useLocation, useNavigate, useRouter } from '@tanstack/react-router';
import { useFormat } from '@waybill/plugin';
import { shouldRetry } from '../../api/query-client.ts';
import { target } from '../../lib/href.ts';
import { tablePosition } from '../../lib/table-position.ts';
import {
  addressOf,
  changed,
  cleared,
  isNarrowed,
  parseList,
  type AddressRules,
  type ListState,
  type StateChange,
} from './address.ts';
import { arranged, type ColumnChoice } from './columns.ts';
import type { ListColumn, ListDeclaration, ListQuery } from './declare.ts';
import { rememberList } from './memory.ts';
import { filterText, listQuery, type Calendar } from './odata.ts';
import { useColumnChoice } from './preferences.ts';
import type { RowKey } from './selection.ts';

export interface List<Row> {
  declaration: ListDeclaration<Row>;
  rules: AddressRules;
  state: ListState;
  set: (change: StateChange) => void;
  replace: (state: ListState) => void;
  clear: () => void;
  narrowed: boolean;
  /** Current OData filter, for totals and counts. */
  filter: (without?: readonly string[]) => string;
  query: ListQuery;
  rows: readonly Row[] | undefined;
  total: number;
  /** Rows before the first one on the screen. */
  skip: number;
  /** Older rows are on the screen while newer ones are on their way. */
  isStale: boolean;
  isFetching: boolean;
  error: unknown;
  refetch: () => void;
  columns: ListColumn<Row>[];
  choice: ColumnChoice;
  setChoice: (choice: ColumnChoice) => void;
  keyOf: (row: Row) => RowKey;
}

/** One retry, soon. */
const RETRY_AFTER = 600;

function useCalendar(): Calendar {
  const format = useFormat();
  // A page may stay open over midnight.
  const today = format.toLocalInput(new Date()).slice(0, 10);
  return useMemo(
    () => ({
      today,
      startOfDay: (day) => format.fromLocalInput(`${day}T00:00`) ?? `${day}T00:00:00Z`,
    }),
    [format, today],
  );
}

/** State in the URL, or in the page. */
function useListState(
  rules: AddressRules,
  storage: 'address' | 'here',
  home: string | undefined,
): [ListState, (state: ListState, replace?: boolean) => void] {
  const location = useLocation();
  const navigate = useNavigate();
  const router = useRouter();
  const [path] = useState(location.pathname);
  const [here, setHere] = useState<ListState>(() => parseList({}, rules));
  const inAddress = storage === 'address';
  const read = parseList(location.search as Record<string, unknown>, rules);
  // The location changes before unmount.
  const last = useRef(read);
  if (location.pathname === path) last.current = read;
  const set = (next: ListState, replace = true) => {
    if (!inAddress) return setHere(next);
    // A search that was being typed does not call back a person who has followed a link.
    if (router.latestLocation.pathname !== path) return;
    void navigate({ ...target(path), search: addressOf(next, rules) as never, replace });
  };
  const state = inAddress ? last.current : here;
  const untouched = inAddress && Object.keys(location.search).length === 0;
  useEffect(() => {
    if (!inAddress || location.pathname !== path) return;
    rememberList(home ?? path, location.href);
    if (!isNarrowed(state)) tablePosition.set(path, state.skip);
  });
  useEffect(() => {
    const left = inAddress ? tablePosition.get(path) : 0;
    if (left > 0 && untouched) set({ ...state, skip: left });
    // Only entering the list restores its state.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, []);
  return [state, set];
}

export function useList<Row>(declaration: ListDeclaration<Row>): List<Row> {
  const { id, key, fetch, columns, refresh } = declaration;
  const rules: AddressRules = {
    ...declaration,
    sortable: [
      ...columns.flatMap((column) => column.sort ?? []),
      ...(declaration.sort ? [declaration.sort.replace(/^-/, '')] : []),
    ],
  };
  const [state, setState] = useListState(rules, declaration.state ?? 'address', declaration.home);
  const calendar = useCalendar();
  const query = listQuery(state, rules, calendar);
  const [choice, setChoice] = useColumnChoice(id);
  const result = useQuery({
    queryKey: [...key, 'list', id, query],
    queryFn: ({ signal }) => fetch(query, signal),
    placeholderData: keepPreviousData,
    retry: (failures, error) => failures < 1 && shouldRetry(failures, error),
    retryDelay: RETRY_AFTER,
    // Offline calls fail at once.
    networkMode: 'always',
    ...(refresh ? { refetchInterval: refresh } : {}),
  });
  // On failure, previous rows stay.
  const last = useRef(result.data);
  const shownFrom = useRef(state.skip);
  if (result.data) last.current = result.data;
  if (result.data && !result.isPlaceholderData) shownFrom.current = state.skip;
  const data = result.data ?? (result.error ? last.current : undefined);
  const total = data?.totalCount ?? 0;
  const beyond =
    result.data !== undefined && !result.isPlaceholderData && total > 0 && state.skip >= total;
  useEffect(() => {
    // Beyond the end: goes to the last page.
    if (beyond) setState({ ...state, skip: Math.floor((total - 1) / state.size) * state.size });
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [beyond]);
  return {
    declaration,
    rules,
    state,
    set: (change) => setState(changed(state, change, rules), !('skip' in change)),
    replace: (next) => setState(next),
    clear: () => setState(cleared(state)),
    narrowed: isNarrowed(state),
    filter: (without) => filterText(state, rules, calendar, without),
    query,
    rows: data?.items,
    total,
    skip: result.error ? shownFrom.current : state.skip,
    isStale: result.isPlaceholderData || data !== result.data,
    isFetching: result.isFetching,
    error: result.error,
    refetch: () => void result.refetch(),
    columns: arranged(columns, choice),
    choice,
    setChoice,
    keyOf: declaration.rowKey,
  };
}
