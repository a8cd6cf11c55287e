// The remittance advice list.
import { useState } from 'react';
import { Link } from '@tanstack/react-router';
import { FileText, HandCoins, Plus, Trash2 } from 'lucide-react';
import { buttonClass, ConfirmDialog, useFormat } from '@waybill/plugin';
import { usePermissions, useSession } from '../../../api/session.ts';
import { DateCell, MomentCell } from '../../../kit/list/Cells.tsx';
import type { ListColumn } from '../../../kit/list/declare.ts';
import { leftList } from '../../../kit/list/memory.ts';
import { RecordList } from '../../../kit/list/RecordList.tsx';
import type { RowMenuItem } from '../../../kit/list/RowLine.tsx';
import { useList } from '../../../kit/list/use-list.ts';
import { CustomerName } from '../../../kit/pickers/CustomerName.tsx';
import { customerReference } from '../../../kit/pickers/customers.ts';
import { mutate } from '../../../kit/mutate.ts';
import { statusColumn } from '../../../kit/list/status.tsx';
import { msg, useT } from '../../../lib/i18n.ts';
import { screen } from '../../../shell/screen.tsx';
import { choices, remittanceStatuses, type Remittance } from '../model.ts';
import { deleteRemittance, fetchRemittances, remittancesKey } from '../queries.ts';
import { InvoiceShares } from './InvoiceShares.tsx';

export const RemittanceList = screen(
  {
    needs: 'Pages.Finance.Payments',
    title: msg('Remittance advices'),
    to: msg('see remittance advices'),
  },
  Screen,
);

function Screen() {
  const t = useT();
  const format = useFormat();
  const { isTenant } = useSession();
  const { has } = usePermissions();
  const mayCreate = has('Pages.Finance.Payments.Create');
  const mayRecord = has('Pages.Finance.Remittance');
  const [deleting, setDeleting] = useState<Remittance | null>(null);
  const columns: (ListColumn<Remittance> | false)[] = [
    {
      id: 'number',
      header: t('Number'),
      cell: (one) => one.remittanceNumber,
      csv: (one) => one.remittanceNumber,
      sort: 'remittanceNumber',
      fixed: true,
    },
    statusColumn(t, ({ status }) => remittanceStatuses[status], {
      sort: 'status',
      fixed: true,
      dot: true,
    }),
    isTenant && {
      id: 'customer',
      header: t('Customer'),
      cell: ({ customerId }) => <CustomerName id={customerId} />,
      csv: ({ customerId }) => customerId,
      narrow: 'line',
    },
    {
      id: 'date',
      header: t('Payment date'),
      cell: (one) => <DateCell value={one.paymentDate} />,
      csv: (one) => one.paymentDate,
      sort: 'paymentDate',
      narrow: 'line',
    },
    {
      id: 'invoices',
      header: t('Invoices'),
      cell: (one) => format.number(one.invoiceRemittances.length),
      csv: (one) => one.invoiceRemittances.length,
      numeric: true,
    },
    {
      id: 'total',
      header: t('Total'),
      cell: (one) => format.money(one.totalAmount),
      csv: (one) => one.totalAmount,
      sort: 'totalAmount',
      numeric: true,
      narrow: 'line',
    },
    {
      id: 'created',
      header: t('Created'),
      cell: (one) => <MomentCell value={one.creationTime} />,
      csv: (one) => one.creationTime,
      sort: 'creationTime',
    },
  ];
  const list = useList<Remittance>({
    id: 'finance.remittances',
    key: remittancesKey,
    fetch: fetchRemittances,
    rowKey: ({ id }) => id,
    name: ({ remittanceNumber }) => remittanceNumber,
    columns: columns.filter((column) => column !== false),
    filters: [
      {
        kind: 'choice',
        id: 'status',
        label: t('Status'),
        pinned: true,
        field: 'status',
        options: choices(remittanceStatuses).map(([value, { text }]) => ({
          value,
          label: t(text),
        })),
      },
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
        kind: 'days',
        id: 'date',
        label: t('Payment date'),
        pinned: true,
        field: 'paymentDate',
        dayOnly: true,
      },
    ],
    search: { fields: ['remittanceNumber', 'note'] },
    sort: '-creationTime',
  });
  const menu = ({ remittanceNumber, allowedOperations, ...one }: Remittance): RowMenuItem[] => [
    ...(mayRecord && allowedOperations.includes('Pay')
      ? [
          {
            text: t('Record payment'),
            icon: <HandCoins aria-hidden />,
            href: `/finance/payments/new?remittance=${remittanceNumber}`,
          },
        ]
      : []),
    ...(mayCreate && allowedOperations.includes('Delete')
      ? [
          {
            text: t('Delete'),
            keyName: 'remove' as const,
            icon: <Trash2 aria-hidden />,
            destructive: true,
            onClick: () => setDeleting({ ...one, allowedOperations, remittanceNumber }),
          },
        ]
      : []),
  ];
  const name = deleting?.remittanceNumber ?? '';
  return (
    <>
      <RecordList
        list={list}
        title={t('Remittance advices')}
        heading={{
          breadcrumbs: [{ text: t('Payments'), href: leftList('/finance/payments') }],
          actions: mayCreate
            ? [
                {
                  text: t('New remittance advice'),
                  keyName: 'new' as const,
                  href: '/finance/remittances/new',
                  icon: <Plus aria-hidden />,
                  primary: true,
                },
              ]
            : [],
        }}
        menu={menu}
        details={(one) => (
          <InvoiceShares
            note={one.note}
            shares={one.invoiceRemittances.map(
              ({ invoiceId, invoiceNumber, amount, paidAmount }) => ({
                invoiceId,
                invoiceNumber,
                amount,
                paid: paidAmount,
              }),
            )}
          />
        )}
        texts={{
          failed: t('The remittance advices could not be loaded'),
          search: { label: t('Search remittance advices'), placeholder: t('Number, note') },
          filter: t('Filter remittance advices'),
          empty: {
            icon: <FileText />,
            title: t('No remittance advices yet'),
            description: t(
              'They list the invoices that a payment is for, before the money arrives.',
            ),
            action: mayCreate && (
              <Link to="/finance/remittances/new" className={buttonClass()}>
                {t('New remittance advice')}
              </Link>
            ),
          },
          none: {
            title: t('No matching remittance advices'),
            clear: t('Show all remittance advices'),
          },
        }}
      />
      <ConfirmDialog
        open={deleting !== null}
        onOpenChange={(open) => !open && setDeleting(null)}
        title={t('Delete {name}?', { name })}
        description={t('It stays in the list as cancelled. Its invoices stay as they are.')}
        confirmLabel={t('Delete')}
        cancelLabel={t('Keep')}
        destructive
        onConfirm={async () => {
          await mutate({
            call: () => deleteRemittance(name),
            stale: [remittancesKey],
            notice: t('{name} deleted', { name }),
          });
        }}
      />
    </>
  );
}
