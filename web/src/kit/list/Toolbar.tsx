// List toolbar: search, filters, menu.
import { useState, type ReactNode } from 'react';
import { Plus, X } from 'lucide-react';
import { Button, DropdownMenu, Select } from '@waybill/plugin';
import { useT } from '../../lib/i18n.ts';
import type { FilterOption } from './declare.ts';
import { FilterChip } from './FilterChip.tsx';
import { SearchBox } from './SearchBox.tsx';
import type { List } from './use-list.ts';

export interface ToolbarProps<Row> {
  list: List<Row>;
  /** Accessible name: "Filter bookings". */
  label: string;
  searchLabel: string;
  searchPlaceholder?: string | undefined;
  /** The search box has a key; filters show before there are rows. */
  isPage: boolean;
  /** No headings to sort by. */
  isStacked: boolean;
  onEnter: (text: string | null) => void;
  options?: Readonly<Record<string, readonly FilterOption[]>> | undefined;
  children?: ReactNode;
}

/** For narrow rows without headings. */
function SortChoice<Row>({ list }: { list: List<Row> }) {
  const t = useT();
  const sortable = list.declaration.columns.filter((column) => column.sort);
  if (sortable.length === 0) return null;
  return (
    <span className="min-w-36 max-w-full">
      <Select
        aria-label={t('Sort by')}
        value={list.state.sort}
        onChange={(event) => list.set({ sort: event.target.value })}
        className="h-7.5 text-[13px]"
      >
        {!list.rules.sort && <option value="">{t('Default order')}</option>}
        {sortable.flatMap(({ id, sort = '', header, falling }) => [
          <option key={id} value={sort}>{`${header} ${falling ? '↓' : '↑'}`}</option>,
          <option key={`-${id}`} value={`-${sort}`}>{`${header} ${falling ? '↑' : '↓'}`}</option>,
        ])}
      </Select>
    </span>
  );
}

export function Toolbar<Row>({
  list,
  label,
  searchLabel,
  searchPlaceholder,
  isPage,
  isStacked,
  onEnter,
  options = {},
  children,
}: ToolbarProps<Row>) {
  const t = useT();
  const [adding, setAdding] = useState<string | null>(null);
  const { state, set, rules } = list;
  const nothing = !isPage && list.rows?.length === 0 && !list.narrowed;
  const filters = (nothing ? [] : (rules.filters ?? []))
    .filter((filter) => !filter.hidden)
    .map((filter) =>
      filter.kind === 'choice' && options[filter.id]
        ? { ...filter, options: options[filter.id] ?? [] }
        : filter,
    );
  const shown = filters.filter(
    (filter) => filter.pinned || state.filters[filter.id] || filter.id === adding,
  );
  const others = filters.filter((filter) => !shown.includes(filter));
  const chosen = state.q !== '' || filters.some((filter) => state.filters[filter.id]);
  if (filters.length === 0 && !rules.search && !children && !isStacked) return null;
  const clear = () =>
    set({ q: '', filters: Object.fromEntries(filters.map((filter) => [filter.id, ''])) });
  return (
    <div role="search" aria-label={label} className="flex flex-wrap items-center gap-1.5">
      {rules.search && !nothing && (
        <SearchBox
          hasKey={isPage}
          onEnter={onEnter}
          label={searchLabel}
          placeholder={searchPlaceholder ?? searchLabel}
          value={state.q}
          onChange={(q) => set({ q })}
          className="me-0.5 sm:w-72"
        />
      )}
      {shown.map((filter) => (
        <FilterChip
          key={filter.id}
          filter={filter}
          value={state.filters[filter.id] ?? ''}
          onChange={(value) => set({ filters: { [filter.id]: value } })}
          startsOpen={filter.id === adding}
          onClosed={() => setAdding(null)}
        />
      ))}
      {others.length > 0 && (
        <DropdownMenu
          label={t('Filters')}
          align="start"
          items={others.map((filter) => ({
            text: filter.label,
            onClick: () => setTimeout(() => setAdding(filter.id)),
          }))}
          trigger={
            <Button variant="ghost" size="sm" className="h-7.5 text-[13px]">
              <Plus aria-hidden /> {t('Filter')}
            </Button>
          }
        />
      )}
      {chosen && (
        <Button
          variant="ghost"
          size="sm"
          className="h-7.5 text-[13px] text-muted-foreground"
          onClick={clear}
        >
          <X aria-hidden /> {t('Clear')}
        </Button>
      )}
      {isStacked && !nothing && <SortChoice list={list} />}
      {children}
    </div>
  );
}
