// Status column, and the column and filter of records that can be inactive.
import { Badge, type Tone } from '@waybill/plugin';
import type { Translate } from '../../lib/i18n.ts';
import type { ListColumn, ListFilter } from './declare.ts';

export interface Status {
  /** English, marked with msg(). */
  text: string;
  tone: Tone;
}

interface StatusColumn<Row> extends Partial<ListColumn<Row>> {
  /** A dot before the text, where colour alone would tell statuses apart. */
  dot?: boolean;
}

export const statusColumn = <Row,>(
  t: Translate,
  statusOf: (row: Row) => Status,
  { dot = false, ...differences }: StatusColumn<Row> = {},
): ListColumn<Row> => ({
  id: 'status',
  header: t('Status'),
  cell: (row) => {
    const { text, tone } = statusOf(row);
    return (
      <Badge tone={tone} dot={dot}>
        {t(text)}
      </Badge>
    );
  },
  csv: (row) => t(statusOf(row).text),
  narrow: 'badge',
  ...differences,
});

export const statusFilter = (
  t: Translate,
  statuses: Readonly<Record<string, Status>>,
): ListFilter => ({
  kind: 'choice',
  id: 'status',
  label: t('Status'),
  pinned: true,
  field: 'status',
  options: Object.entries(statuses).map(([value, { text }]) => ({ value, label: t(text) })),
});

/** Active is plain text, so that only exceptions stand out. */
export const activeColumn = <Row extends { isActive?: boolean | undefined }>(
  t: Translate,
): ListColumn<Row> => activeColumnBy(t, ({ isActive }) => isActive ?? false);

/** The same for records that name the member otherwise. */
export const activeColumnBy = <Row,>(
  t: Translate,
  isActive: (row: Row) => boolean,
): ListColumn<Row> => ({
  id: 'status',
  header: t('Status'),
  cell: (row) =>
    isActive(row) ? (
      <span className="max-md:hidden">{t('Active')}</span>
    ) : (
      <Badge>{t('Inactive')}</Badge>
    ),
  csv: (row) => (isActive(row) ? t('Active') : t('Inactive')),
  narrow: 'badge',
});

export const activeFilter = (t: Translate, field = 'isActive'): ListFilter => ({
  kind: 'yesNo',
  id: 'active',
  label: t('Active'),
  pinned: true,
  field,
  words: [t('Active'), t('Inactive')],
});
