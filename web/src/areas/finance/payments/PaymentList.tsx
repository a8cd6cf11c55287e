// The payment list.
import { Link } from '@tanstack/react-router';
import { FileText, HandCoins, Plus } from 'lucide-react';
import { Badge, buttonClass, useFormat } from '@waybill/plugin';
import { usePermissions, useSession } from '../../../api/session.ts';
import { DateCell, MomentCell, NOTHING, TextCell } from '../../../kit/list/Cells.tsx';
import type { ListColumn } from '../../../kit/list/declare.ts';
import { RecordList } from '../../../kit/list/RecordList.tsx';
import { useList } from '../../../kit/list/use-list.ts';
import { CustomerName } from '../../../kit/pickers/CustomerName.tsx';
import { customerReference } from '../../../kit/pickers/customers.ts';
import { msg, useT } from '../../../lib/i18n.ts';
import { screen } from '../../../shell/screen.tsx';
import { choices, paymentTypes, type Payment } from '../model.ts';
import { fetchPayments, paymentsKey } from '../queries.ts';
import { InvoiceShares } from './InvoiceShares.tsx';
import { paidOf } from './shares.ts';

export const PaymentList = screen(
  { needs: 'Pages.Finance.Payments', title: msg('Payments'), to: msg('see payments') },
  Screen,
);

function Screen() {
  const t = useT();
  const format = useFormat();
  const { isTenant } = useSession();
  const { has } = usePermissions();
  const mayRecord = has('Pages.Finance.Remittance');
  const invoices = (payment: Payment) =>
    paidOf(payment)
      .map(({ invoiceId, invoiceNumber }) => invoiceNumber ?? `#${invoiceId}`)
      .join(', ');
  const columns: (ListColumn<Payment> | false)[] = [
    {
      id: 'id',
      header: t('Payment'),
      cell: ({ id }) => `#${id}`,
      csv: ({ id }) => id,
      sort: 'id',
      fixed: true,
    },
    {
      id: 'date',
      header: t('Date'),
      cell: (payment) => <DateCell value={payment.paymentDate} />,
      csv: (payment) => payment.paymentDate,
      sort: 'paymentDate',
      narrow: 'line',
    },
    isTenant && {
      id: 'customer',
      header: t('Customer'),
      cell: (payment) => <CustomerName id={payment.customerId} />,
      csv: (payment) => payment.customerId,
      narrow: 'line',
    },
    {
      id: 'type',
      header: t('Paid by'),
      cell: (payment) => t(paymentTypes[payment.paymentType]),
      csv: (payment) => t(paymentTypes[payment.paymentType]),
      sort: 'paymentType',
    },
    {
      id: 'reference',
      header: t('Reference'),
      cell: (payment) => <TextCell>{payment.paymentReferenceNumber || NOTHING}</TextCell>,
      csv: (payment) => payment.paymentReferenceNumber,
      sort: 'paymentReferenceNumber',
      narrow: 'line',
    },
    {
      id: 'invoices',
      header: t('Invoices'),
      cell: (payment) => <TextCell>{invoices(payment) || NOTHING}</TextCell>,
      csv: invoices,
    },
    {
      id: 'amount',
      header: t('Amount'),
      cell: (payment) => format.money(payment.paidAmount),
      csv: (payment) => payment.paidAmount,
      sort: 'paidAmount',
      numeric: true,
      fixed: true,
      narrow: 'badge',
    },
    {
      id: 'left',
      header: t('Unallocated'),
      numeric: true,
      sort: 'unallocatedAmount',
      csv: (payment) => payment.unallocatedAmount,
      cell: (payment) =>
        payment.reversedDate !== null ? (
          <Badge tone="danger">{t('Reversed')}</Badge>
        ) : payment.unallocatedAmount > 0 ? (
          <Badge tone="warning">{format.money(payment.unallocatedAmount)}</Badge>
        ) : (
          NOTHING
        ),
    },
    {
      id: 'created',
      header: t('Recorded'),
      cell: (payment) => <MomentCell value={payment.creationTime} />,
      csv: (payment) => payment.creationTime,
      sort: 'creationTime',
      extra: true,
    },
  ];
  const list = useList<Payment>({
    id: 'finance.payments',
    key: paymentsKey,
    fetch: fetchPayments,
    rowKey: ({ id }) => id,
    name: ({ id }) => `#${id}`,
    href: ({ id }) => `/finance/payments/${id}`,
    columns: columns.filter((column) => column !== false),
    filters: [
      ...(isTenant && has('Pages.Customer')
        ? [
            {
              kind: 'reference' as const,
              id: 'customer',
              label: t('Customer'),
              pinned: true,
              field: 'customerId',
              ...customerReference,
            },
          ]
        : []),
      {
        kind: 'choice',
        id: 'type',
        label: t('Paid by'),
        pinned: true,
        field: 'paymentType',
        options: choices(paymentTypes).map(([value, text]) => ({ value, label: t(text) })),
      },
      {
        kind: 'days',
        id: 'date',
        label: t('Date'),
        pinned: true,
        field: 'paymentDate',
        dayOnly: true,
      },
      { kind: 'number', id: 'amount', label: t('Amount'), field: 'paidAmount' },
      {
        kind: 'yesNo',
        id: 'left',
        label: t('Unallocated'),
        words: [t('Partly unallocated'), t('Allocated')],
        odata: (value) => (value === 'yes' ? 'unallocatedAmount gt 0' : 'unallocatedAmount eq 0'),
      },
    ],
    search: { fields: ['paymentReferenceNumber', 'note'], number: 'id' },
    sort: '-paymentDate',
  });
  return (
    <RecordList
      list={list}
      title={t('Payments')}
      heading={{
        actions: [
          ...(mayRecord
            ? [
                {
                  text: t('Record payment'),
                  keyName: 'new' as const,
                  href: '/finance/payments/new',
                  icon: <Plus aria-hidden />,
                  primary: true,
                },
              ]
            : []),
          {
            text: t('Remittance advices'),
            href: '/finance/remittances',
            icon: <FileText aria-hidden />,
            primary: true,
          },
        ],
      }}
      details={(payment) => (
        <InvoiceShares
          note={payment.note}
          shares={paidOf(payment)}
          nothing={t('It pays no invoice yet.')}
        />
      )}
      texts={{
        failed: t('The payments could not be loaded'),
        search: { label: t('Search payments'), placeholder: t('Reference, note') },
        filter: t('Filter payments'),
        empty: {
          icon: <HandCoins />,
          title: t('No payments yet'),
          description: mayRecord
            ? t('Record incoming payments and the invoices they pay.')
            : t('Payments appear here once they are recorded.'),
          action: mayRecord && (
            <Link to="/finance/payments/new" className={buttonClass()}>
              {t('Record payment')}
            </Link>
          ),
        },
        none: { title: t('No matching payments'), clear: t('Show all payments') },
      }}
    />
  );
}
