// Record tab of child records (addresses, zones), edited in a dialog.
import { useState, type ReactNode } from 'react';
import { type QueryKey } from '@tanstack/react-query';
import { FileDown, FileUp, Pencil, Plus, Trash2 } from 'lucide-react';
import { Button, Card, CardHeader, cn, ConfirmDialog, DropdownMenu } from '@waybill/plugin';
import { RecordList, type ListWords } from './list/RecordList.tsx';
import type { RowMenuItem } from './list/RowLine.tsx';
import type { List } from './list/use-list.ts';
import { TableImport, type TableImportProps } from './import/TableImport.tsx';
import { download } from '../lib/download.ts';
import { failure, mutate } from './mutate.ts';
import { useT } from '../lib/i18n.ts';

interface Named {
  id: number;
  name?: string;
  /** Of a record with states: Edit and Delete are offered only if they are among these. */
  allowedOperations?: readonly string[];
}

const allows = ({ allowedOperations }: Named, operation: 'Edit' | 'Delete') =>
  allowedOperations?.includes(operation) ?? true;

export interface BelongingsProps<Row extends Named> {
  list: List<Row>;
  title: string;
  description: string;
  mayEdit: boolean;
  menu?: (one: Row) => RowMenuItem[];
  note?: ReactNode;
  className?: string;
  add: string;
  texts: Omit<ListWords, 'empty'> & {
    empty: { icon: ReactNode; title: string; description: string };
  };
  remove: (id: number) => Promise<unknown>;
  /** Effect on other records. */
  afterwards: string;
  stale: QueryKey;
  /** Table import: name, columns, calls, permission. */
  table?: {
    mayImport?: boolean;
    title: string;
    description: string;
    columns: TableImportProps['table'];
    source: TableImportProps['source'];
    path: Parameters<typeof download>[0];
    query: Parameters<typeof download>[1];
  };
  /** The dialog of one, or of a new one. */
  children: (one: Row | null, close: () => void) => ReactNode;
}

export function Belongings<Row extends Named>({
  list,
  title,
  description,
  mayEdit,
  menu,
  note,
  className,
  add,
  texts,
  remove,
  afterwards,
  stale,
  table,
  children,
}: BelongingsProps<Row>) {
  const t = useT();
  const [editing, setEditing] = useState<Row | 'new' | null>(null);
  const [deleting, setDeleting] = useState<Row | null>(null);
  const [importing, setImporting] = useState(false);
  const deletedName = deleting ? (deleting.name ?? list.declaration.name(deleting)) : '';
  const exportAs = (format: 'csv' | 'xlsx') => {
    if (!table) return;
    download(table.path, { ...table.query, format }).catch(
      failure(t('The table could not be exported')),
    );
  };
  const tables = table && (
    <>
      {list.total > 0 && (
        <DropdownMenu
          label={t('Export')}
          items={[
            { text: t('Excel (.xlsx)'), onClick: () => exportAs('xlsx') },
            { text: t('CSV'), onClick: () => exportAs('csv') },
          ]}
          trigger={
            <Button size="sm" variant="ghost">
              <FileDown aria-hidden /> {t('Export')}
            </Button>
          }
        />
      )}
      {(table.mayImport ?? mayEdit) && (
        <Button size="sm" variant="outline" onClick={() => setImporting(true)}>
          <FileUp aria-hidden /> {t('Import')}
        </Button>
      )}
    </>
  );
  const button = mayEdit && (
    <Button size="sm" onClick={() => setEditing('new')}>
      <Plus aria-hidden /> {add}
    </Button>
  );
  return (
    <Card className={cn('max-w-4xl', className)}>
      <CardHeader
        title={title}
        description={description}
        actions={
          list.total > 0 || list.narrowed ? (
            <>
              {tables}
              {button}
            </>
          ) : (
            tables
          )
        }
      />
      <RecordList
        list={list}
        title={title}
        menu={(one) => [
          ...(menu?.(one) ?? []),
          ...(mayEdit && allows(one, 'Edit')
            ? [
                {
                  text: t('Edit'),
                  keyName: 'edit' as const,
                  icon: <Pencil aria-hidden />,
                  onClick: () => setEditing(one),
                },
              ]
            : []),
          ...(mayEdit && allows(one, 'Delete')
            ? [
                {
                  text: t('Delete…'),
                  keyName: 'remove' as const,
                  icon: <Trash2 aria-hidden />,
                  destructive: true,
                  onClick: () => setDeleting(one),
                },
              ]
            : []),
        ]}
        texts={{
          ...texts,
          empty: {
            ...texts.empty,
            description: mayEdit ? texts.empty.description : '',
            action: button,
          },
        }}
      >
        {note}
      </RecordList>
      {importing && table && (
        <TableImport
          title={table.title}
          description={table.description}
          table={table.columns}
          source={table.source}
          stale={stale}
          onClose={() => setImporting(false)}
        />
      )}
      {editing && children(editing === 'new' ? null : editing, () => setEditing(null))}
      <ConfirmDialog
        open={deleting !== null}
        onOpenChange={(open) => !open && setDeleting(null)}
        title={t('Delete {name}?', { name: deletedName })}
        description={afterwards}
        confirmLabel={t('Delete')}
        cancelLabel={t('Keep')}
        destructive
        onConfirm={async () => {
          if (!deleting) return;
          await mutate({
            call: () => remove(deleting.id),
            stale: [stale],
            notice: t('{name} deleted', { name: deletedName }),
          });
        }}
      />
    </Card>
  );
}
