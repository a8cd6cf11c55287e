// Headings of a list: sorting, selection of the page, column widths.
import type { RefObject } from 'react';
import { Checkbox, cn, Th } from '@waybill/plugin';
import { useT } from '../../lib/i18n.ts';
import { cellWidth } from './fit.ts';
import type { RowsProps } from './Rows.tsx';
import { togglePage } from './selection.ts';
import type { List } from './use-list.ts';
import { useWidthKeys, WidthHandle } from './WidthHandle.tsx';

/** Shows the sort icon on hover. */
const UNSORTED = '[&_svg]:w-0 hover:[&_svg]:w-3 focus-within:[&_svg]:w-3';

export function Headings<Row>({
  list,
  frame,
  columns,
  selection,
  onSelection,
  narrow,
  label,
  more,
  details,
}: Pick<RowsProps<Row>, 'list' | 'selection' | 'onSelection' | 'label'> & {
  frame: RefObject<HTMLDivElement | null>;
  columns: List<Row>['columns'];
  narrow: boolean;
  more: boolean;
  details: boolean;
}) {
  const t = useT();
  const resize = useWidthKeys(list);
  const { state, set, keyOf } = list;
  const rows = list.rows ?? [];
  const some = selection !== null && rows.some((row) => selection.has(keyOf(row)));
  const all =
    selection !== null && rows.length > 0 && rows.every((row) => selection.has(keyOf(row)));
  const look = cn(
    'sticky top-0 z-[2] h-7 overflow-hidden border-b border-border bg-muted px-1.5',
    'text-xs text-ellipsis text-muted-foreground',
  );
  return (
    <thead className={cn(narrow && !selection && 'sr-only')}>
      <tr>
        {selection && (
          <Th className={cn(look, 'start-0 z-[3] w-9 min-w-9 ps-3 pe-0')}>
            <Checkbox
              className="block"
              aria-label={t('Select all on this page')}
              checked={all}
              indeterminate={some && !all}
              onChange={() => onSelection(togglePage(selection, rows, keyOf))}
              disabled={rows.length === 0}
            />
          </Th>
        )}
        {details && (
          <Th className={cn(look, 'w-8 pe-0')}>
            <span className="sr-only">{t('Details')}</span>
          </Th>
        )}
        {narrow ? (
          <Th className={cn(look, 'max-w-0 truncate px-2')}>{label}</Th>
        ) : (
          columns.map((column, index) => {
            const { sort } = column;
            const direction =
              sort && (state.sort === sort ? 'asc' : state.sort === `-${sort}` ? 'desc' : 'none');
            const shown =
              column.falling && direction !== 'none'
                ? direction === 'asc'
                  ? 'desc'
                  : 'asc'
                : direction;
            return (
              <Th
                key={column.id}
                numeric={column.numeric ?? false}
                data-column={column.id}
                aria-label={direction ? undefined : column.header}
                style={cellWidth(column.id, 'none')}
                onKeyDown={(event) => resize(event, column.id)}
                className={cn(
                  look,
                  direction === 'none' && UNSORTED,
                  index === 0 && (selection ? 'start-9 z-[3]' : 'start-0 z-[3] ps-3'),
                )}
                {...(direction && shown
                  ? {
                      sort: shown,
                      onSort: () => set({ sort: direction === 'asc' ? `-${sort}` : (sort ?? '') }),
                    }
                  : {})}
              >
                <span data-heading title={column.header} className="truncate">
                  {column.header}
                </span>
                <WidthHandle
                  list={list}
                  frame={frame}
                  id={column.id}
                  header={column.header}
                  isFocusable={!direction}
                />
              </Th>
            );
          })
        )}
        {more && (
          <Th className={cn(look, 'w-px px-1.5')}>
            <span className="sr-only">{t('Actions')}</span>
          </Th>
        )}
      </tr>
    </thead>
  );
}
