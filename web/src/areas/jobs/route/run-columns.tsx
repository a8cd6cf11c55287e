// Columns of runs.
import { Badge, cn } from '@waybill/plugin';
import { DateCell, NOTHING, TextCell } from '../../../kit/list/Cells.tsx';
import type { ListColumn } from '../../../kit/list/declare.ts';
import type { Translate } from '../../../lib/i18n.ts';
import type { PlanWords } from './words.ts';
import type { Run } from './wire.ts';

/** On a driver's page with the day, elsewhere with the driver. */
export const runColumns = (
  t: Translate,
  words: PlanWords,
  ofDriver: boolean,
): ListColumn<Run>[] => [
  ofDriver
    ? {
        id: 'rundate',
        header: t('Day'),
        cell: ({ rundate }) => <DateCell value={rundate} />,
        csv: ({ rundate }) => rundate,
        sort: 'rundate',
        fixed: true,
      }
    : {
        id: 'drivername',
        header: t('Driver'),
        cell: ({ drivername }) => <TextCell>{drivername || t('No driver')}</TextCell>,
        csv: ({ drivername }) => drivername,
        fixed: true,
      },
  {
    id: 'vehiclename',
    header: t('Vehicle'),
    cell: ({ vehiclename }) => <TextCell>{vehiclename}</TextCell>,
    csv: ({ vehiclename }) => vehiclename,
    narrow: 'line',
  },
  {
    id: 'state',
    header: t('State'),
    cell: ({ iscompleted, isallocated }) =>
      iscompleted ? (
        <Badge tone="success">{t('Completed')}</Badge>
      ) : isallocated ? (
        <Badge tone="info">{t('With the driver')}</Badge>
      ) : (
        <Badge tone="warning">{t('Not allocated')}</Badge>
      ),
    csv: ({ iscompleted, isallocated }) =>
      iscompleted ? t('Completed') : isallocated ? t('With the driver') : t('Not allocated'),
    narrow: 'badge',
  },
  {
    id: 'lateness',
    header: t('Delay'),
    cell: ({ lateness }) =>
      lateness > 0 ? (
        <span className={cn('whitespace-nowrap text-danger-text')}>{words.late(lateness)}</span>
      ) : (
        NOTHING
      ),
    csv: ({ lateness }) => Math.round(lateness / 60),
    sort: 'lateness',
    narrow: 'line',
  },
  {
    id: 'distance',
    header: t('Distance'),
    cell: ({ distance }) => words.km(distance),
    csv: ({ distance }) => distance,
    sort: 'distance',
    numeric: true,
    priority: 3,
  },
  {
    id: 'duration',
    header: t('Driving'),
    cell: ({ duration }) => words.hours(duration),
    csv: ({ duration }) => duration,
    sort: 'duration',
    numeric: true,
    priority: 4,
  },
  {
    id: 'cost',
    header: t('Cost'),
    cell: ({ cost }) => words.money(Number(cost)),
    csv: ({ cost }) => cost,
    sort: 'cost',
    numeric: true,
    priority: 2,
  },
];
