// List row: cells, or two lines on narrow screens.
import { Fragment, type ReactNode } from 'react';
import { Link } from '@tanstack/react-router';
import { ChevronRight, CircleAlert, Ellipsis } from 'lucide-react';
import { Button, Checkbox, cn, DropdownMenu, Td, type MenuItem } from '@waybill/plugin';
import { target } from '../../lib/href.ts';
import { useT } from '../../lib/i18n.ts';
import { KEYS, type KeyName } from '../keys.ts';
import { NOTHING } from './Cells.tsx';
import type { ListColumn } from './declare.ts';
import { EditCell } from './EditCell.tsx';
import { cellWidth } from './fit.ts';
import type { Density } from './preferences.ts';
import type { List } from './use-list.ts';

/** Sticky cells cover the row's outline, so they draw it themselves. */
const OUTLINE =
  '[tr:focus-visible>&]:border-b-ring ' +
  '[tr:focus-visible>&]:shadow-[inset_0_2px_0_var(--wb-ring),inset_0_-1px_0_var(--wb-ring)]';
const STUCK = `sticky start-0 z-[1] bg-inherit ${OUTLINE}`;
export const ROW_HEIGHT: Record<Density, string> = {
  compact: 'h-7 py-0',
  comfortable: 'h-9.5 py-1',
};

/** An entry of a row's menu; its key works on the row in focus. */
export interface RowMenuItem extends MenuItem {
  keyName?: KeyName;
}

export interface RowParts<Row> {
  menu?: ((row: Row) => RowMenuItem[]) | undefined;
  aside?: ((row: Row) => ReactNode) | undefined;
  details?: ((row: Row) => ReactNode) | undefined;
}

export interface RowLineProps<Row> extends RowParts<Row> {
  row: Row;
  list: List<Row>;
  /** Those that have room. */
  columns: List<Row>['columns'];
  narrow: boolean;
  density: Density;
  /** Reason of a rejection. */
  mark: string | undefined;
  selection: { on: boolean; toggle: (withShift: boolean) => void } | null;
  open: { on: boolean; toggle: () => void; id: string } | null;
}

function Name<Row>({
  row,
  list,
  column,
  mark,
}: {
  row: Row;
  list: List<Row>;
  column: ListColumn<Row>;
  mark: string | undefined;
}) {
  const { href, name } = list.declaration;
  const content = column.cell(row);
  const to = href?.(row);
  return (
    <>
      {column.before && (
        <span className="me-2 inline-block align-middle">{column.before(row)}</span>
      )}
      {to ? (
        <Link
          {...target(to)}
          className={cn(
            'rounded-sm font-medium text-link underline-offset-2 hover:underline',
            'focus-visible:outline-2 focus-visible:outline-ring',
          )}
        >
          {content}
        </Link>
      ) : (
        <span className="font-medium">{content}</span>
      )}
      {mark && (
        <CircleAlert
          role="img"
          aria-label={`${name(row)}: ${mark}`}
          className="ms-1.5 inline size-3.5 -translate-y-px text-danger-text"
        />
      )}
    </>
  );
}

/** A number without a unit is meaningless without its heading. */
const isBareNumber = <Row,>(column: ListColumn<Row>, content: ReactNode): boolean =>
  column.numeric === true && typeof content === 'string' && /^[\d.,\s]+$/.test(content);

function Stacked<Row>({
  row,
  list,
  mark,
  className,
}: {
  row: Row;
  list: List<Row>;
  mark: string | undefined;
  className?: string;
}) {
  const [first, ...others] = list.columns;
  if (!first) return null;
  const badges = others.filter((column) => column.narrow === 'badge');
  // A dash without its heading is meaningless.
  const line = others.flatMap((column) => {
    const content = column.narrow === 'line' && column.cell(row);
    return content && content !== NOTHING ? [{ column, content }] : [];
  });
  return (
    <Td className={cn('border-b border-border px-2 py-1.5 whitespace-normal', className)}>
      <span className="flex items-center justify-between gap-2">
        <span className="min-w-0 [overflow-wrap:anywhere]">
          <Name row={row} list={list} column={first} mark={mark} />
        </span>
        {badges.length > 0 && (
          <span className="flex shrink-0 gap-1">
            {badges.map((column) => (
              <Fragment key={column.id}>{column.cell(row)}</Fragment>
            ))}
          </span>
        )}
      </span>
      {line.length > 0 && (
        <span className="mt-0.5 flex flex-wrap gap-x-2 text-xs text-muted-foreground [overflow-wrap:anywhere]">
          {line.map(({ column, content }) => (
            <span key={column.id} className={cn('min-w-0', column.wrap && 'basis-full')}>
              {isBareNumber(column, content) ? `${column.header} ${content}` : content}
            </span>
          ))}
        </span>
      )}
    </Td>
  );
}

