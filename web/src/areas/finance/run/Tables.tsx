// Tables of an invoice run.
import { Link } from '@tanstack/react-router';
import { cn, Checkbox, Table, TBody, Td, Th, THead, Tr, useFormat } from '@waybill/plugin';
import { dayText } from '../../../lib/days.ts';
import { useT } from '../../../lib/i18n.ts';
import type { CustomerShare, RunInvoice, Totals } from './run.ts';

function usePeriod() {
  const { language } = useFormat();
  return ({ periodStart, periodEnd }: RunInvoice) =>
    periodStart === periodEnd
      ? dayText(periodStart, language)
      : `${dayText(periodStart, language)} – ${dayText(periodEnd, language)}`;
}

export interface PreviewProps {
  shares: readonly CustomerShare[];
  /** Totals of ticked customers. */
  totals: Totals;
  left: ReadonlySet<number>;
  /** Null: not all are loaded, so none can be excluded. */
  onLeft: ((left: ReadonlySet<number>) => void) | null;
}

export function PreviewTable({ shares, totals, left, onLeft }: PreviewProps) {
  const t = useT();
  const format = useFormat();
  const period = usePeriod();
  const hasJobs = totals.jobs > 0;
  const toggle = (id: number) => {
    const next = new Set(left);
    if (!next.delete(id)) next.add(id);
    onLeft?.(next);
  };
  const invoicesText = ({ invoices }: CustomerShare) => {
    const [first] = invoices;
    if (invoices.length > 1)
      return t('{count} invoices', { count: invoices.length }, '{count} invoice');
    return first ? [period(first), first.costCenter].filter(Boolean).join(' · ') : '';
  };
  return (
    <Table label={t('Preview by customer')}>
      <THead>
        <tr>
          <Th>{t('Customer')}</Th>
          <Th className="max-md:hidden">{t('Invoices')}</Th>
          <Th numeric className="max-sm:hidden">
            {t('Bookings')}
          </Th>
          {hasJobs && (
            <Th numeric className="max-sm:hidden">
              {t('Jobs')}
            </Th>
          )}
          <Th numeric className="max-sm:hidden">
            {t('Before tax')}
          </Th>
          <Th numeric className="max-sm:hidden">
            {t('Tax')}
          </Th>
          <Th numeric>{t('Total')}</Th>
        </tr>
      </THead>
      <TBody>
        {shares.map((share) => (
          <Tr
            key={share.customerId}
            className={left.has(share.customerId) ? 'text-muted-foreground line-through' : ''}
          >
            <Td>
              {onLeft ? (
                <Checkbox
                  label={share.customerName}
                  checked={!left.has(share.customerId)}
                  onChange={() => toggle(share.customerId)}
                />
              ) : (
                share.customerName
              )}
              <span className="block ps-6 text-xs text-muted-foreground md:hidden">
                {invoicesText(share)}
              </span>
            </Td>
            <Td className="text-muted-foreground max-md:hidden">{invoicesText(share)}</Td>
            <Td numeric className="max-sm:hidden">
              {format.number(share.bookings)}
            </Td>
            {hasJobs && (
              <Td numeric className="max-sm:hidden">
                {format.number(share.jobs)}
              </Td>
            )}
            <Td numeric className="max-sm:hidden">
              {format.money(share.net)}
            </Td>
            <Td numeric className="max-sm:hidden">
              {format.money(share.tax)}
            </Td>
            <Td numeric>{format.money(share.total)}</Td>
          </Tr>
        ))}
      </TBody>
      <tfoot className="border-t-2 border-border font-semibold">
        <tr>
          <Td>{t('Total')}</Td>
          <Td className="max-md:hidden">
            {t('{count} invoices', { count: totals.invoices }, '{count} invoice')}
          </Td>
          <Td numeric className="max-sm:hidden">
            {format.number(totals.bookings)}
          </Td>
          {hasJobs && (
            <Td numeric className="max-sm:hidden">
              {format.number(totals.jobs)}
            </Td>
          )}
          <Td numeric className="max-sm:hidden">
            {format.money(totals.net)}
          </Td>
          <Td numeric className="max-sm:hidden">
            {format.money(totals.tax)}
          </Td>
          <Td numeric>{format.money(totals.total)}</Td>
        </tr>
      </tfoot>
    </Table>
  );
}

export function MadeTable({ invoices }: { invoices: readonly RunInvoice[] }) {
  const t = useT();
  const format = useFormat();
  const period = usePeriod();
  const hasJobs = invoices.some(({ jobs = 0 }) => jobs > 0);
  return (
    <Table label={t('Invoices in this run')}>
      <THead>
        <tr>
          <Th>{t('Invoice')}</Th>
          <Th>{t('Customer')}</Th>
          <Th className="max-md:hidden">{t('Period')}</Th>
          <Th numeric className="max-sm:hidden">
            {t('Bookings')}
          </Th>
          {hasJobs && (
            <Th numeric className="max-sm:hidden">
              {t('Jobs')}
            </Th>
          )}
          <Th numeric>{t('Total')}</Th>
        </tr>
      </THead>
      <TBody>
        {invoices.map((invoice) => (
          <Tr key={invoice.id}>
            <Td>
              <Link
                to="/finance/invoices/$id"
                params={{ id: String(invoice.id) }}
                className={cn(
                  'rounded font-medium text-link hover:underline focus-visible:outline-2',
                  'focus-visible:outline-ring',
                )}
              >
                #{invoice.id}
              </Link>
            </Td>
            <Td>{invoice.customerName}</Td>
            <Td className="text-muted-foreground max-md:hidden">
              {[period(invoice), invoice.costCenter].filter(Boolean).join(' · ')}
            </Td>
            <Td numeric className="max-sm:hidden">
              {format.number(invoice.bookings)}
            </Td>
            {hasJobs && (
              <Td numeric className="max-sm:hidden">
                {format.number(invoice.jobs ?? 0)}
              </Td>
            )}
            <Td numeric>{format.money(invoice.amount)}</Td>
          </Tr>
        ))}
      </TBody>
    </Table>
  );
}
