// Line-haul columns for rows, choice and export.
import { cn, type useFormat } from '@waybill/plugin';
import { MomentCell, NOTHING, TextCell } from '../../kit/list/Cells.tsx';
import type { ListColumn } from '../../kit/list/declare.ts';
import { statusColumn } from '../../kit/list/status.tsx';
import { shortMoment } from '../../kit/list/times.ts';
import type { Translate } from '../../lib/i18n.ts';
import { Bar } from './Measures.tsx';
import {
  carriedBy,
  isCounted,
  laneNames,
  laneText,
  lineHaulStatus,
  loadOf,
  minutesLate,
  type LineHaul,
  type MeasureName,
} from './model.ts';

type Format = ReturnType<typeof useFormat>;

export function lateText(minutes: number, t: Translate): string {
  if (minutes < 90) return t('{count} min late', { count: minutes });
  const hours = Math.round(minutes / 60);
  return hours < 48
    ? t('{count} h late', { count: hours })
    : t('{count} days late', { count: Math.round(hours / 24) }, '{count} day late');
}

/** Planned or actual time of an end of the way. */
function TimeCell({
  lineHaul,
  planned,
  actual,
  isNext,
  t,
  format,
}: {
  lineHaul: LineHaul;
  planned: string | null;
  actual: string | null;
  /** The delay counts against this end. */
  isNext: boolean;
  t: Translate;
  format: Format;
}) {
  if (actual) return <MomentCell value={actual} />;
  if (!planned) return NOTHING;
  const late = isNext ? minutesLate(lineHaul, new Date()) : 0;
  return (
    <time
      dateTime={planned}
      title={format.dateTime(planned)}
      className={cn('whitespace-nowrap tabular-nums', late > 0 && 'font-medium text-danger-text')}
    >
      {shortMoment(planned, format.timezone)}
      {late > 0 && ` · ${lateText(late, t)}`}
    </time>
  );
}

export function lineHaulColumns(format: Format, t: Translate): ListColumn<LineHaul>[] {
  const number = (value: number, digits = 0) => format.number(value, digits);
  const measure = (name: MeasureName, header: string, unit: string): ListColumn<LineHaul> => {
    const textOf = (lineHaul: LineHaul) => {
      const { planned, capacity } = loadOf(lineHaul, name);
      return capacity === null
        ? `${number(planned, 1)}${unit}`
        : t('{amount} of {capacity}', {
            amount: number(planned, 1),
            capacity: `${number(capacity, 1)}${unit}`,
          });
    };
    return {
      id: name,
      header,
      priority: name === 'weight' ? 5 : 6,
      cell: (lineHaul) => {
        const load = loadOf(lineHaul, name);
        return (
          <span className="grid min-w-28 gap-0.5">
            <span className="text-xs leading-3.5 whitespace-nowrap tabular-nums">
              <bdi>{textOf(lineHaul)}</bdi>
            </span>
            {load.capacity !== null && <Bar load={load} label={header} text={textOf(lineHaul)} />}
          </span>
        );
      },
      csv: (lineHaul) => loadOf(lineHaul, name).planned,
    };
  };
  return [
    {
      id: 'code',
      header: t('Line haul'),
      cell: ({ linehaulcode }) => linehaulcode,
      csv: ({ linehaulcode }) => linehaulcode,
      sort: 'linehaulcode',
      fixed: true,
    },
    statusColumn<LineHaul>(t, lineHaulStatus, { dot: true, sort: 'status', fixed: true }),
    {
      id: 'lane',
      header: t('Lane'),
      cell: (lineHaul) => (
        <span title={laneNames(lineHaul)} className="font-medium whitespace-nowrap">
          <bdi dir="ltr">{laneText(lineHaul)}</bdi>
        </span>
      ),
      csv: laneText,
      narrow: 'line',
    },
    {
      id: 'departs',
      header: t('Departs'),
      priority: 2,
      cell: (lineHaul) => (
        <TimeCell
          lineHaul={lineHaul}
          planned={lineHaul.departuredate}
          actual={lineHaul.departedtime}
          isNext={lineHaul.departedtime === null}
          t={t}
          format={format}
        />
      ),
      csv: ({ departuredate }) => departuredate,
      sort: 'departuredate',
      narrow: 'line',
    },
    {
      id: 'arrives',
      header: t('Arrives'),
      priority: 3,
      cell: (lineHaul) => (
        <TimeCell
          lineHaul={lineHaul}
          planned={lineHaul.arrivaldate}
          actual={lineHaul.arrivedtime}
          isNext={lineHaul.departedtime !== null}
          t={t}
          format={format}
        />
      ),
      csv: ({ arrivaldate }) => arrivaldate,
      sort: 'arrivaldate',
    },
    {
      id: 'articles',
      header: t('Loaded'),
      cell: (lineHaul) => (
        <span className="whitespace-nowrap">
          <bdi dir="ltr">{`${number(lineHaul.numberofloaded)}/${number(lineHaul.numberofarticles)}`}</bdi>
          {isCounted(lineHaul) && lineHaul.numberofshort > 0 && (
            <b className="font-medium text-danger-text">
              {' '}
              {t('{count} short', { count: lineHaul.numberofshort })}
            </b>
          )}
        </span>
      ),
      csv: ({ numberofloaded, numberofarticles }) => `${numberofloaded}/${numberofarticles}`,
      numeric: true,
      narrow: 'line',
    },
    {
      id: 'jobs',
      header: t('Jobs'),
      priority: 8,
      cell: ({ numberofjobs }) => number(numberofjobs),
      csv: ({ numberofjobs }) => numberofjobs,
      numeric: true,
    },
    measure('weight', t('Weight'), ' kg'),
    measure('palletspaces', t('Pallet spaces'), ''),
    { ...measure('volume', t('Volume'), ' m³'), extra: true },
    {
      id: 'carrier',
      header: t('Vehicle and driver'),
      priority: 7,
      short: true,
      cell: (lineHaul) => <TextCell>{carriedBy(lineHaul)}</TextCell>,
      csv: carriedBy,
    },
    {
      id: 'manifest',
      header: t('Manifest'),
      cell: ({ manifestno }) => <TextCell dir="ltr">{manifestno}</TextCell>,
      csv: ({ manifestno }) => manifestno,
      sort: 'manifestno',
      extra: true,
    },
    {
      id: 'created',
      header: t('Created'),
      cell: ({ creationTime }) => <MomentCell value={creationTime} />,
      csv: ({ creationTime }) => creationTime,
      sort: 'creationTime',
      extra: true,
    },
  ];
}
