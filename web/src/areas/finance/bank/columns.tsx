// Columns of bank lines.
import { Badge, type Translate, type useFormat } from '@waybill/plugin';
import { DateCell, MomentCell, NOTHING, TextCell } from '../../../kit/list/Cells.tsx';
import type { ListColumn } from '../../../kit/list/declare.ts';
import { CustomerName } from '../../../kit/pickers/CustomerName.tsx';
import { bestOf, confidenceTone, LINE_STATUSES, lineName, saidOf, type Line } from './model.ts';
import type { Marks } from './use-work.ts';
import { statusColumn } from '../../../kit/list/status.tsx';

/** Customer and documents of the match or best proposal. */
function whose(line: Line): string {
  const best = bestOf(line);
  return best
    ? [best.customerName, ...best.invoices.map(({ invoiceNumber }) => invoiceNumber)].join(' · ')
    : '';
}

export function lineColumns(
  format: ReturnType<typeof useFormat>,
  t: Translate,
  marks: Marks,
): ListColumn<Line>[] {
  const money = (line: Line) => format.money(line.amount, line.currency ?? undefined);
  return [
    { id: 'payer', header: t('Line'), cell: lineName, csv: lineName, sort: 'payer', fixed: true },
    {
      id: 'date',
      header: t('Date'),
      cell: (line) => <DateCell value={line.lineDate} />,
      csv: (line) => line.lineDate,
      sort: 'lineDate',
      narrow: 'line',
    },
    {
      id: 'amount',
      header: t('Amount'),
      cell: money,
      csv: (line) => line.amount,
      sort: 'amount',
      numeric: true,
      fixed: true,
      narrow: 'badge',
    },
    {
      id: 'said',
      header: t('Reference and text'),
      cell: (line) => <TextCell>{saidOf(line) || NOTHING}</TextCell>,
      csv: saidOf,
      priority: 1,
      narrow: 'line',
    },
    {
      id: 'whose',
      header: t('Matched to'),
      cell: (line) => {
        const mark = marks.get(line.id);
        if (mark) return <TextCell className="font-medium text-danger-text">{mark}</TextCell>;
        if (line.customerId !== null) return <CustomerName id={line.customerId} />;
        return whose(line) ? <TextCell>{whose(line)}</TextCell> : NOTHING;
      },
      csv: whose,
      narrow: 'line',
    },
    {
      id: 'confidence',
      header: t('Confidence'),
      numeric: true,
      cell: (line) => {
        const best = bestOf(line);
        return best ? (
          <Badge tone={confidenceTone(best.confidence)}>
            {t('{percent} %', { percent: best.confidence })}
          </Badge>
        ) : (
          NOTHING
        );
      },
      csv: (line) => bestOf(line)?.confidence ?? '',
      narrow: 'line',
    },
    statusColumn(t, ({ status }) => LINE_STATUSES[status], { sort: 'status' }),
    {
      id: 'account',
      header: t('Payer’s account'),
      cell: (line) => <TextCell>{line.payerAccount ?? NOTHING}</TextCell>,
      csv: (line) => line.payerAccount,
      sort: 'payerAccount',
      extra: true,
    },
    {
      id: 'decided',
      header: t('Decided'),
      cell: (line) => <MomentCell value={line.decisionTime} />,
      csv: (line) => line.decisionTime,
      sort: 'decisionTime',
      extra: true,
    },
    {
      id: 'number',
      header: t('Row of the file'),
      cell: (line) => format.number(line.lineNumber),
      csv: (line) => line.lineNumber,
      sort: 'lineNumber',
      numeric: true,
      extra: true,
    },
  ];
}
