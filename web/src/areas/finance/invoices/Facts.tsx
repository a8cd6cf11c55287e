// An invoice's side panel.
import type { ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Card, CardHeader, DefinitionList, useFormat } from '@waybill/plugin';
import { usePermissions, useSession } from '../../../api/session.ts';
import { dayText } from '../../../lib/days.ts';
import { EmailText } from '../../../kit/EmailLink.tsx';
import { MailState } from '../../../kit/emails/MailState.tsx';
import { useT } from '../../../lib/i18n.ts';
import { CreditState } from '../credit/CreditState.tsx';
import { canBeCredited, creditName, isApproved } from '../credit/model.ts';
import { ofInvoiceQuery } from '../credit/queries.ts';
import { customerName, events, invoiceTypes, paymentTypes, type WholeInvoice } from '../model.ts';

const link = 'rounded text-link hover:underline focus-visible:outline-2 focus-visible:outline-ring';

export function Amounts({ invoice }: { invoice: WholeInvoice }) {
  const t = useT();
  const format = useFormat();
  const money = (amount: number) => format.money(amount, invoice.currency);
  const day = (value: string | null) => (value ? dayText(value, format.language) : null);
  const paid = Math.round((invoice.amount - invoice.outstandingAmount) * 100) / 100;
  const items: { label: string; value: ReactNode }[] = [
    {
      label: t('Outstanding'),
      value: (
        <strong className="text-base font-semibold tabular-nums">
          {money(invoice.outstandingAmount)}
        </strong>
      ),
    },
    { label: t('Total'), value: money(invoice.amount) },
    ...(invoice.invoicePayments.length > 0 ? [{ label: t('Paid'), value: money(paid) }] : []),
    { label: t('Invoice date'), value: day(invoice.invoiceDate) },
    { label: t('Due'), value: day(invoice.dueDate) },
    ...(invoice.periodStart && invoice.periodEnd
      ? [{ label: t('Period'), value: `${day(invoice.periodStart)} – ${day(invoice.periodEnd)}` }]
      : []),
  ];
  return (
    <Card className="grid gap-4">
      <DefinitionList items={items} />
    </Card>
  );
}

export function Facts({ invoice }: { invoice: WholeInvoice }) {
  const t = useT();
  const format = useFormat();
  const { has } = usePermissions();
  const { isTenant } = useSession();
  const { customer, adhocInvoice: adhoc } = invoice;
  const name = customerName(customer);
  const text = (label: string, value: string | null | undefined) =>
    value ? [{ label, value }] : [];
  const items: { label: string; value: ReactNode }[] = [
    {
      label: t('Customer'),
      value:
        isTenant && has('Pages.Customer') ? (
          <Link
            to="/customers/$id/details"
            params={{ id: String(invoice.customerId) }}
            className={link}
          >
            {name}
          </Link>
        ) : (
          name
        ),
    },
    { label: t('Type'), value: t(invoiceTypes[invoice.invoiceType]) },
    ...(customer.email ? [{ label: t('Email'), value: <EmailText email={customer.email} /> }] : []),
    ...text(t('Payment terms'), customer.paymentTerms && t(customer.paymentTerms)),
    ...text(t('Cost centre'), invoice.costCenter),
    ...text(t('Reference'), invoice.reference),
    ...(invoice.mailState
      ? [
          {
            label: t('Email status'),
            value: (
              <span className="flex flex-wrap items-center gap-2">
                <MailState state={invoice.mailState} />
                {invoice.mailState === 'Sent' && format.dateTime(invoice.mailedTime)}
              </span>
            ),
          },
        ]
      : []),
    ...text(t('Description'), adhoc?.description),
    ...text(t('Service'), adhoc?.service),
    ...text(t('Commodity'), adhoc?.commodity),
    ...text(t('Incoterm'), adhoc?.incoterm),
    ...text(t('Transit time'), adhoc?.transitTime),
    ...(isTenant && invoice.invoiceBatchId !== null && has('Pages.Finance.Invoices.Create')
      ? [
          {
            label: t('Run'),
            value: (
              <Link
                to="/finance/invoices/run"
                search={{ run: invoice.invoiceBatchId }}
                className={link}
              >
                <bdi dir="ltr">#{invoice.invoiceBatchId}</bdi>
              </Link>
            ),
          },
        ]
      : []),
  ];
  return (
    <Card className="grid gap-3">
      <DefinitionList items={items} className="grid-cols-2" />
      {invoice.notes && (
        <p className="text-[13px] whitespace-pre-line text-muted-foreground">{invoice.notes}</p>
      )}
    </Card>
  );
}

