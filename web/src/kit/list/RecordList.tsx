// Generic list from one declaration: heading, filters, rows, pages, views, export, keys.
import {
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
  type ReactNode,
} from 'react';
import { useNavigate } from '@tanstack/react-router';
import { Download, RefreshCw } from 'lucide-react';
import { Button, cn, EmptyState, ErrorNote, Pagination, Select } from '@waybill/plugin';
import { target } from '../../lib/href.ts';
import { failure } from '../mutate.ts';
import { useT } from '../../lib/i18n.ts';
import type { HeadingAction } from '../../shell/PageHeading.tsx';
import { toast } from '../../shell/toast.tsx';
import { useHeadingKeys } from '../heading-keys.ts';
import { Key } from '../Key.tsx';
import { bind, KEYS, pressKey, shownKeys, useKeys, type Binding, type KeyName } from '../keys.ts';
import { ViewMenu } from '../views/ViewMenu.tsx';
import { addressOf, PAGE_SIZES, parseList } from './address.ts';
import { everyRow } from '../../lib/all-pages.ts';
import { BulkBar, reasonsOf, type BulkAction, type BulkHandle } from './BulkBar.tsx';
import { BulkOutcome } from './BulkOutcome.tsx';
import { ColumnMenu } from './ColumnMenu.tsx';
import { readChoice } from './columns.ts';
import type { FilterOption } from './declare.ts';
import { ExportDialog } from './ExportDialog.tsx';
import { ListHeading, type ListHeadingProps } from './ListHeading.tsx';
import type { RowParts } from './RowLine.tsx';
import { Rows } from './Rows.tsx';
import type { Selection } from './selection.ts';
import { Toolbar } from './Toolbar.tsx';
import { useBulk } from './use-bulk.ts';
import type { List } from './use-list.ts';
import { useNarrow, useNarrowBeside } from './use-narrow.ts';
import type { RowJump, RowWork } from './work.ts';

const NO_KEYS: readonly Binding[] = [];
/** The most rows that are chosen together. */
const MAX_SELECTED = 5000;

interface Nothing {
  title: string;
  description?: string | undefined;
}

export interface ListWords {
  /** Error title: "The bookings could not be loaded". */
  failed: string;
  empty: Nothing & { icon: ReactNode; action?: ReactNode };
  /** No matches, with the reset button: "Show all bookings". */
  none: Nothing & { clear: string };
  search?: { label: string; placeholder?: string | undefined } | undefined;
  filter?: string | undefined;
  /** "3 bookings selected"; names the toolbar. */
  selected?: ((count: number) => string) | undefined;
  withSelected?: string | undefined;
}

export interface RecordListProps<Row> extends RowParts<Row> {
  list: List<Row>;
  title: string;
  texts: ListWords;
  /** Heading of a list that is a page. */
  heading?: Omit<ListHeadingProps, 'title' | 'children'> | undefined;
  bulk?: readonly BulkAction<Row>[] | undefined;
  /** Run-time options of filters, such as counts. */
  options?: Readonly<Record<string, readonly FilterOption[]>> | undefined;
  summary?: ReactNode;
  children?: ReactNode;
  tools?: ReactNode;
  jumps?: readonly RowJump<Row>[] | undefined;
  /** Addresses that keys lead to from the row in focus; null for none. */
  rowLinks?: Partial<Record<KeyName, (row: Row) => string | null>> | undefined;
  /** Enables the workbench. */
  work?: RowWork<Row> | undefined;
}

/** Takes the height left on the screen, so that only the list scrolls. */
function useRest(isPage: boolean) {
  const root = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = root.current;
    if (!element || !isPage) return;
    const measure = () =>
      element.style.setProperty(
        '--list-top',
        `${Math.round(element.getBoundingClientRect().top + scrollY)}px`,
      );
    measure();
    const watch = new ResizeObserver(measure);
    watch.observe(document.body);
    return () => watch.disconnect();
  }, [isPage]);
  return root;
}

