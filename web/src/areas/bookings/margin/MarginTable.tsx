// Margins by line, with export.
import { Download } from 'lucide-react';
import { Button, cn, Table, TBody, Td, Th, THead, Tr, useFormat } from '@waybill/plugin';
import { csvBlob, saveBlob } from '../../../kit/csv.ts';
import { useT } from '../../../lib/i18n.ts';
import { marginsCsv, type Margins } from './queries.ts';
import type { MarginBy } from './search.ts';

const WIDE = 'max-sm:hidden';

export function MarginTable({
  by,
  label,
  heading,
  margins,
}: {
  by: MarginBy;
  label: string;
  heading: string;
  margins: Margins;
}) {
  const t = useT();
  const { money, number } = useFormat();
  const amount = (value: number) => money(value, margins.currency);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <Button
        variant="outline"
        size="sm"
        className="justify-self-end"
        onClick={() =>
          saveBlob(csvBlob(marginsCsv(margins, heading, t)), `margins-${by.toLowerCase()}.csv`)
        }
      >
        <Download aria-hidden /> {t('Download CSV')}
      </Button>
      <Table label={label}>
        <THead>
          <tr>
            <Th>{heading}</Th>
            <Th numeric className={WIDE}>
              {t('Bookings')}
            </Th>
            <Th numeric className={WIDE}>
              {t('Quoted')}
            </Th>
            <Th numeric>{t('Sold')}</Th>
            <Th numeric className={WIDE}>
              {t('Cost')}
            </Th>
            <Th numeric>{t('Margin')}</Th>
            <Th numeric>%</Th>
            <Th numeric className={WIDE}>
              {t('Invoiced')}
            </Th>
            <Th numeric className={WIDE}>
              {t('Recovered')}
            </Th>
            <Th numeric className={WIDE}>
              {t('Insurance')}
            </Th>
          </tr>
        </THead>
        <TBody>
          {margins.rows.map((row) => (
            <Tr key={row.key}>
              <Td className="min-w-28">
                <bdi className="[overflow-wrap:anywhere]">{row.name}</bdi>
              </Td>
              <Td numeric className={WIDE}>
                {number(row.bookings)}
              </Td>
              <Td numeric className={WIDE}>
                {amount(row.quoted)}
              </Td>
              <Td numeric>{amount(row.sold)}</Td>
              <Td numeric className={WIDE}>
                {amount(row.cost)}
              </Td>
              <Td numeric className={cn(row.margin < 0 && 'text-danger-text')}>
                {amount(row.margin)}
              </Td>
              <Td numeric className={cn(row.margin < 0 && 'text-danger-text')}>
                {number(row.marginPercent, 1)}
              </Td>
              <Td numeric className={WIDE}>
                {amount(row.invoiced)}
              </Td>
              <Td numeric className={WIDE}>
                {amount(row.recovered)}
              </Td>
              <Td numeric className={WIDE}>
                {amount(row.insurance)}
              </Td>
            </Tr>
          ))}
        </TBody>
      </Table>
    </div>
  );
}
