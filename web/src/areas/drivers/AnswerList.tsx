// Pre-start answers, of one driver or of all.
import { ClipboardCheck } from 'lucide-react';
import { DayCell, TextCell } from '../../kit/list/Cells.tsx';
import type { ListColumn } from '../../kit/list/declare.ts';
import { RecordList } from '../../kit/list/RecordList.tsx';
import { useList } from '../../kit/list/use-list.ts';
import { statusColumn } from '../../kit/list/status.tsx';
import { useT } from '../../lib/i18n.ts';
import { answerStatus, defects } from './model.ts';
import { driversKey, fetchAnswers, type Answer } from './queries.ts';

export function AnswerList({ driverId }: { driverId?: number }) {
  const t = useT();
  const columns: ListColumn<Answer>[] = [
    {
      id: 'given',
      header: t('Given'),
      cell: ({ creationtime }) => <DayCell value={creationtime} />,
      csv: ({ creationtime }) => creationtime,
      sort: 'creationtime',
      falling: true,
      fixed: true,
    },
    ...(driverId === undefined
      ? [
          {
            id: 'driver',
            header: t('Driver'),
            cell: ({ driverid }: Answer) => driverid,
            csv: ({ driverid }: Answer) => driverid,
            numeric: true,
          },
        ]
      : []),
    {
      id: 'reasons',
      header: t('Bars the shift'),
      cell: ({ reasons }) => <TextCell>{reasons.map((reason) => t(reason)).join(' ')}</TextCell>,
      csv: ({ reasons }) => reasons.map((reason) => t(reason)).join(' '),
      wrap: true,
    },
    {
      id: 'defects',
      header: t('Defects'),
      cell: (answer) => <TextCell>{defects(answer).join(', ')}</TextCell>,
      csv: (answer) => defects(answer).join(', '),
      wrap: true,
    },
    statusColumn(t, answerStatus, { fixed: true }),
  ];
  const list = useList<Answer>({
    id: 'drivers.answers',
    key: [...driversKey, 'answers', driverId ?? 0],
    fetch: fetchAnswers,
    rowKey: ({ id }) => id,
    name: ({ id }) => String(id),
    columns,
    filters: [
      {
        kind: 'yesNo',
        id: 'barred',
        label: t('May drive'),
        pinned: true,
        field: 'isbarred',
        words: [t('May not drive'), t('Fit to drive')],
      },
    ],
    sort: '-creationtime',
    ...(driverId === undefined
      ? {}
      : { state: 'here' as const, always: () => `driverid eq ${driverId}` }),
  });
  return (
    <RecordList
      list={list}
      title={t('Pre-start answers')}
      {...(driverId === undefined ? { heading: {} } : {})}
      texts={{
        failed: t('The pre-start answers could not be loaded'),
        filter: t('Filter pre-start answers'),
        empty: {
          icon: <ClipboardCheck />,
          title: t('No pre-start answers yet'),
          description: t('Drivers answer before each shift.'),
        },
        none: { title: t('No matching pre-start answers'), clear: t('Show all') },
      }}
    />
  );
}
