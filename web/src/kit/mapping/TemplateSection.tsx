// Settings section of templates: names, mappings, default.
import type { ReactNode } from 'react';
import { TableProperties } from 'lucide-react';
import { Badge } from '@waybill/plugin';
import type { QueryKey } from '@tanstack/react-query';
import type { Page } from '../../api/client.ts';
import { useT } from '../../lib/i18n.ts';
import { SectionHeading } from '../../shell/SectionHeading.tsx';
import { Belongings } from '../Belongings.tsx';
import { NOTHING, TextCell } from '../list/Cells.tsx';
import type { ListColumn, ListQuery } from '../list/declare.ts';
import { useList } from '../list/use-list.ts';

interface Template<Field extends string> {
  id: number;
  name: string;
  columns: readonly { field: Field; heading: string }[];
  isDefault: boolean;
}

export interface TemplateSectionProps<Field extends string, Row extends Template<Field>> {
  /** Names its choice of columns: `finance.bank-templates`. */
  id: string;
  queryKey: QueryKey;
  fetch: (query: ListQuery, signal: AbortSignal) => Promise<Page<Row>>;
  remove: (id: number) => Promise<unknown>;
  /** English, marked with msg(). */
  titles: Readonly<Record<Field, string>>;
  title: string;
  description: string;
  /** Files that need no template. */
  exempt: string;
  first: string;
  afterwards: string;
  more?: readonly ListColumn<Row>[];
  search?: readonly string[];
  /** The dialog of one, or of a new one. */
  children: (one: Row | null, close: () => void) => ReactNode;
}

export function TemplateSection<Field extends string, Row extends Template<Field>>({
  id,
  queryKey,
  fetch,
  remove,
  titles,
  title,
  description,
  exempt,
  first,
  afterwards,
  more = [],
  search = [],
  children,
}: TemplateSectionProps<Field, Row>) {
  const t = useT();
  const mapped = ({ columns }: Row) =>
    columns.map(({ field, heading }) => `${t(titles[field])}: ${heading}`).join(', ');
  const list = useList<Row>({
    id,
    key: queryKey,
    fetch,
    rowKey: (one) => one.id,
    name: (one) => one.name,
    columns: [
      {
        id: 'name',
        header: t('Name'),
        cell: (one) => one.name,
        csv: (one) => one.name,
        sort: 'name',
        fixed: true,
      },
      ...more,
      {
        id: 'columns',
        header: t('Columns'),
        cell: (one) => <TextCell>{mapped(one) || NOTHING}</TextCell>,
        csv: mapped,
        narrow: 'line',
      },
      {
        id: 'default',
        header: t('Default'),
        cell: (one) => (one.isDefault ? <Badge tone="info">{t('Default')}</Badge> : null),
        csv: (one) => (one.isDefault ? t('Yes') : t('No')),
        narrow: 'badge',
      },
    ],
    search: { fields: ['name', ...search] },
    sort: 'name',
    pageSize: 25,
    state: 'here',
  });
  return (
    <>
      <SectionHeading title={title} description={description} />
      <Belongings
        list={list}
        title={title}
        description={exempt}
        mayEdit
        add={t('New template')}
        texts={{
          failed: t('The templates could not be loaded'),
          search: { label: t('Search templates') },
          filter: t('Filter templates'),
          empty: { icon: <TableProperties />, title: t('No templates yet'), description: first },
          none: { title: t('No matching templates'), clear: t('Show all') },
        }}
        remove={remove}
        afterwards={afterwards}
        stale={queryKey}
      >
        {children}
      </Belongings>
    </>
  );
}
