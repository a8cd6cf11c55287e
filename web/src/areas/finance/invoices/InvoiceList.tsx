// Invoice list with bulk actions.
import { useQueries, useQuery } from '@tanstack/react-query';
import { CalendarRange, CreditCard, FileText, Plus } from 'lucide-react';
import { buttonClass, useFormat } from '@waybill/plugin';
import { Link } from '@tanstack/react-router';
import { usePermissions, useSession } from '../../../api/session.ts';
import { MailState } from '../../../kit/emails/MailState.tsx';
import { mailStates } from '../../../kit/emails/model.ts';
import { DateCell, MomentCell, NOTHING, TextCell } from '../../../kit/list/Cells.tsx';
import type { ListColumn, ListFilter } from '../../../kit/list/declare.ts';
import { allOf } from '../../../lib/odata.ts';
import { RecordList } from '../../../kit/list/RecordList.tsx';
import { useList } from '../../../kit/list/use-list.ts';
import { customerReference } from '../../../kit/pickers/customers.ts';
import { cardOptionsQuery } from '../../../lib/cards.ts';
import { dayIn } from '../../../lib/days.ts';
import { statusColumn } from '../../../kit/list/status.tsx';
import { msg, useT } from '../../../lib/i18n.ts';
import { screen } from '../../../shell/screen.tsx';
import {
  choices,
  customerName,
  groupFilter,
  invoiceName,
  invoiceTypes,
  statuses,
  type Group,
  type Invoice,
} from '../model.ts';
import { fetchInvoices, invoiceCountQuery, invoicesKey } from '../queries.ts';
import { InvoiceState } from '../StatusBadge.tsx';
import { useBulk } from './use-bulk.tsx';

export const InvoiceList = screen(
  { needs: 'Pages.Finance.Invoices', title: msg('Invoices'), to: msg('see invoices') },
  Screen,
);

const GROUP_FILTERS = ['group', 'status'];

