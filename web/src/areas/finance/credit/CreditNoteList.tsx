// Credit notes by status.
import { useQueries } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ReceiptText } from 'lucide-react';
import { buttonClass, useFormat } from '@waybill/plugin';
import { usePermissions, useSession } from '../../../api/session.ts';
import { DateCell, MomentCell, NOTHING } from '../../../kit/list/Cells.tsx';
import type { ListColumn, ListFilter } from '../../../kit/list/declare.ts';
import { allOf } from '../../../lib/odata.ts';
import { RecordList } from '../../../kit/list/RecordList.tsx';
import { useList } from '../../../kit/list/use-list.ts';
import { CustomerName } from '../../../kit/pickers/CustomerName.tsx';
import { customerReference } from '../../../kit/pickers/customers.ts';
import { statusColumn } from '../../../kit/list/status.tsx';
import { msg, useT } from '../../../lib/i18n.ts';
import { screen } from '../../../shell/screen.tsx';
import { choices } from '../model.ts';
import {
  CREDIT_STATUSES,
  creditGroupFilter,
  creditName,
  type CreditGroup,
  type CreditNote,
} from './model.ts';
import { creditCountQuery, creditKey, fetchCreditNotes } from './queries.ts';

export const CreditNoteList = screen(
  { needs: 'Pages.Finance.CreditNotes', title: msg('Credit notes'), to: msg('see credit notes') },
  Screen,
);

function Screen() {
  const t = useT();
  const format = useFormat();
  const { isTenant } = useSession();
  const { has } = usePermissions();
  const money = ({ currency }: CreditNote, value: number) =>
    value === 0 ? NOTHING : format.money(value, currency);
  const columns: (ListColumn<CreditNote> | false)[] = [
    {
      id: 'number',
      header: t('Credit note'),
      cell: creditName,
      csv: creditName,
      sort: 'creditNoteNumber',
      fixed: true,
    },
    statusColumn(t, ({ status }) => CREDIT_STATUSES[status], { sort: 'status', dot: true }),
    isTenant && {
      id: 'customer',
      header: t('Customer'),
      cell: (note) => <CustomerName id={note.customerId} />,
      csv: (note) => note.customerId,
      narrow: 'line',
    },
    {
      id: 'invoice',
      header: t('Invoice'),
      cell: (note) => note.invoiceNumber ?? `#${note.invoiceId}`,
      csv: (note) => note.invoiceNumber,
      sort: 'invoiceNumber',
      narrow: 'line',
    },
    {
      id: 'amount',
      header: t('Requested'),
      cell: (note) => money(note, note.amount),
      csv: (note) => note.amount,
      sort: 'amount',
      numeric: true,
      narrow: 'line',
    },
    {
      id: 'approved',
      header: t('Approved'),
      cell: (note) => money(note, note.approvedAmount),
      csv: (note) => note.approvedAmount,
      sort: 'approvedAmount',
      numeric: true,
    },
    {
      id: 'left',
      header: t('To apply'),
      cell: (note) => money(note, note.unappliedAmount),
      csv: (note) => note.unappliedAmount,
      sort: 'unappliedAmount',
      numeric: true,
    },
    {
      id: 'created',
      header: t('Requested on'),
      cell: (note) => <MomentCell value={note.creationTime} />,
      csv: (note) => note.creationTime,
      sort: 'creationTime',
    },
    {
      id: 'date',
      header: t('Approved on'),
      cell: (note) => <DateCell value={note.creditNoteDate} />,
      csv: (note) => note.creditNoteDate,
      sort: 'creditNoteDate',
      extra: true,
    },
    {
      id: 'tax',
      header: t('Tax'),
      cell: (note) => money(note, note.tax),
      csv: (note) => note.tax,
      sort: 'tax',
      numeric: true,
      extra: true,
    },
  ];
  const filters: ListFilter[] = [
    {
      kind: 'choice',
      id: 'group',
      label: '',
      hidden: true,
      single: true,
      clears: ['status'],
      options: ['decide', 'apply', 'done'].map((value) => ({ value, label: '' })),
      odata: creditGroupFilter,
    },
    {
      kind: 'choice',
      id: 'status',
      label: t('Status'),
      pinned: true,
      field: 'status',
      clears: ['group'],
      options: choices(CREDIT_STATUSES).map(([value, { text }]) => ({ value, label: t(text) })),
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
    { kind: 'days', id: 'date', label: t('Requested on'), pinned: true, field: 'creationTime' },
    { kind: 'number', id: 'amount', label: t('Requested'), field: 'amount' },
  ];
  const list = useList<CreditNote>({
    id: 'finance.credit-notes',
    key: creditKey,
    fetch: fetchCreditNotes,
    rowKey: ({ id }) => id,
    name: creditName,
    href: ({ id }) => `/finance/credit-notes/${id}`,
    columns: columns.filter((column) => column !== false),
    filters,
    search: { fields: ['creditNoteNumber', 'invoiceNumber'], number: 'id' },
    sort: '-creationTime',
  });
  const groups: { value: CreditGroup; label: string }[] = [
    { value: 'decide', label: isTenant ? t('To decide') : t('Waiting') },
    { value: 'apply', label: t('To apply') },
    { value: 'done', label: t('Settled') },
  ];
  const around = list.filter(['group', 'status']);
  const counts = useQueries({
    queries: groups.map(({ value }) => creditCountQuery(allOf([around, creditGroupFilter(value)]))),
  });
  return (
    <RecordList
      list={list}
      title={t('Credit notes')}
      heading={{
        tabs: {
          label: t('Status groups'),
          value: list.state.filters['group'] ?? (list.state.filters['status'] ? '-' : ''),
          entries: [
            { value: '', label: t('All') },
            ...groups.map((group, at) => ({ ...group, count: counts[at]?.data })),
          ],
          onChange: (group) => list.set({ filters: { group, status: '' } }),
        },
      }}
      texts={{
        failed: t('The credit notes could not be loaded'),
        search: { label: t('Search credit notes'), placeholder: t('Credit note, invoice') },
        filter: t('Filter credit notes'),
        empty: {
          icon: <ReceiptText />,
          title: t('No credit notes yet'),
          description: t('A credit is requested on the page of its invoice, under Actions.'),
          action: has('Pages.Finance.Invoices') && (
            <Link to="/finance/invoices" className={buttonClass()}>
              {t('Go to invoices')}
            </Link>
          ),
        },
        none: { title: t('No matching credit notes'), clear: t('Show all credit notes') },
      }}
    />
  );
}
