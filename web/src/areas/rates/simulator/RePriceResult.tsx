// Repricing result with totals and examples.
import { useState } from 'react';
import { Link } from '@tanstack/react-router';
import { Download } from 'lucide-react';
import {
  Button,
  Card,
  CardHeader,
  cn,
  DefinitionList,
  EmptyState,
  Table,
  TBody,
  Td,
  Th,
  THead,
  Tr,
  useFormat,
} from '@waybill/plugin';
import { csvBlob, saveBlob } from '../../../kit/csv.ts';
import { useT } from '../../../lib/i18n.ts';
import { cardName } from '../model.ts';
import { useDifferenceText } from './difference-text.ts';
import { customerRows, rePricedCsv, type RePriced, type Sort, type SortField } from './re-price.ts';
import { differenceTo, type Difference } from './results.ts';

/** The file has all. */
const MAX_SHOWN = 500;

const WIDE = 'max-sm:hidden';

const tone = ({ amount }: Difference) =>
  amount > 0 ? 'text-success-text' : amount < 0 ? 'text-danger-text' : '';

export function RePriceResult({ result }: { result: RePriced }) {
  const t = useT();
  const { money, number } = useFormat();
  const text = useDifferenceText();
  const [sort, setSort] = useState<Sort>({ by: 'difference', direction: 'desc' });
  const rows = customerRows(result, sort);
  const all = differenceTo(result.rePriced, result.booked);
  const amount = (value: number) => money(value, result.currency);
  const card = cardName({ code: result.rateCardCode, version: result.rateCardVersion });
  if (result.bookings === 0)
    return (
      <EmptyState
        title={t('No bookings in this period')}
        description={t('Choose other days or another customer.')}
      />
    );
  // Narrow screens only show differences.
  const head = (by: SortField, label: string, { numeric = true, isWide = false } = {}) => (
    <Th
      numeric={numeric}
      className={isWide ? WIDE : undefined}
      sort={sort.by === by ? sort.direction : 'none'}
      onSort={() =>
        setSort({
          by,
          direction:
            sort.by === by ? (sort.direction === 'asc' ? 'desc' : 'asc') : numeric ? 'desc' : 'asc',
        })
      }
    >
      {label}
    </Th>
  );
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <Card>
        <CardHeader
          title={t('Bookings at the prices of {name}', { name: card })}
          description={t('Sums are of the bookings that have a price. Tax is excluded.')}
          actions={
            <Button
              variant="outline"
              size="sm"
              onClick={() =>
                saveBlob(
                  csvBlob(rePricedCsv(result, rows, t)),
                  `re-priced-${card.replaceAll(/[^\w-]+/g, '-')}.csv`,
                )
              }
            >
              <Download aria-hidden /> {t('Download CSV')}
            </Button>
          }
        />
        <DefinitionList
          items={[
            { label: t('Bookings'), value: number(result.bookings) },
            { label: t('Priced'), value: number(result.priced) },
            { label: t('No price'), value: number(result.bookings - result.priced) },
            { label: t('Booked'), value: amount(result.booked) },
            { label: t('New'), value: amount(result.rePriced) },
            {
              label: t('Difference'),
              value: (
                <span className={cn('font-semibold', tone(all))}>
                  {text(all, result.currency, true)}
                </span>
              ),
            },
          ]}
        />
      </Card>
      <Table label={t('By customer')}>
        <THead>
          <tr>
            {head('customerName', t('Customer'), { numeric: false })}
            {head('bookings', t('Bookings'), { isWide: true })}
            {head('priced', t('Priced'), { isWide: true })}
            <Th numeric className={WIDE}>
              {t('No price')}
            </Th>
            {head('booked', t('Booked'), { isWide: true })}
            {head('rePriced', t('New'))}
            {head('difference', t('Difference'))}
          </tr>
        </THead>
        <TBody>
          {rows.slice(0, MAX_SHOWN).map((row) => (
            <Tr key={row.customerId}>
              <Td className="min-w-28">
                <bdi className="[overflow-wrap:anywhere]">{row.customerName}</bdi>
              </Td>
              <Td numeric className={WIDE}>
                {number(row.bookings)}
              </Td>
              <Td numeric className={WIDE}>
                {number(row.priced)}
              </Td>
              <Td numeric className={WIDE}>
                {number(row.unpriced)}
              </Td>
              <Td numeric className={WIDE}>
                {amount(row.booked)}
              </Td>
              <Td numeric>{amount(row.rePriced)}</Td>
              <Td numeric className={tone(row.difference)}>
                {text(row.difference, result.currency, true)}
              </Td>
            </Tr>
          ))}
        </TBody>
      </Table>
      {rows.length > MAX_SHOWN && (
        <p className="text-[13px] text-muted-foreground">
          {t('The first {number} customers are shown; the file has all of them.', {
            number: number(MAX_SHOWN),
          })}
        </p>
      )}
      <div className="grid items-start gap-4 min-[75rem]:grid-cols-2">
        {result.reasons.length > 0 && (
          <Card>
            <CardHeader title={t('Why bookings have no price')} />
            <ul className="grid gap-1 text-[13px]">
              {result.reasons.map(({ reason, count }) => (
                <li key={reason} className="flex justify-between gap-4">
                  <bdi className="min-w-0 [overflow-wrap:anywhere] first-letter:uppercase">
                    {reason}
                  </bdi>
                  <span className="shrink-0 tabular-nums">{number(count)}</span>
                </li>
              ))}
            </ul>
          </Card>
        )}
        {result.examples.length > 0 && (
          <Table label={t('Examples')}>
            <THead>
              <tr>
                <Th>{t('Booking')}</Th>
                <Th className={WIDE}>{t('Service')}</Th>
                <Th numeric className={WIDE}>
                  {t('Booked')}
                </Th>
                <Th numeric>{t('New')}</Th>
                <Th numeric>{t('Difference')}</Th>
              </tr>
            </THead>
            <TBody>
              {result.examples.map((one) => (
                <Tr key={one.bookingId}>
                  <Td>
                    <Link
                      to="/bookings-beta/details/$id"
                      params={{ id: String(one.bookingId) }}
                      className="rounded font-medium hover:underline focus-visible:outline-2 focus-visible:outline-ring"
                    >
                      {one.bookingCode}
                    </Link>
                    <bdi className="block text-xs [overflow-wrap:anywhere] text-muted-foreground">
                      {one.customerName}
                    </bdi>
                  </Td>
                  <Td className={WIDE}>{one.serviceCode}</Td>
                  <Td numeric className={WIDE}>
                    {amount(one.booked)}
                  </Td>
                  <Td numeric>{amount(one.rePriced)}</Td>
                  <Td numeric>
                    {text(differenceTo(one.rePriced, one.booked), result.currency, true)}
                  </Td>
                </Tr>
              ))}
            </TBody>
          </Table>
        )}
      </div>
    </div>
  );
}