function useColumns(isTenant: boolean): ListColumn<Invoice>[] {
  const t = useT();
  const format = useFormat();
  const columns: (ListColumn<Invoice> | false)[] = [
    {
      id: 'number',
      header: t('Invoice'),
      cell: invoiceName,
      csv: (invoice) => invoice.invoiceNumber ?? '',
      sort: 'invoiceNumber',
      fixed: true,
    },
    statusColumn(t, ({ status }) => statuses[status], {
      cell: (invoice) => <InvoiceState invoice={invoice} />,
      sort: 'status',
      fixed: true,
    }),
    isTenant && {
      id: 'customer',
      header: t('Customer'),
      cell: (invoice) => <TextCell>{customerName(invoice.customer)}</TextCell>,
      csv: (invoice) => customerName(invoice.customer),
      narrow: 'line',
    },
    {
      id: 'date',
      header: t('Date'),
      cell: (invoice) => <DateCell value={invoice.invoiceDate} />,
      csv: (invoice) => invoice.invoiceDate,
      sort: 'invoiceDate',
    },
    {
      id: 'due',
      header: t('Due'),
      cell: (invoice) => <DateCell value={invoice.dueDate} />,
      csv: (invoice) => invoice.dueDate,
      sort: 'dueDate',
      narrow: 'line',
    },
    {
      id: 'amount',
      header: t('Total'),
      cell: (invoice) => format.money(invoice.amount, invoice.currency),
      csv: (invoice) => invoice.amount,
      sort: 'amount',
      numeric: true,
    },
    {
      id: 'outstanding',
      header: t('Outstanding'),
      cell: (invoice) => format.money(invoice.outstandingAmount, invoice.currency),
      csv: (invoice) => invoice.outstandingAmount,
      sort: 'outstandingAmount',
      numeric: true,
      narrow: 'line',
    },
    {
      id: 'type',
      header: t('Type'),
      cell: (invoice) => t(invoiceTypes[invoice.invoiceType]),
      csv: (invoice) => t(invoiceTypes[invoice.invoiceType]),
      sort: 'invoiceType',
    },
    {
      id: 'costCenter',
      header: t('Cost centre'),
      cell: (invoice) => <TextCell>{invoice.costCenter || NOTHING}</TextCell>,
      csv: (invoice) => invoice.costCenter,
      sort: 'costCenter',
      extra: true,
    },
    {
      id: 'sent',
      header: t('Email status'),
      cell: (invoice) => (invoice.mailState ? <MailState state={invoice.mailState} /> : NOTHING),
      csv: (invoice) => invoice.mailState && t(mailStates[invoice.mailState].text),
      sort: 'mailState',
      extra: !isTenant,
    },
    {
      id: 'sentTime',
      header: t('Sent'),
      cell: (invoice) => <MomentCell value={invoice.mailedTime} />,
      csv: (invoice) => invoice.mailedTime,
      sort: 'mailedTime',
      extra: true,
    },
    {
      id: 'net',
      header: t('Before tax'),
      cell: (invoice) => format.money(invoice.taxExclusiveAmount, invoice.currency),
      csv: (invoice) => invoice.taxExclusiveAmount,
      sort: 'taxExclusiveAmount',
      numeric: true,
      extra: true,
    },
    {
      id: 'tax',
      header: t('Tax'),
      cell: (invoice) => format.money(invoice.tax, invoice.currency),
      csv: (invoice) => invoice.tax,
      sort: 'tax',
      numeric: true,
      extra: true,
    },
    {
      id: 'created',
      header: t('Created'),
      cell: (invoice) => <MomentCell value={invoice.creationTime} />,
      csv: (invoice) => invoice.creationTime,
      sort: 'creationTime',
      extra: true,
    },
    {
      id: 'run',
      header: t('Run'),
      cell: (invoice) => (invoice.invoiceBatchId === null ? NOTHING : `#${invoice.invoiceBatchId}`),
      csv: (invoice) => invoice.invoiceBatchId,
      sort: 'invoiceBatchId',
      extra: true,
    },
  ];
  return columns.filter((column) => column !== false);
}

function useGroups(isTenant: boolean): { value: Group; label: string; alarming?: boolean }[] {
  const t = useT();
  return [
    ...(isTenant
      ? [
          { value: 'draft' as const, label: t('Open') },
          { value: 'ready' as const, label: t('To post') },
        ]
      : []),
    { value: isTenant ? 'unpaid' : 'due', label: t('Unpaid') },
    { value: 'overdue', label: t('Overdue'), alarming: true },
    { value: 'settled', label: t('Settled') },
  ];
}

