// Home of finance: what waits to be invoiced, posted, matched and collected.
import type { ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Play } from 'lucide-react';
import { useFormat } from '@waybill/plugin';
import { usePermissions } from '../../api/session.ts';
import type { Schema } from '../../api/types.ts';
import { dayIn } from '../../lib/days.ts';
import { useT } from '../../lib/i18n.ts';
import { HomeHeading } from './HomeHeading.tsx';
import {
  bankLinesQuery,
  creditNotesQuery,
  heldLinesQuery,
  invoicesQuery,
  toInvoiceQuery,
  unallocatedQuery,
} from './home-queries.ts';
import { AllLink, Figures, LineLink, Part, type CardQuery, type Figure } from './parts.tsx';

const REFRESH_EVERY = 60_000;

interface Rows<T> {
  totalCount: number;
  items: T[];
}

/** The first rows of a list, with a link to all of them. */
function Rows<T extends { id: number }>({
  title,
  query,
  href,
  empty,
  row,
}: {
  title: string;
  query: CardQuery<Rows<T>>;
  href: string;
  empty: string;
  row: (item: T) => ReactNode;
}) {
  const t = useT();
  const format = useFormat();
  return (
    <Part
      title={title}
      query={query}
      isEmpty={({ items }) => items.length === 0}
      empty={empty}
      isFine
      isTall
      more={
        query.data &&
        query.data.totalCount > 0 && (
          <AllLink
            href={href}
            text={t('All {number}', { number: format.number(query.data.totalCount, 0) })}
          />
        )
      }
    >
      {({ items }) => (
        <ul className="divide-y divide-border">
          {items.map((item) => (
            <li key={item.id}>{row(item)}</li>
          ))}
        </ul>
      )}
    </Part>
  );
}

export default function FinanceHome() {
  const t = useT();
  const format = useFormat();
  const { has } = usePermissions();
  const today = dayIn(format.timezone);
  const sees = {
    run: has('Pages.Finance.Invoices.Create'),
    payments: has('Pages.Finance.Payments'),
    bank: has('Pages.Finance.Remittance'),
    credit: has('Pages.Finance.CreditNotes'),
    held: has('Pages.Booking.Reconcile'),
  };
  const every = { refetchInterval: REFRESH_EVERY };
  const toInvoice = useQuery({ ...toInvoiceQuery, ...every, enabled: sees.run });
  const ready = useQuery({ ...invoicesQuery('ready', today), ...every });
  const overdue = useQuery({ ...invoicesQuery('overdue', today), ...every });
  const bank = useQuery({ ...bankLinesQuery, ...every, enabled: sees.bank });
  const held = useQuery({ ...heldLinesQuery, ...every, enabled: sees.held });
  const unallocated = useQuery({ ...unallocatedQuery, ...every, enabled: sees.payments });
  const credit = useQuery({ ...creditNotesQuery, ...every, enabled: sees.credit });

  const number = ({
    data,
    isLoadingError,
  }: CardQuery<number | Rows<unknown>>): string | undefined => {
    const count = typeof data === 'object' ? data.totalCount : data;
    return count === undefined ? (isLoadingError ? '–' : undefined) : format.number(count, 0);
  };
  // Lines of several statements are on no single page.
  const open = bank.data?.items ?? [];
  const [statement, ...others] = new Set(open.map(({ statementId }) => statementId));
  const isOnePage = others.length === 0 && open.length === bank.data?.totalCount;
  const bankHref =
    statement !== undefined && isOnePage
      ? `/finance/bank/${statement}?status=Open`
      : '/finance/bank';
  const firstHeld = held.data?.items[0];
  const heldHref = firstHeld
    ? `/reconciliation/${firstHeld.reconciliationId}?status=Held`
    : '/reconciliation';
  const figures: (Figure | false)[] = [
    sees.run && {
      label: t('To invoice'),
      value: number(toInvoice),
      href: '/finance/invoices/run',
    },
    { label: t('To post'), value: number(ready), href: '/finance/invoices?group=ready' },
    {
      label: t('Overdue'),
      value: number(overdue),
      href: '/finance/invoices?group=overdue',
      isAlarming: Boolean(overdue.data?.totalCount),
    },
    sees.bank && { label: t('To match'), value: number(bank), href: bankHref },
    sees.held && { label: t('Held charges'), value: number(held), href: heldHref },
    sees.payments && {
      label: t('Unallocated'),
      value: number(unallocated),
      href: '/finance/payments?left=yes',
    },
    sees.credit && {
      label: t('Credit notes'),
      value: number(credit),
      href: '/finance/credit-notes?group=decide',
    },
  ];

  const invoiceRow = (invoice: Schema<'Invoice'>) => (
    <LineLink
      href={`/finance/invoices/${invoice.id}`}
      title={invoice.invoiceNumber ?? `#${invoice.id}`}
      text={invoice.customer.companyName ?? invoice.customer.contactName ?? ''}
      aside={t('due {day}', { day: format.date(invoice.dueDate) })}
      amount={format.money(invoice.outstandingAmount, invoice.currency)}
    />
  );
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <HomeHeading
        actions={
          sees.run
            ? [
                {
                  text: t('Run invoices'),
                  href: '/finance/invoices/run',
                  icon: <Play aria-hidden />,
                  primary: true,
                },
              ]
            : []
        }
      />
      <Figures label={t('Finance work')} figures={figures.filter((one) => one !== false)} />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4 xl:grid-cols-2">
        <Rows
          title={t('Overdue')}
          query={overdue}
          href="/finance/invoices?group=overdue"
          empty={t('No invoice is overdue.')}
          row={invoiceRow}
        />
        <Rows
          title={t('To post')}
          query={ready}
          href="/finance/invoices?group=ready"
          empty={t('Every closed invoice is posted.')}
          row={invoiceRow}
        />
        {sees.bank && (
          <Rows
            title={t('Bank lines to match')}
            query={bank}
            href={bankHref}
            empty={t('Every bank line is matched.')}
            row={(line) => (
              <LineLink
                href={`/finance/bank/${line.statementId}?status=Open`}
                title={
                  line.payer || line.reference || t('Line {number}', { number: line.lineNumber })
                }
                text={line.payer ? (line.reference ?? '') : ''}
                aside={format.date(line.lineDate)}
                amount={format.money(line.amount, line.currency ?? undefined)}
              />
            )}
          />
        )}
        {sees.held && (
          <Rows
            title={t('Held carrier charges')}
            query={held}
            href={heldHref}
            empty={t('No carrier charge is held.')}
            row={(line) => (
              <LineLink
                href={`/reconciliation/${line.reconciliationId}?status=Held`}
                title={line.consignmentId ?? line.reference ?? `#${line.id}`}
                text={line.companyName ?? line.customerName ?? ''}
                aside=""
                amount={format.money(line.carrierInvoicedAmount)}
              />
            )}
          />
        )}
      </div>
    </div>
  );
}
