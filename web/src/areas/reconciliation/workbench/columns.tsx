// Columns of invoice lines.
import { cn, type Translate, type useFormat } from '@waybill/plugin';
import { NOTHING, TextCell } from '../../../kit/list/Cells.tsx';
import type { ListColumn } from '../../../kit/list/declare.ts';
import type { RowKey } from '../../../kit/list/selection.ts';
import { DifferenceText } from '../DifferenceText.tsx';
import { HOLDS, LINE_STATUSES, lineName, type Line } from '../model.ts';
import { statusColumn } from '../../../kit/list/status.tsx';

const customer = ({ companyName, customerName, customerCode }: Line) =>
  companyName ?? customerName ?? customerCode ?? '';

export function lineColumns(
  format: ReturnType<typeof useFormat>,
  t: Translate,
  marks: ReadonlyMap<RowKey, string>,
): ListColumn<Line>[] {
  const weight = (value: number | null) =>
    value === null ? NOTHING : `${format.number(value, 1)} kg`;
  const volume = (value: number | null) =>
    value === null ? NOTHING : `${format.number(value, 3)} m³`;
  const money = (value: number | null) => (value === null ? NOTHING : format.money(value));
  const reasons = (line: Line) => line.holds.map((hold) => t(HOLDS[hold])).join(', ');
  return [
    {
      id: 'consignment',
      header: t('Consignment'),
      cell: lineName,
      csv: lineName,
      sort: 'consignmentId',
      fixed: true,
    },
    {
      id: 'customer',
      header: t('Customer'),
      cell: (line) => (
        <TextCell className="md:max-w-36 @[68rem]:max-w-none">{customer(line) || NOTHING}</TextCell>
      ),
      csv: customer,
      sort: 'companyName',
      narrow: 'line',
    },
    {
      id: 'declared',
      header: t('Declared'),
      cell: (line) => weight(line.bookingId === null ? null : line.declaredWeight),
      csv: (line) => line.declaredWeight,
      sort: 'declaredWeight',
      numeric: true,
    },
    {
      id: 'charged',
      header: t('Charged'),
      cell: (line) => (
        <span
          className={cn(
            line.bookingId !== null &&
              (line.chargedWeight ?? 0) > line.declaredWeight &&
              'font-medium text-warning-text',
          )}
        >
          {weight(line.chargedWeight)}
        </span>
      ),
      csv: (line) => line.chargedWeight,
      sort: 'chargedWeight',
      numeric: true,
    },
    {
      id: 'declaredVolume',
      header: t('Declared volume'),
      cell: (line) => volume(line.declaredVolume),
      csv: (line) => line.declaredVolume,
      sort: 'declaredVolume',
      numeric: true,
      extra: true,
    },
    {
      id: 'chargedVolume',
      header: t('Charged volume'),
      cell: (line) => volume(line.chargedVolume),
      csv: (line) => line.chargedVolume,
      sort: 'chargedVolume',
      numeric: true,
      extra: true,
    },
    {
      id: 'quoted',
      header: t('Quoted'),
      cell: (line) => (line.bookingId === null ? NOTHING : money(line.carrierQuotedAmount)),
      csv: (line) => line.carrierQuotedAmount,
      sort: 'carrierQuotedAmount',
      numeric: true,
    },
    {
      id: 'invoiced',
      header: t('Invoiced'),
      cell: (line) => money(line.carrierInvoicedAmount),
      csv: (line) => line.carrierInvoicedAmount,
      sort: 'carrierInvoicedAmount',
      numeric: true,
      narrow: 'line',
    },
    {
      id: 'difference',
      header: t('Difference'),
      cell: (line) => <DifferenceText value={line.differenceAmount} />,
      csv: (line) => line.differenceAmount,
      numeric: true,
      narrow: 'line',
    },
    statusColumn(t, ({ status }) => LINE_STATUSES[status], { sort: 'status' }),
    {
      id: 'reasons',
      header: t('Reason or note'),
      cell: (line) => {
        const mark = marks.get(line.id);
        if (mark) return <TextCell className="font-medium text-danger-text">{mark}</TextCell>;
        return reasons(line) ? (
          <TextCell>{reasons(line)}</TextCell>
        ) : line.note ? (
          <TextCell className="text-muted-foreground">{line.note}</TextCell>
        ) : (
          NOTHING
        );
      },
      csv: (line) => [reasons(line), line.note].filter(Boolean).join(' · '),
      narrow: 'line',
    },
    {
      id: 'reference',
      header: t('Reference'),
      cell: (line) => <TextCell>{line.reference}</TextCell>,
      csv: (line) => line.reference,
      sort: 'reference',
      extra: true,
    },
    {
      id: 'approved',
      header: t('Approved'),
      cell: (line) => money(line.approvedAmount),
      csv: (line) => line.approvedAmount,
      sort: 'approvedAmount',
      numeric: true,
      extra: true,
    },
    {
      id: 'absorbed',
      header: t('Absorbed'),
      cell: (line) => money(line.absorbedAmount),
      csv: (line) => line.absorbedAmount,
      sort: 'absorbedAmount',
      numeric: true,
      extra: true,
    },
    {
      id: 'recharged',
      header: t('Recharged'),
      cell: (line) => money(line.rechargeAmount),
      csv: (line) => line.rechargeAmount,
      sort: 'rechargeAmount',
      numeric: true,
      extra: true,
    },
    {
      id: 'by',
      header: t('Decided by'),
      cell: (line) => <TextCell>{line.decidedUserName}</TextCell>,
      csv: (line) => line.decidedUserName,
      sort: 'decidedUserName',
      extra: true,
    },
    {
      id: 'row',
      header: t('Row of the file'),
      cell: (line) => format.number(line.fileLine + 1),
      csv: (line) => line.fileLine + 1,
      sort: 'fileLine',
      numeric: true,
      extra: true,
    },
  ];
}
