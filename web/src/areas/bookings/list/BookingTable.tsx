// The table of bookings: sortable headings, boxes to tick, rows that the keyboard can walk.
import { useRef, type MouseEvent } from 'react';
import { columnVisibilityFeature, createColumnHelper, rowSelectionFeature, tableFeatures, useTable, type RowSelectionState } from '@tanstack/react-table';
import { Checkbox, cn, Skeleton, Table, TBody, Td, Th, THead, Tr } from '@waybill/plugin';
import { useT } from '../../../lib/i18n.ts';
import { bookingName } from '../display.ts';
import type { Booking, OperationResult } from '../model.ts';
import { operationOf } from '../operations.ts';
import { defaultSort } from '../search.ts';
import type { BookingColumn } from './columns.tsx';
import { useListKeys } from './use-list-keys.ts';

const features = tableFeatures({ rowSelectionFeature, columnVisibilityFeature });
const helper = createColumnHelper<typeof features, Booking>();

export interface BookingTableProps {
  columns: readonly BookingColumn[];
  visibility: Record<string, boolean>;
  rows: readonly Booking[] | undefined;
  sort: string | undefined;
  onSort: (sort: string) => void;
  selection: RowSelectionState;
  onSelection: (selection: RowSelectionState) => void;
  /** What the last bulk operation refused, shown in the row it is about. */
  refusals: ReadonlyMap<number, OperationResult>;
  onOpen: (id: number) => void;
  /** Older rows are on the screen while newer ones are on their way. */
  stale: boolean;
}

const isInteractive = (target: EventTarget) => target instanceof HTMLElement && target.closest('a, button, input, label') !== null;

export function BookingTable({ columns, visibility, rows, sort = defaultSort, onSort, selection, onSelection, refusals, onOpen, stale }: BookingTableProps) {
  const t = useT();
  const frame = useRef<HTMLTableSectionElement>(null);
  const table = useTable({
    features,
    columns: columns.map((column) => helper.display({ id: column.id, header: column.header, cell: ({ row }) => column.cell(row.original) })),
    data: rows ? [...rows] : [],
    getRowId: (booking: Booking) => String(booking.id),
    state: { rowSelection: selection, columnVisibility: visibility },
    onRowSelectionChange: (update) => onSelection(typeof update === 'function' ? update(selection) : update),
  });
  const byId = new Map(columns.map((column) => [column.id, column]));
  const toggle = (id: number) => {
    const { [id]: on, ...rest } = selection;
    onSelection(on ? rest : { ...rest, [id]: true });
  };
  useListKeys({ frame, onOpen, onToggle: toggle });

  const open = (event: MouseEvent, id: number) => {
    // A click that ends marking text, or that hits something of its own, is not a click on the row.
    if (isInteractive(event.target) || getSelection()?.toString()) return;
    onOpen(id);
  };
  const headers = table.getHeaderGroups()[0]?.headers ?? [];
  const shown = table.getRowModel().rows;
  const someSelected = shown.some((row) => row.getIsSelected());
  const allSelected = shown.length > 0 && shown.every((row) => row.getIsSelected());
  const toggleAll = () => {
    const next = { ...selection };
    for (const row of shown) {
      if (allSelected) delete next[row.id];
      else next[row.id] = true;
    }
    onSelection(next);
  };
  return (
    <Table label={t('Bookings')} aria-busy={stale || !rows} className={cn(stale && 'opacity-60 transition-opacity')}>
      <THead>
        <tr>
          <Th className="w-9 pe-0">
            <Checkbox className="block" aria-label={t('Select all on this page')} checked={allSelected} indeterminate={someSelected && !allSelected} onChange={toggleAll} disabled={!shown.length} />
          </Th>
          {headers.map((header) => {
            const column = byId.get(header.column.id);
            const field = column?.sort;
            const direction = field && (sort === field ? 'asc' : sort === `-${field}` ? 'desc' : 'none');
            return (
              <Th
                key={header.id}
                numeric={column?.numeric ?? false}
                className={column?.fixed ? undefined : 'max-md:hidden'}
                {...(field && direction ? { sort: direction, onSort: () => onSort(direction === 'asc' ? `-${field}` : field) } : {})}
              >
                {column?.header}
              </Th>
            );
          })}
        </tr>
      </THead>
      <TBody ref={frame}>
        {rows
          ? shown.map((row, index) => {
              const refusal = refusals.get(row.original.id);
              return (
                <Tr
                  key={row.id}
                  data-row-id={row.id}
                  tabIndex={index === 0 ? 0 : -1}
                  selected={row.getIsSelected()}
                  onClick={(event) => open(event, row.original.id)}
                  className="scroll-mt-16 scroll-mb-20 cursor-pointer focus-visible:outline-2 focus-visible:-outline-offset-2 focus-visible:outline-ring"
                >
                  <Td className="pe-0">
                    <Checkbox className="block" aria-label={t('Select {name}', { name: bookingName(row.original) })} checked={row.getIsSelected()} onChange={() => toggle(row.original.id)} />
                  </Td>
                  {row.getVisibleCells().map((cell) => {
                    const column = byId.get(cell.column.id);
                    return (
                      <Td key={cell.id} numeric={column?.numeric ?? false} className={column?.fixed ? undefined : 'max-md:hidden'}>
                        <table.FlexRender cell={cell} />
                        {refusal && column?.id === 'bookingStatus' && <span className="block text-xs text-danger-text" title={refusal.message ?? ''}>{t('{operation}: refused', { operation: t(operationOf(refusal.operation)?.label ?? refusal.operation) })}</span>}
                      </Td>
                    );
                  })}
                </Tr>
              );
            })
          : Array.from({ length: 12 }, (_, index) => (
              <tr key={index}>
                <Td className="pe-0">
                  <Skeleton className="size-4" />
                </Td>
                {headers.map((header) => (
                  <Td key={header.id} className={byId.get(header.column.id)?.fixed ? undefined : 'max-md:hidden'}>
                    <Skeleton className="w-3/4 min-w-12" />
                  </Td>
                ))}
              </tr>
            ))}
      </TBody>
    </Table>
  );
}