/** Ticks all matches; fetches other pages. */
function SelectAll<Row>({
  list,
  onSelection,
}: {
  list: List<Row>;
  onSelection: (selection: Selection<Row>) => void;
}) {
  const t = useT();
  const [pending, setPending] = useState(false);
  const stop = useRef<AbortController | null>(null);
  // A new filter empties the selection, and this leaves: rows of the earlier one are not ticked.
  useEffect(() => () => stop.current?.abort(), []);
  const count = Math.min(list.total, MAX_SELECTED);
  const all = async () => {
    const { signal } = (stop.current = new AbortController());
    setPending(true);
    try {
      const rows = await everyRow({
        query: list.query,
        fetch: list.declaration.fetch,
        rowKey: list.keyOf,
        signal,
        limit: MAX_SELECTED,
      });
      onSelection(new Map(rows.map((row) => [list.keyOf(row), row])));
    } catch (error) {
      if (!signal.aborted) failure(t('Not all rows could be selected'))(error);
    }
    setPending(false);
  };
  return (
    <Button
      variant="ghost"
      size="sm"
      pending={pending}
      onClick={() => void all()}
      className="text-link"
    >
      {list.total > MAX_SELECTED
        ? t('Select the first {count}', { count })
        : t('Select all {count} that match', { count })}
    </Button>
  );
}

function Foot<Row>({
  list,
  summary,
  keys,
  isPage,
}: {
  list: List<Row>;
  summary: ReactNode;
  /** Hints. */
  keys: readonly string[];
  isPage: boolean;
}) {
  const t = useT();
  const { state, total, set } = list;
  const sizes = [
    ...new Set([...PAGE_SIZES, list.rules.pageSize ?? state.size, state.size]),
  ].toSorted((a, b) => a - b);
  const least = list.rules.pageSize ?? sizes[0] ?? 0;
  return (
    <div className="flex shrink-0 flex-wrap items-center gap-x-5 gap-y-1 text-[13px] text-muted-foreground">
      <Pagination
        skip={list.skip}
        take={state.size}
        total={total}
        onChange={(skip) => set({ skip })}
        className="min-h-7 gap-3 py-0"
      />
      {total > Math.min(least, sizes[0] ?? 0) && (
        <label className="flex items-center gap-2">
          {t('Rows')}
          <Select
            value={state.size}
            onChange={(event) => set({ size: Number(event.target.value) })}
            className="h-7 w-18 text-xs"
          >
            {sizes.map((size) => (
              <option key={size}>{size}</option>
            ))}
          </Select>
        </label>
      )}
      {summary}
      {isPage && (
        <button
          type="button"
          onClick={() => pressKey(KEYS.help.key)}
          aria-label={t('Keyboard shortcuts')}
          aria-keyshortcuts={KEYS.help.key}
          className={cn(
            'ms-auto flex cursor-pointer items-center gap-1 rounded text-xs',
            'hover:text-foreground focus-visible:outline-2',
            'focus-visible:outline-ring max-lg:hidden',
          )}
        >
          <span className="flex gap-1 pe-1 max-[88rem]:hidden">
            {keys.map((key) => (
              <Key key={key}>{shownKeys(key).join(' ')}</Key>
            ))}
          </span>
          <span>{t('Shortcuts')}</span>
          <Key>{KEYS.help.key}</Key>
        </button>
      )}
    </div>
  );
}

