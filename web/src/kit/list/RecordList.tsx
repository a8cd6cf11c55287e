// Generic list from one declaration: heading, filters, rows, pages, views, export, keys.
import {
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
  type ReactNode,
} from 'react';
import { Download, RefreshCw } from 'lucide-react';
import { Button, cn, EmptyState, ErrorNote, Pagination, Select } from '@waybill/plugin';
import { failure } from '../mutate.ts';
import { useT } from '../../lib/i18n.ts';
import type { HeadingAction } from '../../shell/PageHeading.tsx';
import { useKeys, type KeyMap } from '../keys.ts';
import { ViewMenu } from '../views/ViewMenu.tsx';
import { addressOf, PAGE_SIZES, parseList } from './address.ts';
import { everyRow } from './all-pages.ts';
import { BulkBar, type BulkAction } from './BulkBar.tsx';
import { BulkOutcome, type Outcome } from './BulkOutcome.tsx';
import { ColumnMenu } from './ColumnMenu.tsx';
import { readChoice } from './columns.ts';
import type { FilterOption } from './declare.ts';
import { ExportDialog } from './ExportDialog.tsx';
import { Key, KeysDialog, LIST_KEYS, type ListKey } from './KeysDialog.tsx';
import { ListHeading, type ListHeadingProps } from './ListHeading.tsx';
import type { RowParts } from './RowLine.tsx';
import { Rows } from './Rows.tsx';
import { renewed, type RowKey, type Selection } from './selection.ts';
import { Toolbar } from './Toolbar.tsx';
import type { List } from './use-list.ts';
import { useNarrow, useNarrowBeside } from './use-narrow.ts';
import type { RowJump, RowWork } from './work.ts';

const NO_KEYS: KeyMap = {};
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
  /** Enables the workbench. */
  work?: RowWork<Row> | undefined;
}

/** Presses a bulk action's button; false if nothing is ticked. */
function press(root: HTMLElement | null, id: string): boolean {
  const button = root?.querySelector<HTMLElement>(`[data-bulk="${id}"]`);
  button?.click();
  return Boolean(button);
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

function useBulk<Row>(list: List<Row>) {
  const t = useT();
  const [selection, setSelection] = useState<Selection<Row>>(new Map());
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [running, setRunning] = useState<string | null>(null);
  const { rows, keyOf, declaration, query } = list;
  const { maxResultCount: _, skipCount: __, ...unpagedQuery } = query;
  const narrowing = JSON.stringify({ ...unpagedQuery, sorting: undefined });
  useEffect(() => setSelection(new Map()), [narrowing]);
  useEffect(() => {
    if (rows) setSelection((present) => renewed(present, rows, keyOf));
    // Another function for the keys is no other row.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [rows]);
  const run = async (action: BulkAction<Row>, chosen: readonly Row[]) => {
    setRunning(action.id);
    try {
      const answers = await action.run(chosen);
      const named = new Map(
        chosen.map((row) => [
          keyOf(row),
          { name: declaration.name(row), href: declaration.href?.(row) },
        ]),
      );
      setOutcome({ name: action.name, done: action.done, answers, named });
      // Rejected rows stay ticked for a retry.
      const refused = new Set(
        answers.rows.filter((answer) => !answer.ok).map((answer) => answer.key),
      );
      setSelection(
        (present) =>
          new Map(
            [...present].filter(
              ([key]) => refused.has(key) || !answers.rows.some((answer) => answer.key === key),
            ),
          ),
      );
    } catch (error) {
      if (action.ask) throw error;
      failure(t('{operation} failed', { operation: action.name }))(error);
    } finally {
      setRunning(null);
    }
  };
  const marks = new Map<RowKey, string>(
    outcome?.answers.rows.flatMap((answer) =>
      answer.ok
        ? []
        : [
            [
              answer.key,
              answer.message || t('{operation}: refused', { operation: outcome.name }),
            ] as const,
          ],
    ),
  );
  return { selection, setSelection, outcome, setOutcome, running, run, marks };
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
  const count = Math.min(list.total, MAX_SELECTED);
  const all = async () => {
    setPending(true);
    try {
      const rows = await everyRow({
        query: list.query,
        fetch: list.declaration.fetch,
        rowKey: list.keyOf,
        signal: new AbortController().signal,
        limit: MAX_SELECTED,
      });
      onSelection(new Map(rows.map((row) => [list.keyOf(row), row])));
    } catch (error) {
      failure(t('Not all rows could be selected'))(error);
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
  onKeys,
  isPage,
}: {
  list: List<Row>;
  summary: ReactNode;
  onKeys: () => void;
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
        skip={state.skip}
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
          onClick={onKeys}
          aria-label={t('List shortcuts')}
          className={cn(
            'ms-auto flex cursor-pointer items-center gap-1 rounded text-xs',
            'hover:text-foreground focus-visible:outline-2',
            'focus-visible:outline-ring max-lg:hidden',
          )}
        >
          <span className="flex gap-1 pe-1 max-[88rem]:hidden">
            {['j', 'k', 'x', '↵', '/'].map((key) => (
              <Key key={key}>{key}</Key>
            ))}
          </span>
          <span>{t('Shortcuts')}</span>
          <Key>?</Key>
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
  work,
}: RecordListProps<Row>) {
  const t = useT();
  const isPage = heading !== undefined;
  const narrow = useNarrow();
  const narrowBeside = useNarrowBeside();
  const isStacked = narrow || (narrowBeside && work?.beside !== undefined);
  const root = useRest(isPage);
  const [exporting, setExporting] = useState(false);
  const [showingKeys, setShowingKeys] = useState(false);
  // Enter leads to the first match once loaded.
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
  // Without rows, the workbench still handles its keys.
  useKeys(isEmpty && work ? work.keys : NO_KEYS, () => isPage);
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
  const own = new Set(work?.shown.flatMap(({ keys }) => keys));
  const keysShown = [
    ...LIST_KEYS.filter(({ keys }) => !keys.some((key) => own.has(key))),
    ...jumps.map(({ key, text }): ListKey => ({ keys: [key], text })),
    ...(work?.shown ?? []),
    ...bulk
      .filter(({ shortcut }) => !own.has(shortcut ?? ''))
      .flatMap(({ shortcut, name }) =>
        shortcut ? [{ keys: [shortcut], text: name } as ListKey] : [],
      ),
  ].filter(({ only }) =>
    only === 'select' ? selectable : only === 'search' ? Boolean(rules.search) : true,
  );
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
            keys={{
              '/': () => root.current?.querySelector<HTMLElement>('[data-list-search]')?.focus(),
              '?': () => setShowingKeys(true),
              n: () => turn(1),
              p: () => turn(-1),
              r: list.refetch,
              Escape: () => setSelection(new Map()),
              ...work?.keys,
              // Bulk shortcuts win while rows are ticked.
              ...Object.fromEntries(
                bulk.flatMap(({ id, shortcut }) =>
                  shortcut
                    ? [
                        [
                          shortcut,
                          (event: KeyboardEvent) =>
                            press(root.current, id) ||
                            (work?.keys[shortcut] ? work.keys[shortcut](event) : false),
                        ],
                      ]
                    : [],
                ),
              ),
            }}
          />
        )
      )}
      {onPage.length > 0 && work?.panel}
      {selectable && (
        <BulkBar
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
        <Foot list={list} summary={summary} onKeys={() => setShowingKeys(true)} isPage={isPage} />
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
              '@[46rem]:w-[min(52%,38rem)] @[46rem]:shrink-0',
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
      {showingKeys && <KeysDialog keys={keysShown} onClose={() => setShowingKeys(false)} />}
    </div>
  );
}
