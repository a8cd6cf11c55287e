// /carriers: the tenant's carrier accounts.
import { useState } from 'react';
import { useNavigate } from '@tanstack/react-router';
import { Pencil, PlugZap, Plus, Trash2, Truck } from 'lucide-react';
import { Button, ConfirmDialog, useFormat } from '@waybill/plugin';
import { usePermissions } from '../../api/session.ts';
import { StateCell } from '../../kit/list/Cells.tsx';
import { RecordList } from '../../kit/list/RecordList.tsx';
import { useList } from '../../kit/list/use-list.ts';
import { target } from '../../lib/href.ts';
import { mutate, useMutate } from '../../kit/mutate.ts';
import { activeFilter } from '../../kit/list/status.tsx';
import { msg, useT } from '../../lib/i18n.ts';
import { screen } from '../../shell/screen.tsx';
import { useCarrierName } from '../../plugins/carrier-names.ts';
import { CarrierChoice } from './CarrierChoice.tsx';
import {
  accountsKey,
  deleteAccount,
  fetchAccounts,
  PERMISSIONS,
  testAccount,
  type ListedAccount,
} from './queries.ts';

/** Tests an account at the carrier and shows the result as a toast. */
export function useAccountTest() {
  const t = useT();
  return useMutate({
    call: (account: ListedAccount) => testAccount(account.id),
    notice: ({ ok, message }, { name }) => ({
      title: ok
        ? t('{name}: connection successful', { name })
        : t('{name}: connection failed', { name }),
      description: message,
      variant: ok ? 'default' : 'destructive',
    }),
    failed: ({ name }) => t('{name} could not be tested', { name }),
  });
}

const pathOf = (account: ListedAccount) => `/carriers/accounts/${account.id}`;

export const AccountList = screen(
  { needs: PERMISSIONS.see, title: msg('Carriers'), to: msg('see carrier accounts') },
  AccountsScreen,
);

function AccountsScreen() {
  const t = useT();
  const format = useFormat();
  const navigate = useNavigate();
  const permissions = usePermissions();
  const carrierName = useCarrierName();
  const test = useAccountTest();
  const [choosing, setChoosing] = useState(false);
  const [deleting, setDeleting] = useState<ListedAccount | null>(null);
  const mayEdit = permissions.has(PERMISSIONS.edit);
  const nameOf = (account: ListedAccount) =>
    account.carrierName ?? carrierName(account.carrierCode);
  const offered = (account: ListedAccount) =>
    [
      account.availableForPayg && t('Pay as you go'),
      account.availableForGuest && t('Guests'),
      account.useManualRates && t('Own rate cards'),
    ]
      .filter(Boolean)
      .join(', ') || t('Customers on account');
  const list = useList<ListedAccount>({
    id: 'carriers.accounts',
    key: accountsKey,
    fetch: fetchAccounts,
    rowKey: (account) => account.id,
    name: (account) => account.name,
    href: pathOf,
    columns: [
      {
        id: 'name',
        header: t('Account'),
        cell: (account) => account.name,
        csv: (account) => account.name,
        sort: 'name',
        fixed: true,
      },
      {
        id: 'code',
        header: t('Code'),
        cell: (account) => account.code,
        csv: (account) => account.code,
        sort: 'code',
        narrow: 'line',
      },
      { id: 'carrier', header: t('Carrier'), cell: nameOf, csv: nameOf, narrow: 'line' },
      {
        id: 'status',
        header: t('Status'),
        cell: (account) => <StateCell on={account.isActive} />,
        csv: (account) => (account.isActive ? t('Active') : t('Inactive')),
        fixed: true,
        narrow: 'badge',
      },
      {
        id: 'customers',
        header: t('Customers'),
        cell: (account) =>
          account.customerCount
            ? format.number(account.customerCount)
            : t('All unassigned customers'),
        csv: (account) => account.customerCount ?? 0,
        numeric: true,
      },
      { id: 'offered', header: t('Offered to'), cell: offered, csv: offered },
    ],
    filters: [activeFilter(t)],
    search: { fields: ['name', 'code', 'carrierCode'] },
    sort: 'name',
  });
  return (
    <>
      <RecordList
        list={list}
        title={t('Carriers')}
        heading={{
          description: t('Accounts used for quotes and bookings.'),
          actions: [
            ...(mayEdit
              ? [
                  {
                    text: t('New account'),
                    keyName: 'new' as const,
                    icon: <Plus aria-hidden />,
                    primary: true,
                    onClick: () => setChoosing(true),
                  },
                ]
              : []),
            ...(permissions.has(PERMISSIONS.map)
              ? [{ text: t('Customer carriers'), primary: true, href: '/carriers/customers' }]
              : []),
          ],
        }}
        menu={(account) => [
          {
            text: mayEdit ? t('Edit') : t('View'),
            keyName: 'edit' as const,
            icon: <Pencil aria-hidden />,
            onClick: () => void navigate({ ...target(pathOf(account)) }),
          },
          ...(mayEdit
            ? [
                {
                  text: t('Test the connection'),
                  icon: <PlugZap aria-hidden />,
                  disabled: test.isPending,
                  onClick: () => test.mutate(account),
                },
                { separator: true },
                {
                  text: t('Delete…'),
                  keyName: 'remove' as const,
                  icon: <Trash2 aria-hidden />,
                  destructive: true,
                  onClick: () => setDeleting(account),
                },
              ]
            : []),
        ]}
        texts={{
          failed: t('The accounts could not be loaded.'),
          search: {
            label: t('Search accounts'),
            placeholder: t('Search by name, code or carrier'),
          },
          filter: t('Filter accounts'),
          empty: {
            icon: <Truck />,
            title: t('No carrier accounts yet'),
            description: t('Add a carrier account to see its prices in every quote.'),
            action: mayEdit && (
              <Button onClick={() => setChoosing(true)}>
                <Plus aria-hidden /> {t('New account')}
              </Button>
            ),
          },
          none: {
            title: t('No matching accounts'),
            description: t('Try a shorter or different search.'),
            clear: t('Show all accounts'),
          },
        }}
      />
      <CarrierChoice open={choosing} onOpenChange={setChoosing} />
      <ConfirmDialog
        open={deleting !== null}
        onOpenChange={(open) => !open && setDeleting(null)}
        title={t('Delete {name}?', { name: deleting?.name ?? '' })}
        description={
          deleting?.customerCount
            ? t(
                'The account is no longer used for quotes and is removed from {count} ' +
                  'customers. Existing bookings are kept.',
                { count: deleting.customerCount },
                'The account is no longer used for quotes and is removed from {count} ' +
                  'customer. Existing bookings are kept.',
              )
            : t('The account is no longer used for quotes. Existing bookings are kept.')
        }
        confirmLabel={t('Delete')}
        destructive
        onConfirm={async () => {
          if (!deleting) return;
          await mutate({
            call: () => deleteAccount(deleting.id),
            stale: [['carriers']],
            notice: { title: t('Carrier account deleted'), description: deleting.name },
          });
        }}
      />
    </>
  );
}