export function Payments({ invoice }: { invoice: WholeInvoice }) {
  const t = useT();
  const format = useFormat();
  const seesPayments = usePermissions().has('Pages.Finance.Payments');
  if (invoice.invoicePayments.length === 0) return null;
  return (
    <Card>
      <CardHeader title={t('Payments')} className="mb-2" />
      <ul className="grid divide-y divide-border text-[13px]">
        {invoice.invoicePayments.map(({ paymentId, amount, paymentType, creationTime }) => (
          <li
            key={paymentId}
            className="flex flex-wrap items-baseline justify-between gap-x-4 py-1.5"
          >
            <span>
              {t(paymentTypes[paymentType])}{' '}
              <span className="text-muted-foreground">
                {seesPayments ? (
                  <Link
                    to="/finance/payments/$id"
                    params={{ id: String(paymentId) }}
                    className={link}
                  >
                    <bdi dir="ltr">#{paymentId}</bdi>
                  </Link>
                ) : (
                  `#${paymentId}`
                )}{' '}
                · {format.date(creationTime)}
              </span>
            </span>
            <span className="tabular-nums">{format.money(amount, invoice.currency)}</span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** Approved and pending credits. */
export function Credits({ invoice }: { invoice: WholeInvoice }) {
  const t = useT();
  const format = useFormat();
  const { has } = usePermissions();
  const { data } = useQuery({
    ...ofInvoiceQuery(invoice.id),
    enabled: has('Pages.Finance.CreditNotes') && canBeCredited(invoice),
  });
  if (!data || data.length === 0) return null;
  return (
    <Card>
      <CardHeader title={t('Credit notes')} className="mb-2" />
      <ul className="grid divide-y divide-border text-[13px]">
        {data.map((note) => (
          <li
            key={note.id}
            className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-1.5"
          >
            <span className="flex flex-wrap items-center gap-2">
              <Link
                to="/finance/credit-notes/$id"
                params={{ id: String(note.id) }}
                className={link}
              >
                {creditName(note)}
              </Link>
              <CreditState status={note.status} />
            </span>
            <span className="tabular-nums">
              {format.money(isApproved(note) ? note.approvedAmount : note.amount, note.currency)}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

const MONEY_EVENTS: ReadonlySet<WholeInvoice['invoiceHistory'][number]['operation']> = new Set([
  'PaymentReceived',
  'PaymentRefunded',
  'PaymentReversed',
  'Credited',
]);

export function History({ invoice }: { invoice: WholeInvoice }) {
  const t = useT();
  const format = useFormat();
  /** The comment of money that pays the invoice is its amount. */
  const historyText = ({ operation, comment }: WholeInvoice['invoiceHistory'][number]) =>
    MONEY_EVENTS.has(operation) && comment && !Number.isNaN(Number(comment))
      ? format.money(Number(comment), invoice.currency)
      : comment;
  return (
    <Card>
      <CardHeader title={t('History')} className="mb-2" />
      <ol className="grid gap-2 text-[13px]">
        {invoice.invoiceHistory.toReversed().map((event, at) => (
          <li key={at}>
            <span className="font-medium">{t(events[event.operation])}</span>
            {event.comment && (
              <span className="[overflow-wrap:anywhere]">: {historyText(event)}</span>
            )}
            <span className="block text-xs text-muted-foreground">
              {[event.userName, format.dateTime(event.creationTime)].filter(Boolean).join(' · ')}
            </span>
          </li>
        ))}
      </ol>
    </Card>
  );
}