export function RecordList<Row>({
  list,
  title,
  texts,
  heading,
  bulk = [],
  options,
  summary,
  children,
  tools,
  menu,
  aside,
  details,
  jumps = [],
  rowLinks = {},
  work,
}: RecordListProps<Row>) {
  const t = useT();
  const isPage = heading !== undefined;
  const navigate = useNavigate();
  const narrow = useNarrow();
  const narrowBeside = useNarrowBeside();
  const isStacked = narrow || (narrowBeside && work?.beside !== undefined);
  const root = useRest(isPage);
  const [exporting, setExporting] = useState(false);
  const current = useRef<(() => Row | null) | null>(null);
  const bar = useRef<BulkHandle<Row>>(null);
  // Enter leads to the first match once loaded, unless the text changes before.
  const [toFirst, setToFirst] = useState<string | null>(null);
  const arrived = toFirst === list.state.q && !list.isFetching && !list.isStale;
  useEffect(() => {
    if (!arrived) return;
    setToFirst(null);
    root.current?.querySelector<HTMLElement>('[data-row-index="0"]')?.focus();
  }, [arrived, root]);
  const { selection, setSelection, outcome, setOutcome, running, run, marks } = useBulk(list);
  const { rows, total, state, set, declaration, rules } = list;
  const tickedNow = useEffectEvent((chosen: readonly Row[]) => work?.onTicked?.(chosen));
  useEffect(() => tickedNow([...selection.values()]), [selection]);
  const selectable = bulk.length > 0 || work !== undefined;
  const chosen = [...selection.values()];
  const onPage = rows ?? [];
  const wholePage = onPage.length > 0 && onPage.every((row) => selection.has(list.keyOf(row)));
  const isEmpty = rows?.length === 0;
  const turn = (step: 1 | -1) => {
    const skip = Math.max(0, state.skip + step * state.size);
    if (skip !== state.skip && skip < total) set({ skip });
  };
  const exportable = list.columns.some((column) => column.csv);
  const actions: HeadingAction[] = [
    ...(heading?.actions ?? []),
    ...(exportable
      ? [
          {
            text: t('Export CSV'),
            icon: <Download aria-hidden />,
            disabled: total === 0,
            onClick: () => setExporting(true),
          },
        ]
      : []),
    { text: t('Refresh'), icon: <RefreshCw aria-hidden />, onClick: list.refetch },
  ];
  const { skip: _, ...search } = addressOf(state, rules);
  const searchBox = () => root.current?.querySelector<HTMLElement>('[data-list-search]');
  const pageKeys = [
    ...useHeadingKeys(actions),
    ...(rules.search ? [bind('search', () => searchBox()?.focus())] : []),
    bind('refresh', list.refetch),
  ];
  const ownKeys = work?.keys ?? NO_KEYS;
  const ownLetters = new Set(ownKeys.map(({ key }) => key));
  /** Works on the ticked rows, else on the row in focus; a workbench has its own for that. */
  const press = (action: BulkAction<Row>): boolean => {
    if (running !== null) return true;
    const row = chosen.length === 0 && !work ? current.current?.() : null;
    const pressed = row ? [row] : chosen;
    if (pressed.length === 0) return false;
    if (pressed.some((one) => action.able?.(one) ?? true)) bar.current?.start(action, pressed);
    else
      toast({
        title: t('{operation} is not possible', { operation: action.name }),
        description: reasonsOf(action, pressed),
      });
    return true;
  };
  const rowKeys = [
    ...bulk.flatMap((action) =>
      action.keyName && !ownLetters.has(KEYS[action.keyName].key)
        ? [bind(action.keyName, () => press(action), action.name)]
        : [],
    ),
    // Ticked rows come before the workbench's own row.
    ...ownKeys.map((own): Binding => {
      const action = bulk.find((one) => one.keyName && KEYS[one.keyName].key === own.key);
      return action ? { ...own, run: (event) => press(action) || own.run(event) } : own;
    }),
    ...(Object.keys(rowLinks) as KeyName[]).map((name) =>
      bind(name, () => {
        const row = current.current?.();
        const to = row ? rowLinks[name]?.(row) : null;
        return to ? navigate({ ...target(to) }) : false;
      }),
    ),
    ...(total > state.size
      ? [bind('nextPage', () => turn(1)), bind('previousPage', () => turn(-1))]
      : []),
    ...pageKeys.filter(({ key }) => !ownLetters.has(key)),
  ];
  // Without rows, the keys of the page still work.
  useKeys(isEmpty || !rows ? [...ownKeys, ...pageKeys] : NO_KEYS, { owns: () => isPage });
  const body = (
    <>
      {children}
      {outcome && <BulkOutcome outcome={outcome} onClose={() => setOutcome(null)} />}
      {Boolean(list.error) && (
        <ErrorNote
          title={texts.failed}
          error={list.error}
          onRetry={list.refetch}
          className="shrink-0"
        />
      )}
      {isEmpty && list.narrowed ? (
        <EmptyState
          icon={texts.empty.icon}
          title={texts.none.title}
          description={texts.none.description}
          action={
            <Button variant="outline" onClick={list.clear}>
              {texts.none.clear}
            </Button>
          }
        />
      ) : isEmpty ? (
        <EmptyState
          icon={texts.empty.icon}
          title={texts.empty.title}
          description={texts.empty.description}
          action={texts.empty.action}
        />
      ) : (
        (rows || !list.error) && (
          <Rows
            list={list}
            label={title}
            selection={selectable ? selection : null}
            onSelection={setSelection}
            marks={work?.marks ?? marks}
            isPage={isPage}
            isStacked={isStacked}
            work={work}
            jumps={jumps}
            menu={menu}
            aside={aside}
            details={details}
            keys={rowKeys}
            onEscape={() => {
              if (selection.size === 0) return false;
              setSelection(new Map());
              return true;
            }}
            current={current}
          />
        )
      )}
      {onPage.length > 0 && work?.panel}
      {selectable && (
        <BulkBar
          handle={bar}
          label={texts.withSelected ?? t('Actions for the selected rows')}
          count={texts.selected?.(chosen.length) ?? t('{count} selected', { count: chosen.length })}
          rows={chosen}
          actions={bulk}
          running={running}
          onRun={run}
          onClear={() => setSelection(new Map())}
          all={
            wholePage && chosen.length < Math.min(total, MAX_SELECTED) ? (
              <SelectAll list={list} onSelection={setSelection} />
            ) : undefined
          }
        />
      )}
      {total > 0 && (isPage || total > state.size || state.skip > 0) && (
        <Foot
          list={list}
          summary={summary}
          keys={['j', 'k', ...(selectable ? ['x'] : []), ...(rules.search ? ['/'] : [])]}
          isPage={isPage}
        />
      )}
    </>
  );
  return (
    <div
      ref={root}
      className={cn(
        '@container flex min-w-0 flex-col gap-2',
        isPage && '-mt-2 md:h-[max(24rem,calc(100dvh-var(--list-top,6rem)-1.25rem))]',
      )}
    >
      {heading && (
        <ListHeading {...heading} title={title} actions={actions}>
          <ViewMenu
            view={declaration.id}
            value={{
              search,
              columns: list.choice.shown,
              ...(list.choice.order.length > 0 ? { order: list.choice.order } : {}),
              ...(list.choice.widths ? { widths: list.choice.widths } : {}),
            }}
            untouched={Object.keys(search).length === 0 && state.skip === 0}
            onApply={(value) => {
              list.setChoice(readChoice(value['columns'], value['order'], value['widths']));
              list.replace(parseList((value['search'] ?? {}) as Record<string, unknown>, rules));
            }}
          />
          <ColumnMenu list={list} />
        </ListHeading>
      )}
      <Toolbar
        list={list}
        label={texts.filter ?? `${t('Filter')}: ${title}`}
        searchLabel={texts.search?.label ?? t('Search')}
        searchPlaceholder={texts.search?.placeholder}
        options={options}
        isPage={isPage}
        isStacked={isStacked}
        onEnter={setToFirst}
      >
        {tools}
      </Toolbar>
      {work?.beside ? (
        <div className="flex min-h-0 flex-1 flex-col gap-3 @[46rem]:flex-row">
          <div
            className={cn(
              '@container flex min-h-0 min-w-0 flex-col gap-2 max-md:hidden',
              work.isBesideWide
                ? '@[46rem]:w-[min(36%,27rem)] @[46rem]:shrink-0'
                : '@[46rem]:w-[min(52%,38rem)] @[46rem]:shrink-0',
            )}
          >
            {body}
          </div>
          {work.beside}
        </div>
      ) : (
        body
      )}
      {exporting && <ExportDialog list={list} title={title} onClose={() => setExporting(false)} />}
    </div>
  );
}
