// Columns of a list from the fields of its rows.
import { Badge, formatNumber } from '@waybill/plugin';
import type { AnyResource, FieldName, ResourceField } from '../../api/resource.ts';
import type { Translate } from '../../lib/i18n.ts';
import { DateCell, MomentCell, TextCell } from '../list/Cells.tsx';
import type { ListColumn } from '../list/declare.ts';
import { activeColumn } from '../list/status.tsx';

const MAX_DECIMALS = 4;
/** Shown on the second line of narrow rows. */
const isLine = (name: string) => name === 'name' || name === 'description';
const isCode = (name: string) => /^code$|[a-z](Code|Key)$/.test(name);

/** `isDefault` is the column "default". */
const columnId = (name: string) =>
  name.replace(/^is([A-Z])/, (_, letter: string) => letter.toLowerCase());

function described<Row>(name: string, field: ResourceField, t: Translate): ListColumn<Row> {
  const read = (row: Row) => (row as Record<string, unknown>)[name];
  const text = (row: Row) => (read(row) ?? '') as string;
  const column = { id: columnId(name), header: t(field.label), sort: name };
  switch (field.kind) {
    case 'flag':
      return {
        ...column,
        sort: undefined,
        cell: (row) => read(row) === true && <Badge tone="info">{t(field.label)}</Badge>,
        csv: (row) => read(row) === true,
        narrow: 'badge',
      };
    case 'number':
      return {
        ...column,
        cell: (row) => {
          const value = read(row);
          return typeof value === 'number' && formatNumber(value, MAX_DECIMALS);
        },
        csv: (row) => read(row) as number | null,
        numeric: true,
      };
    case 'date':
      return { ...column, cell: (row) => <DateCell value={text(row)} />, csv: text };
    case 'moment':
      return { ...column, cell: (row) => <MomentCell value={text(row)} />, csv: text };
    case 'text':
      return {
        ...column,
        ...(isLine(name) ? { narrow: 'line' as const } : {}),
        cell: isCode(name) ? (row) => <span className="font-mono">{text(row)}</span> : text,
        csv: text,
      };
    default:
      return { ...column, cell: text, csv: text };
  }
}

/** Fields by name, and columns that are no field. The first identifies the row. */
export function columns<R extends AnyResource, Row extends object>(
  resource: R,
  names: readonly ((FieldName<R> & keyof Row & string) | ListColumn<Row>)[],
  t: Translate,
  overrides: Partial<Record<FieldName<R>, Partial<ListColumn<Row>>>> = {},
): ListColumn<Row>[] {
  return names.map((name, index): ListColumn<Row> => {
    const first = index === 0 ? { fixed: true } : {};
    if (typeof name !== 'string') return { ...first, ...name };
    const field = resource.fields[name];
    const column: ListColumn<Row> =
      name === 'isActive' || !field ? activeColumn<Row>(t) : described<Row>(name, field, t);
    const isCut = index > 0 && field?.kind === 'text' && !isCode(name);
    const { cell } = column;
    return {
      ...column,
      // The first is never cut.
      ...(isCut ? { cell: (row) => <TextCell>{cell(row)}</TextCell> } : {}),
      ...first,
      ...overrides[name],
    };
  });
}
