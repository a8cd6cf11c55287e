// /carriers: the tenant's accounts with its carriers.
import { useState } from 'react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { Ellipsis, Pencil, PlugZap, Plus, Trash2, Truck } from 'lucide-react';
import {
  Badge, Button, buttonClass, cn, ConfirmDialog, DropdownMenu, EmptyState, errorMessage, ErrorNote, Input, Pagination, Skeleton, Table, TBody, Td, Th, THead, Tr,
} from '@waybill/plugin';
import { usePermissions } from '../../api/session.ts';
import { useT } from '../../lib/i18n.ts';
import { PageHeading } from '../../shell/PageHeading.tsx';
import { toast } from '../../shell/toast.tsx';
import { CarrierChoice } from './CarrierChoice.tsx';
import { useCarrierName } from './names.ts';
import { accountsQuery, deleteAccount, PAGE_SIZE, PERMISSIONS, testAccount, type ListedAccount } from './queries.ts';

const route = getRouteApi('/shell/carriers');

/** Asks the carrier whether the account works, and tells the answer in a notice. */
export function useAccountTest() {
  const t = useT();
  return useMutation({
    mutationFn: (account: ListedAccount) => testAccount(account.id),
    onSuccess: ({ ok, message }, account) => toast({ title: ok ? t('{name} works', { name: account.name }) : t('{name} does not work', { name: account.name }), description: message, variant: ok ? 'default' : 'destructive' }),
    onError: (error, account) => toast({ title: t('{name} could not be tested', { name: account.name }), description: errorMessage(error), variant: 'destructive' }),
  });
}

function Availability({ account }: { account: ListedAccount }) {
  const t = useT();
  const parts = [account.availableForPayg && 'Pay as you go', account.availableForGuest && 'Guests', account.useManualRates && 'Own rate cards'].filter(Boolean);
  return <span className="text-muted-foreground">{parts.length ? parts.join(', ') : t('Customers on account')}</span>;
}

function Row({ account, mayEdit, onDelete }: { account: ListedAccount; mayEdit: boolean; onDelete: () => void }) {
  const t = useT();
  const carrierName = useCarrierName();
  const navigate = route.useNavigate();
  const test = useAccountTest();
  return (
    <Tr>
      <Td className="max-w-48 md:max-w-80">
        <Link to="/carriers/accounts/$id" params={{ id: String(account.id) }} className="block truncate font-medium text-link underline-offset-2 hover:underline">
          {account.name}
        </Link>
      </Td>
      <Td className="max-w-40 truncate text-muted-foreground max-md:hidden">{account.code}</Td>
      <Td className="whitespace-nowrap">{account.carrierName ?? carrierName(account.carrierCode)}</Td>
      <Td>
        <Badge tone={account.isActive ? 'success' : 'neutral'} dot>
          {account.isActive ? t('Active') : t('Inactive')}
        </Badge>
      </Td>
      <Td numeric className="max-md:hidden">{account.customerCount ?? 0}</Td>
      <Td className="max-w-64 truncate max-lg:hidden">
        <Availability account={account} />
      </Td>
      <Td className="w-px text-end">
        <DropdownMenu
          label={t('Actions for {name}', { name: account.name })}
          trigger={
            <Button variant="ghost" size="icon" pending={test.isPending} aria-label={t('Actions for {name}', { name: account.name })} className="size-7">
              {!test.isPending && <Ellipsis aria-hidden />}
            </Button>
          }
          items={[
            { text: mayEdit ? t('Edit') : t('View'), icon: <Pencil aria-hidden />, onClick: () => void navigate({ to: '/carriers/accounts/$id', params: { id: String(account.id) } }) },
            ...(mayEdit ? [{ text: t('Test the connection'), icon: <PlugZap aria-hidden />, onClick: () => test.mutate(account) }, { separator: true }, { text: t('Delete…'), icon: <Trash2 aria-hidden />, destructive: true, onClick: onDelete }] : []),
          ]}
        />
      </Td>
    </Tr>
  );
}