function Screen() {
  const t = useT();
  const { timezone } = useFormat();
  const { isTenant } = useSession();
  const mayCreate = usePermissions().has('Pages.Finance.Invoices.Create');
  const mayPay = usePermissions().has('Pages.Finance.Payments.Create');
  const takesCards =
    Boolean(useQuery({ ...cardOptionsQuery(), enabled: mayPay }).data?.provider) && mayPay;
  const seesCustomers = usePermissions().has('Pages.Customer');
  const today = dayIn(timezone);
  const groups = useGroups(isTenant);
  const bulk = useBulk();
  const filters: ListFilter[] = [
    {
      kind: 'choice',
      id: 'group',
      label: t('Status groups'),
      hidden: true,
      single: true,
      clears: ['status'],
      options: groups,
      odata: (group) => groupFilter(group, today),
    },
    {
      kind: 'choice',
      id: 'status',
      label: t('Status'),
      pinned: true,
      field: 'status',
      clears: ['group'],
      options: choices(statuses).map(([value, { text }]) => ({ value, label: t(text) })),
    },
    ...(isTenant && seesCustomers
      ? [
          {
            kind: 'reference' as const,
            id: 'customer',
            label: t('Customer'),
            pinned: true,
            field: 'customerId',
            placeholder: t('Search customers…'),
            ...customerReference,
          },
        ]
      : []),
    {
      kind: 'days',
      id: 'date',
      label: t('Date'),
      pinned: true,
      field: 'invoiceDate',
      dayOnly: true,
    },
    { kind: 'days', id: 'due', label: t('Due'), field: 'dueDate', dayOnly: true },
    {
      kind: 'choice',
      id: 'type',
      label: t('Type'),
      field: 'invoiceType',
      options: choices(invoiceTypes).map(([value, text]) => ({ value, label: t(text) })),
    },
    { kind: 'number', id: 'amount', label: t('Total'), field: 'amount' },
    { kind: 'text', id: 'costCenter', label: t('Cost centre'), field: 'costCenter' },
    ...(isTenant
      ? [{ kind: 'number' as const, id: 'run', label: t('Run'), field: 'invoiceBatchId' }]
      : []),
  ];
  const list = useList<Invoice>({
    id: 'finance.invoices',
    key: invoicesKey,
    fetch: fetchInvoices,
    rowKey: (invoice) => invoice.id,
    name: invoiceName,
    href: (invoice) => `/finance/invoices/${invoice.id}`,
    columns: useColumns(isTenant),
    filters,
    search: { fields: ['invoiceNumber', 'reference', 'costCenter'], number: 'id' },
    sort: '-invoiceDate',
  });
  const around = list.filter(GROUP_FILTERS);
  const counts = useQueries({
    queries: groups.map(({ value }) =>
      invoiceCountQuery(allOf([around, groupFilter(value, today)])),
    ),
  });
  return (
    <RecordList
      list={list}
      title={t('Invoices')}
      heading={{
        actions: [
          ...(mayCreate
            ? [
                {
                  text: t('Run invoices'),
                  href: '/finance/invoices/run',
                  icon: <CalendarRange aria-hidden />,
                  primary: true,
                },
                {
                  text: t('New invoice'),
                  keyName: 'new' as const,
                  href: '/finance/invoices/new',
                  icon: <Plus aria-hidden />,
                  primary: true,
                },
              ]
            : []),
          ...(takesCards
            ? [
                {
                  text: t('Pay by card'),
                  href: '/finance/pay',
                  icon: <CreditCard aria-hidden />,
                  primary: !isTenant,
                },
              ]
            : []),
        ],
        tabs: {
          label: t('Status groups'),
          value: list.state.filters['group'] ?? (list.state.filters['status'] ? '-' : ''),
          entries: [
            { value: '', label: t('All') },
            ...groups.map(({ alarming = false, ...group }, at) => ({
              ...group,
              count: counts[at]?.data,
              alarming: alarming && (counts[at]?.data ?? 0) > 0,
            })),
          ],
          onChange: (group) => list.set({ filters: { group, status: '' } }),
        },
      }}
      bulk={mayCreate ? bulk : []}
      texts={{
        failed: t('The invoices could not be loaded'),
        search: { label: t('Search invoices'), placeholder: t('Invoice number, reference') },
        filter: t('Filter invoices'),
        selected: (count) => t('{count} invoices selected', { count }, '{count} invoice selected'),
        withSelected: t('Actions for the selected invoices'),
        empty: mayCreate
          ? {
              icon: <FileText />,
              title: t('No invoices yet'),
              description: t('Run invoices for bookings, or create one for something else.'),
              action: (
                <Link to="/finance/invoices/run" className={buttonClass()}>
                  {t('Run invoices')}
                </Link>
              ),
            }
          : {
              icon: <FileText />,
              title: t('No invoices yet'),
              description: t('Invoices appear here once they are closed.'),
            },
        none: {
          title: t('No matching invoices'),
          description: t('Try another group or a longer period, or clear the filters.'),
          clear: t('Show all invoices'),
        },
      }}
    />
  );
}
