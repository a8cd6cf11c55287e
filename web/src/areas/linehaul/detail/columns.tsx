// Columns of jobs, on a line haul and waiting for one.
import { Badge, type useFormat } from '@waybill/plugin';
import { TextCell } from '../../../kit/list/Cells.tsx';
import type { ListColumn } from '../../../kit/list/declare.ts';
import { statusColumn } from '../../../kit/list/status.tsx';
import type { Translate } from '../../../lib/i18n.ts';
import {
  isAtDestination,
  isCounted,
  jobFacts,
  loadedOf,
  onIt,
  countOf,
  type LineHaul,
  type LineHaulJob,
} from '../model.ts';

type Format = ReturnType<typeof useFormat>;
type Column = ListColumn<LineHaulJob>;

const joined = (...parts: (string | null)[]) => parts.filter(Boolean).join(', ');

function commonColumns(format: Format, t: Translate): Record<string, Column> {
  return {
    job: {
      id: 'job',
      header: t('Job'),
      cell: ({ jobno }) => jobno,
      csv: ({ jobno }) => jobno,
      sort: 'jobno',
      fixed: true,
    },
    from: {
      id: 'from',
      header: t('From'),
      priority: 4,
      short: true,
      cell: ({ fromcompany, fromsuburb }) => <TextCell>{joined(fromcompany, fromsuburb)}</TextCell>,
      csv: ({ fromcompany, fromsuburb }) => joined(fromcompany, fromsuburb),
    },
    to: {
      id: 'to',
      header: t('To'),
      short: true,
      cell: ({ tocompany, tosuburb }) => <TextCell>{joined(tosuburb, tocompany)}</TextCell>,
      csv: ({ tocompany, tosuburb }) => joined(tosuburb, tocompany),
      narrow: 'line',
    },
    onward: {
      id: 'onward',
      header: t('Onward'),
      priority: 6,
      cell: ({ isonforwarding }) => isonforwarding && <Badge>{t('On-forward')}</Badge>,
      csv: ({ isonforwarding }) => (isonforwarding ? t('On-forward') : ''),
    },
    service: {
      id: 'service',
      header: t('Service'),
      priority: 8,
      cell: ({ servicename, servicecode }) => <TextCell>{servicename || servicecode}</TextCell>,
      csv: ({ servicename, servicecode }) => servicename || servicecode,
    },
    weight: {
      id: 'weight',
      header: t('Weight'),
      priority: 5,
      cell: ({ weight }) => format.quantity({ value: weight, unit: 'kg' }, 0),
      csv: ({ weight }) => weight,
      numeric: true,
    },
    volume: {
      id: 'volume',
      header: t('Volume'),
      priority: 9,
      cell: ({ volume }) => format.quantity({ value: volume, unit: 'm3' }, 1),
      csv: ({ volume }) => volume,
      numeric: true,
    },
    pallets: {
      id: 'pallets',
      header: t('Pallets'),
      priority: 7,
      cell: ({ palletspaces }) => format.number(palletspaces, 1),
      csv: ({ palletspaces }) => palletspaces,
      numeric: true,
    },
  };
}

const pick = (columns: Record<string, Column>, ...names: string[]): Column[] =>
  names.flatMap((name) => columns[name] ?? []);

export function waitingColumns(format: Format, t: Translate): Column[] {
  const common = commonColumns(format, t);
  return [
    ...pick(common, 'job', 'to', 'from'),
    {
      id: 'articles',
      header: t('Articles'),
      cell: ({ articles }) => format.number(articles.length, 0),
      csv: ({ articles }) => articles.length,
      numeric: true,
      narrow: 'line',
    },
    ...pick(common, 'onward', 'weight', 'pallets', 'volume', 'service'),
  ];
}

export function loadColumns(lineHaul: LineHaul, format: Format, t: Translate): Column[] {
  const common = commonColumns(format, t);
  const comesOff = isAtDestination(lineHaul) || isCounted(lineHaul);
  const doneOf = (job: LineHaulJob) =>
    comesOff ? countOf(job.articles, 'Unloaded') : loadedOf(job);
  const allOf = (job: LineHaulJob) => (comesOff ? loadedOf(job) : onIt(job).length);
  return [
    ...pick(common, 'job'),
    statusColumn<LineHaulJob>(
      t,
      (job) => {
        const { text, tone, count } = jobFacts(lineHaul, job);
        return { text: count === undefined ? text : `${t(text)} ${count}`, tone };
      },
      { dot: true, fixed: true },
    ),
    {
      id: 'articles',
      header: comesOff ? t('Unloaded') : t('Loaded'),
      cell: (job) => (
        <span className="inline-flex items-center gap-2">
          <span aria-hidden className="h-1.5 w-10 overflow-hidden rounded-full bg-muted">
            <span
              className="block h-full rounded-full bg-primary"
              style={{ width: `${(100 * doneOf(job)) / Math.max(1, allOf(job))}%` }}
            />
          </span>
          <bdi dir="ltr" className="tabular-nums">{`${doneOf(job)}/${allOf(job)}`}</bdi>
        </span>
      ),
      csv: (job) => `${doneOf(job)}/${allOf(job)}`,
      narrow: 'line',
    },
    ...pick(common, 'to', 'onward', 'from', 'weight', 'pallets', 'volume', 'service'),
  ];
}