const fullText = <Row,>(column: ListColumn<Row>, row: Row): string | undefined => {
  const value = column.numeric || column.wrap ? undefined : column.csv?.(row);
  return typeof value === 'string' && value !== '' && !/^\d{4}-\d\d-\d\dT/.test(value)
    ? value
    : undefined;
};

export function RowLine<Row>({
  row,
  list,
  columns,
  narrow,
  density,
  mark,
  selection,
  open,
  menu,
  aside,
}: RowLineProps<Row>) {
  const t = useT();
  const name = list.declaration.name(row);
  const edge = 'border-b border-border';
  const height = narrow ? '' : ROW_HEIGHT[density];
  const [first, ...others] = columns;
  const items = (menu?.(row) ?? []).map(({ keyName, ...item }) =>
    keyName ? { ...item, shortcut: KEYS[keyName].key } : item,
  );
  return (
    <>
      {selection && (
        <Td
          className={cn(
            edge,
            height,
            STUCK,
            'w-9 min-w-9 cursor-default ps-3 pe-0',
            narrow && 'align-top',
          )}
          onClick={(event) => {
            if (!(event.target instanceof HTMLInputElement)) selection.toggle(event.shiftKey);
          }}
        >
          <Checkbox
            className={cn('block', narrow && 'mt-0.5')}
            aria-label={t('Select {name}', { name })}
            checked={selection.on}
            onChange={(event) => selection.toggle((event.nativeEvent as MouseEvent).shiftKey)}
          />
        </Td>
      )}
      {open && (
        <Td className={cn(edge, height, 'w-8 ps-1.5 pe-0', narrow && 'align-top')}>
          <Button
            variant="ghost"
            size="icon"
            className="size-6"
            aria-expanded={open.on}
            aria-controls={open.on ? open.id : undefined}
            aria-label={t('Details of {name}', { name })}
            onClick={open.toggle}
          >
            <ChevronRight
              aria-hidden
              className={cn(
                'transition-transform rtl:-scale-x-100',
                open.on && 'rotate-90 rtl:-rotate-90',
              )}
            />
          </Button>
        </Td>
      )}
      {narrow ? (
        <Stacked row={row} list={list} mark={mark} />
      ) : (
        <>
          {first && (
            <Td
              data-column={first.id}
              style={cellWidth(first.id, 'none')}
              className={cn(
                edge,
                height,
                STUCK,
                'px-1.5',
                selection ? 'start-9' : 'ps-3',
                first.wrap && 'py-1.5 align-top',
              )}
            >
              <span
                className={cn(
                  'block w-max max-w-96 break-words whitespace-normal',
                  (first.wrap || list.choice.widths?.[first.id]) && 'w-auto max-w-none',
                  list.choice.widths?.[first.id] && !first.wrap && 'truncate',
                )}
              >
                <Name row={row} list={list} column={first} mark={mark} />
              </span>
            </Td>
          )}
          {others.map((column) => (
            <Td
              key={column.id}
              numeric={column.numeric ?? false}
              data-column={column.id}
              style={cellWidth(
                column.id,
                column.wrap ? 'none' : column.short ? '8.5rem' : '14rem',
                column.wrap ? '8rem' : '0px',
              )}
              title={fullText(column, row)}
              className={cn(
                edge,
                height,
                'px-1.5',
                column.wrap
                  ? 'py-1.5 align-top [overflow-wrap:anywhere]'
                  : 'overflow-hidden text-ellipsis whitespace-nowrap',
              )}
            >
              {column.edit?.able(row) ? (
                <EditCell row={row} name={name} column={column} edit={column.edit} />
              ) : (
                column.cell(row)
              )}
            </Td>
          ))}
        </>
      )}
      {(menu || aside) && (
        <Td
          className={cn(
            edge,
            height,
            OUTLINE,
            'sticky end-0 w-px bg-inherit px-1.5 text-end whitespace-nowrap',
          )}
        >
          <span className="inline-flex items-center justify-end gap-0.5">
            {aside?.(row)}
            {items.length > 0 && (
              <span data-row-menu>
                <DropdownMenu
                  label={t('Actions for {name}', { name })}
                  trigger={
                    <Button
                      variant="ghost"
                      size="icon"
                      aria-label={t('Actions for {name}', { name })}
                      className="size-6"
                    >
                      <Ellipsis aria-hidden />
                    </Button>
                  }
                  items={items}
                />
              </span>
            )}
          </span>
        </Td>
      )}
    </>
  );
}
