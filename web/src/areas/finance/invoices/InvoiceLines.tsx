// Invoice lines by booking or job.
import { useMemo, useState } from 'react';
import { Link } from '@tanstack/react-router';
import { cn, Button, Card, CardHeader, useFormat } from '@waybill/plugin';
import { usePermissions } from '../../../api/session.ts';
import { useT } from '../../../lib/i18n.ts';
import { lineTypes, type WholeInvoice } from '../model.ts';
import { groupLines, type Line, type LineGroup } from './lines.ts';

/** Invoices can have thousands of bookings. */
const MAX_SHOWN = 100;
const cell = 'py-0.5 ps-4 text-end align-baseline whitespace-nowrap tabular-nums';

export function InvoiceLines({ invoice }: { invoice: WholeInvoice }) {
  const t = useT();
  const format = useFormat();
  const groups = useMemo(() => groupLines(invoice.invoiceDetails), [invoice.invoiceDetails]);
  const [all, setAll] = useState(false);
  const bookings = groups.filter(({ bookingId }) => bookingId !== null).length;
  const jobs = groups.filter(({ jobId }) => jobId !== null).length;
  const counts = [
    bookings > 0 && t('{count} bookings', { count: bookings }, '{count} booking'),
    jobs > 0 && t('{count} jobs', { count: jobs }, '{count} job'),
  ].filter((text) => text !== false);
  const money = (amount: number) => format.money(amount, invoice.currency);
  return (
    <Card>
      <CardHeader
        title={t('Lines')}
        description={counts.length > 0 ? counts.join(' · ') : undefined}
      />
      <div className="overflow-x-auto">
        <table className="w-full text-[13px]" aria-label={t('Invoice lines')}>
          <thead className="border-b border-border text-xs text-muted-foreground">
            <tr>
              <th scope="col" className="py-1.5 text-start font-medium">
                {t('Description')}
              </th>
              {[t('Before tax'), t('Tax'), t('Total')].map((heading, at) => (
                <th
                  key={heading}
                  scope="col"
                  className={`py-1.5 ps-4 text-end font-medium ${at === 1 ? 'max-sm:hidden' : ''}`}
                >
                  {heading}
                </th>
              ))}
            </tr>
          </thead>
          {(all ? groups : groups.slice(0, MAX_SHOWN)).map((group) => (
            <Group key={group.key} group={group} money={money} />
          ))}
          <tfoot className="border-t-2 border-border font-semibold [&_td]:pt-2">
            <tr>
              <th scope="row" className="pt-2 text-start">
                {t('Total')}
              </th>
              <td className={cell}>{money(invoice.taxExclusiveAmount)}</td>
              <td className={`${cell} max-sm:hidden`}>{money(invoice.tax)}</td>
              <td className={cell}>{money(invoice.amount)}</td>
            </tr>
          </tfoot>
        </table>
      </div>
      {!all && groups.length > MAX_SHOWN && (
        <Button variant="outline" size="sm" className="mt-3" onClick={() => setAll(true)}>
          {jobs > 0
            ? t('Show all {count}', { count: groups.length })
            : t('Show all {count} bookings', { count: groups.length })}
        </Button>
      )}
    </Card>
  );
}

function Group({ group, money }: { group: LineGroup; money: (amount: number) => string }) {
  const t = useT();
  const { has } = usePermissions();
  const { bookingId, jobId, reference, description, lines } = group;
  const isOne = bookingId !== null || jobId !== null;
  const amounts = ({ net, tax, total }: Pick<LineGroup, 'net' | 'tax' | 'total'>) => (
    <>
      <td className={cell}>{money(net)}</td>
      <td className={`${cell} max-sm:hidden`}>{money(tax)}</td>
      <td className={cell}>{money(total)}</td>
    </>
  );
  // The service, unless it is the kind, which is stored in English.
  const describeLine = (line: Line) =>
    [
      t(lineTypes[line.invoiceDetailType]),
      line.service !== lineTypes[line.invoiceDetailType] && line.service,
      isOne ? null : line.referenceNo,
    ]
      .filter(Boolean)
      .join(' · ');
  const name = <bdi dir="ltr">{reference ?? `#${bookingId ?? jobId ?? ''}`}</bdi>;
  return (
    <tbody
      className={cn(
        'border-b border-border last-of-type:border-0',
        '[&>tr:first-child>*]:pt-1.5 [&>tr:last-child>*]:pb-1.5',
      )}
    >
      {isOne && (
        <tr className="font-medium">
          <th scope="rowgroup" className="py-0.5 text-start font-medium">
            {bookingId !== null && has('Pages.Booking') ? (
              <Link
                to="/bookings-beta/details/$id"
                params={{ id: String(bookingId) }}
                className="rounded text-link hover:underline focus-visible:outline-2 focus-visible:outline-ring"
              >
                {name}
              </Link>
            ) : jobId !== null && has('Pages.Job') ? (
              <Link
                to="/jobs/details/$id"
                params={{ id: String(jobId) }}
                className="rounded text-link hover:underline focus-visible:outline-2 focus-visible:outline-ring"
              >
                {name}
              </Link>
            ) : (
              name
            )}
            {description && (
              <span className="ms-2 font-normal text-muted-foreground">
                <bdi>{description}</bdi>
              </span>
            )}
          </th>
          {amounts(group)}
        </tr>
      )}
      {lines.map((line) => (
        <tr key={line.id} className={isOne ? 'text-muted-foreground' : ''}>
          <th scope="row" className={`py-0.5 text-start font-normal ${isOne ? 'ps-4' : ''}`}>
            {!isOne || description === null ? (
              <>
                {line.description}
                <span className="block text-xs text-muted-foreground">{describeLine(line)}</span>
              </>
            ) : (
              describeLine(line)
            )}
          </th>
          {amounts({ net: line.taxExclusiveAmount, tax: line.tax, total: line.amount })}
        </tr>
      ))}
    </tbody>
  );
}
