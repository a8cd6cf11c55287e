// Log tab, newest first.
import { ScrollText } from 'lucide-react';
import { Badge } from '@waybill/plugin';
import { MomentCell } from '../../../kit/list/Cells.tsx';
import { RecordList } from '../../../kit/list/RecordList.tsx';
import { useList } from '../../../kit/list/use-list.ts';
import { LookAgain } from '../../../kit/list/LookAgain.tsx';
import { useT } from '../../../lib/i18n.ts';
import { levelOf } from '../model.ts';
import { fetchLog, logKey, type NumberedLine } from '../queries.ts';

export function LogTab({ id }: { id: string }) {
  const t = useT();
  const list = useList<NumberedLine>({
    id: 'plugins.log',
    key: logKey(id),
    fetch: (query, signal) => fetchLog(id, query, signal),
    rowKey: (line) => line.place,
    name: (line) => line.message,
    columns: [
      {
        id: 'time',
        header: t('When'),
        cell: (line) => <MomentCell value={line.creationTime} />,
        csv: (line) => line.creationTime,
        sort: 'creationTime',
        fixed: true,
      },
      {
        id: 'level',
        header: t('Level'),
        cell: (line) => (
          <Badge tone={levelOf(line.level).tone}>{t(levelOf(line.level).text)}</Badge>
        ),
        csv: (line) => t(levelOf(line.level).text),
        fixed: true,
        narrow: 'badge',
      },
      {
        id: 'call',
        header: t('Call'),
        cell: (line) => <span className="font-mono">{line.call}</span>,
        csv: (line) => line.call,
        narrow: 'line',
      },
      {
        id: 'account',
        header: t('Account'),
        cell: (line) => line.account || '–',
        csv: (line) => line.account,
      },
      {
        id: 'message',
        header: t('Log'),
        cell: (line) => (
          <span className="whitespace-pre-wrap" dir="auto">
            {line.message}
          </span>
        ),
        csv: (line) => line.message,
        fixed: true,
        narrow: 'line',
        wrap: true,
      },
    ],
    search: { fields: ['message', 'call', 'account'] },
    sort: '-creationTime',
    pageSize: 25,
    state: 'here',
  });
  return (
    <RecordList
      list={list}
      title={t('Latest log entries')}
      tools={<LookAgain isFetching={list.isFetching} onLook={list.refetch} />}
      texts={{
        failed: t('The log could not be loaded'),
        search: { label: t('Search the log') },
        empty: {
          icon: <ScrollText />,
          title: t('No log entries yet.'),
          description: t('Log entries written by the plugin appear here.'),
        },
        none: { title: t('No matching entries'), clear: t('Show all') },
      }}
    />
  );
}
