// Rate card tab: imports, with undo.
import { useState } from 'react';
import { FileUp, Undo2 } from 'lucide-react';
import { Badge, Card, CardHeader, ConfirmDialog, useFormat } from '@waybill/plugin';
import type { Schema } from '../../api/types.ts';
import { usePermissions } from '../../api/session.ts';
import { NOTHING, TextCell } from '../../kit/list/Cells.tsx';
import { RecordList } from '../../kit/list/RecordList.tsx';
import { useList } from '../../kit/list/use-list.ts';
import { mutate } from '../../kit/mutate.ts';
import { PersonCell } from '../../kit/Person.tsx';
import { useT } from '../../lib/i18n.ts';
import { undoImport } from './imports.ts';
import type { RateCard } from './model.ts';
import { fetchImports, ofCardKey } from './queries.ts';

type Import = Schema<'RateImportLine'>;

export default function Imports({ card }: { card: RateCard }) {
  const t = useT();
  const format = useFormat();
  const mayImport = usePermissions().has('Pages.Rates.Import');
  const [undoing, setUndoing] = useState<Import | null>(null);
  const kinds: Record<Import['kind'], string> = { Rates: t('Rates'), Zones: t('Zones') };
  const counts = ({ inserted, updated }: Import) =>
    t('{inserted} new, {updated} changed', {
      inserted: format.number(inserted),
      updated: format.number(updated),
    });
  const undone = ({ undoneTime, undoneUserName }: Import) =>
    undoneTime === null
      ? ''
      : t('Undone by {name}, {time}', {
          name: undoneUserName ?? '',
          time: format.dateTime(undoneTime),
        });
  const list = useList<Import>({
    id: 'rates.imports',
    key: [...ofCardKey(card.id), 'imports'],
    fetch: (query, signal) => fetchImports({ ...query, rateCardId: card.id }, signal),
    rowKey: (one) => one.id,
    name: (one) => one.fileName || kinds[one.kind],
    columns: [
      {
        id: 'file',
        header: t('File'),
        cell: (one) => <TextCell>{one.fileName || NOTHING}</TextCell>,
        csv: (one) => one.fileName,
        sort: 'fileName',
        fixed: true,
      },
      {
        id: 'time',
        header: t('Imported'),
        cell: (one) => format.dateTime(one.creationTime),
        csv: (one) => one.creationTime,
        sort: 'creationTime',
        narrow: 'line',
      },
      {
        id: 'user',
        header: t('Imported by'),
        cell: (one) => <PersonCell name={one.userName} />,
        csv: (one) => one.userName,
        sort: 'userName',
        narrow: 'line',
      },
      {
        id: 'kind',
        header: t('Table'),
        cell: (one) => kinds[one.kind],
        csv: (one) => kinds[one.kind],
        narrow: 'line',
      },
      { id: 'counts', header: t('Outcome'), cell: counts, csv: counts, narrow: 'line' },
      {
        id: 'undone',
        header: t('Undone'),
        cell: (one) => (one.undoneTime === null ? NOTHING : <Badge>{undone(one)}</Badge>),
        csv: undone,
        narrow: 'badge',
      },
    ],
    sort: '-creationTime',
    pageSize: 10,
    state: 'here',
  });
  return (
    <Card className="max-w-none">
      <CardHeader
        title={t('Imports')}
        description={t('Tables that changed this card. The last import of rates can be undone.')}
      />
      <RecordList
        list={list}
        title={t('Imports')}
        menu={(one) =>
          mayImport && one.canBeUndone
            ? [
                {
                  text: t('Undo import'),
                  icon: <Undo2 aria-hidden />,
                  onClick: () => setUndoing(one),
                },
              ]
            : []
        }
        texts={{
          failed: t('The imports could not be loaded'),
          empty: {
            icon: <FileUp />,
            title: t('No imports yet'),
            description: t('Tables are imported under Zones and Rates.'),
          },
          none: { title: t('No matching imports'), clear: t('Show all') },
        }}
      />
      <ConfirmDialog
        open={undoing !== null}
        onOpenChange={(open) => !open && setUndoing(null)}
        title={t('Undo the import of {name}?', { name: undoing?.fileName ?? '' })}
        description={t(
          'The rates that it brought in are removed, and those that they replaced apply again.',
        )}
        confirmLabel={t('Undo import')}
        cancelLabel={t('Keep')}
        destructive
        onConfirm={async () => {
          if (!undoing) return;
          await mutate({
            call: () => undoImport(undoing.importToken),
            stale: [ofCardKey(card.id)],
            notice: (description) => ({ title: t('Import undone'), description }),
          });
        }}
      />
    </Card>
  );
}
