// The customer list.
import { lazy, Suspense, useState } from 'react';
import { PersonCell } from '../../kit/Person.tsx';
import { Link } from '@tanstack/react-router';
import { FileUp, Plus, Users } from 'lucide-react';
import { buttonClass, useFormat, words } from '@waybill/plugin';
import { usePermissions } from '../../api/session.ts';
import { DayCell, TextCell } from '../../kit/list/Cells.tsx';
import type { ListColumn } from '../../kit/list/declare.ts';
import { RecordList } from '../../kit/list/RecordList.tsx';
import { NOTE_HASH } from '../../kit/note-key.ts';
import { useList } from '../../kit/list/use-list.ts';
import { activeFilter, statusColumn } from '../../kit/list/status.tsx';
import { msg, useT } from '../../lib/i18n.ts';
import { wordText } from '../../lib/words.ts';
import { screen } from '../../shell/screen.tsx';
import { accountStatusOf } from './AccountStatus.tsx';
import { customerName, accountStatuses, customerTypes, type Customer } from './model.ts';
import { customersKey, fetchCustomers } from './queries.ts';

const CustomerImport = lazy(() => import('./CustomerImport.tsx'));

type Listed = Customer & { id: number };

export const CustomerList = screen(
  { needs: 'Pages.Customer', title: msg('Customers'), to: msg('see customers') },
  CustomerListScreen,
);

function useColumns(seesCredit: boolean): ListColumn<Listed>[] {
  const t = useT();
  const format = useFormat();
  const town = ({ address }: Customer) =>
    [address?.suburb, address?.state].filter(Boolean).join(' ');
  const telephone = (customer: Customer) => customer.contact || customer.mobile || '';
  const columns: (ListColumn<Listed> | false)[] = [
    {
      id: 'customer',
      header: t('Customer'),
      cell: customerName,
      csv: customerName,
      sort: 'companyName',
      fixed: true,
    },
    {
      id: 'code',
      header: t('Code'),
      cell: (customer) => customer.code,
      csv: (customer) => customer.code,
      sort: 'code',
      narrow: 'line',
    },
    {
      id: 'type',
      header: t('Type'),
      priority: 7,
      cell: (customer) => (customer.type ? t(wordText(customer.type)) : '–'),
      csv: (customer) => (customer.type ? t(wordText(customer.type)) : ''),
      sort: 'type',
    },
    {
      id: 'contact',
      header: t('Contact'),
      priority: 4,
      cell: (customer) => customer.contactName || '–',
      csv: (customer) => customer.contactName,
    },
    {
      id: 'telephone',
      header: t('Phone number'),
      priority: 3,
      cell: (customer) => <TextCell dir="ltr">{telephone(customer) || '–'}</TextCell>,
      csv: telephone,
      narrow: 'line',
    },
    {
      id: 'email',
      header: t('Email'),
      priority: 5,
      cell: (customer) => customer.email || '–',
      csv: (customer) => customer.email,
    },
    {
      id: 'suburb',
      header: t('Suburb'),
      priority: 1,
      cell: (customer) => town(customer) || '–',
      csv: town,
      narrow: 'line',
    },
    seesCredit && {
      id: 'credit',
      header: t('Credit limit'),
      priority: 2,
      cell: (customer) =>
        customer.creditLimit == null ? t('No limit') : format.money(customer.creditLimit),
      csv: (customer) => customer.creditLimit,
      numeric: true,
    },
    {
      id: 'terms',
      header: t('Payment terms'),
      priority: 6,
      cell: (customer) => customer.paymentTerms || '–',
      csv: (customer) => customer.paymentTerms,
      extra: true,
    },
    {
      id: 'manager',
      header: t('Account manager'),
      priority: 4,
      cell: (customer) => <PersonCell name={customer.accountManager} />,
      csv: (customer) => customer.accountManager,
      extra: true,
    },
    {
      id: 'since',
      header: t('Since'),
      priority: 6,
      cell: (customer) => <DayCell value={customer.dateOfRegistration} />,
      csv: (customer) => customer.dateOfRegistration,
      sort: 'dateOfRegistration',
    },
    {
      id: 'lastBooking',
      header: t('Last booking'),
      priority: 5,
      cell: (customer) => <DayCell value={customer.lastBookingDate} />,
      csv: (customer) => customer.lastBookingDate,
      extra: true,
    },
    statusColumn(t, accountStatusOf, { fixed: true }),
  ];
  return columns.filter((column) => column !== false);
}

function CustomerListScreen() {
  const t = useT();
  const { has } = usePermissions();
  const mayCreate = has('Pages.Customer.Create');
  const [importing, setImporting] = useState(false);
  const list = useList<Listed>({
    id: 'customers.list',
    key: customersKey,
    fetch: fetchCustomers,
    rowKey: (customer) => customer.id,
    name: customerName,
    href: (customer) => `/customers/${customer.id}/details`,
    columns: useColumns(has('Pages.Customer.ViewCredit')),
    filters: [
      {
        kind: 'choice',
        id: 'type',
        label: t('Type'),
        pinned: true,
        field: 'type',
        options: customerTypes.map((value) => ({ value, label: t(wordText(value)) })),
      },
      activeFilter(t),
      {
        kind: 'choice',
        id: 'status',
        label: t('Account status'),
        field: 'accountStatus',
        options: accountStatuses.map((value) => ({ value, label: t(words(value)) })),
      },
      { kind: 'days', id: 'since', label: t('Since'), field: 'dateOfRegistration' },
    ],
    search: {
      fields: ['code', 'companyName', 'contactName', 'accountName', 'customerName', 'email'],
      number: 'id',
    },
    sort: 'companyName',
  });
  return (
    <>
      <RecordList
        list={list}
        rowLinks={{
          ...(has('Pages.Customer.Edit')
            ? { edit: ({ id }: Listed) => `/customers/${id}/edit` }
            : {}),
          note: ({ id }: Listed) => `/customers/${id}/details?tab=notes${NOTE_HASH}`,
        }}
        title={t('Customers')}
        heading={{
          actions: mayCreate
            ? [
                {
                  text: t('Import'),
                  icon: <FileUp aria-hidden />,
                  onClick: () => setImporting(true),
                },
                {
                  text: t('New customer'),
                  keyName: 'new' as const,
                  href: '/customers/new',
                  icon: <Plus aria-hidden />,
                  primary: true,
                },
              ]
            : [],
        }}
        texts={{
          failed: t('The customers could not be loaded'),
          search: { label: t('Search customers'), placeholder: t('Name, code, contact, email') },
          filter: t('Filter customers'),
          empty: {
            icon: <Users />,
            title: t('No customers yet'),
            description: t('Add your first customer to start quoting and booking.'),
            action: mayCreate && (
              <Link to="/customers/new" className={buttonClass()}>
                {t('New customer')}
              </Link>
            ),
          },
          none: {
            title: t('No matching customers'),
            description: t('Try a shorter search or another type.'),
            clear: t('Show all customers'),
          },
        }}
      />
      {importing && (
        <Suspense fallback={null}>
          <CustomerImport onClose={() => setImporting(false)} />
        </Suspense>
      )}
    </>
  );
}