export function AccountList() {
  const t = useT();
  const { q = '', skip = 0 } = route.useSearch();
  const navigate = route.useNavigate();
  const permissions = usePermissions();
  const queryClient = useQueryClient();
  const accounts = useQuery(accountsQuery({ q, skip }));
  const [choosing, setChoosing] = useState(false);
  const [deleting, setDeleting] = useState<ListedAccount | null>(null);
  const mayEdit = permissions.has(PERMISSIONS.edit);
  const total = accounts.data?.totalCount ?? 0;
  const search = (change: { q?: string; skip?: number }) => void navigate({ search: { ...(q ? { q } : {}), ...change }, replace: true });
  return (
    <>
      <PageHeading
        title={t('Carriers')}
        description={t('The accounts that quotes and bookings go through.')}
        actions={[
          ...(mayEdit ? [{ text: t('New account'), icon: <Plus aria-hidden />, primary: true, onClick: () => setChoosing(true) }] : []),
          ...(permissions.has(PERMISSIONS.map) ? [{ text: t('Carriers of a customer'), primary: true, href: '/carriers/customers' }] : []),
        ]}
      />
      <div className="mb-3 flex">
        <Input type="search" aria-label={t('Find an account')} placeholder={t('Find by name, code or carrier')} defaultValue={q} onChange={(event) => search({ q: event.target.value, skip: 0 })} className="max-w-72" />
      </div>
      {accounts.isError ? (
        <ErrorNote title={t('The accounts could not be loaded.')} error={accounts.error} onRetry={() => void accounts.refetch()} />
      ) : accounts.data && total === 0 ? (
        <EmptyState
          icon={<Truck />}
          title={q ? t('Nothing matches “{q}”', { q }) : t('No carrier accounts yet')}
          description={q ? t('Try fewer letters, or another name.') : t('Add an account with a carrier, and its prices appear in every quote.')}
          action={
            !q && mayEdit ? (
              <Button onClick={() => setChoosing(true)}>
                <Plus aria-hidden />{' '}{t('New account')}
              </Button>
            ) : q ? (
              <Link to="/carriers" className={buttonClass({ variant: 'outline' })}>
                {t('Show all accounts')}
              </Link>
            ) : undefined
          }
        />
      ) : (
        <>
          <Table label={t('Carrier accounts')} className={cn(accounts.isPlaceholderData && 'opacity-60')}>
            <THead>
              <tr>
                <Th>{t('Account')}</Th>
                <Th className="max-md:hidden">{t('Code')}</Th>
                <Th>{t('Carrier')}</Th>
                <Th>{t('Status')}</Th>
                <Th numeric className="max-md:hidden">
                  {t('Customers')}
                </Th>
                <Th className="max-lg:hidden">{t('Offered to')}</Th>
                <Th>
                  <span className="sr-only">{t('Actions')}</span>
                </Th>
              </tr>
            </THead>
            <TBody>
              {accounts.data
                ? accounts.data.items.map((account) => <Row key={account.id} account={account} mayEdit={mayEdit} onDelete={() => setDeleting(account)} />)
                : [0, 1, 2, 3].map((row) => (
                    <tr key={row}>
                      <Td colSpan={7}>
                        <Skeleton />
                      </Td>
                    </tr>
                  ))}
            </TBody>
          </Table>
          <Pagination skip={skip} take={PAGE_SIZE} total={total} onChange={(next) => search({ skip: next })} />
        </>
      )}
      <CarrierChoice open={choosing} onOpenChange={setChoosing} />
      <ConfirmDialog
        open={deleting !== null}
        onOpenChange={(open) => !open && setDeleting(null)}
        title={t('Delete {name}?', { name: deleting?.name ?? '' })}
        description={deleting?.customerCount ? t('Quotes will no longer ask it, and {count} customers lose it. Bookings already made with it stay as they are.', { count: deleting.customerCount }, 'Quotes will no longer ask it, and {count} customer loses it. Bookings already made with it stay as they are.') : t('Quotes will no longer ask it. Bookings already made with it stay as they are.')}
        confirmLabel={t('Delete')}
        destructive
        onConfirm={async () => {
          if (!deleting) return;
          await deleteAccount(deleting.id);
          await queryClient.invalidateQueries({ queryKey: ['carriers'] });
          toast({ title: t('Carrier account deleted'), description: deleting.name });
        }}
      />
    </>
  );
}
