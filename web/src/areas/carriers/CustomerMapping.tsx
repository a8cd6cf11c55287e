// /carriers/customers: which accounts a customer's quotes may use.
import { useState } from 'react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { Building2, Truck } from 'lucide-react';
import { Badge, Button, Card, CardHeader, Checkbox, EmptyState, ErrorNote, Field, Skeleton } from '@waybill/plugin';
import { usePermissions } from '../../api/session.ts';
import { useT } from '../../lib/i18n.ts';
import { LeaveGuard } from '../../lib/leave-guard.tsx';
import { CustomerPicker } from '../../shell/CustomerPicker.tsx';
import { PageHeading } from '../../shell/PageHeading.tsx';
import { toast } from '../../shell/toast.tsx';
import { useCarrierName } from './names.ts';
import { accountsQuery, mapAccounts, mappingsQuery, PERMISSIONS, type ListedAccount } from './queries.ts';

const route = getRouteApi('/shell/carriers/customers');
const sameIds = (a: ReadonlySet<number>, b: ReadonlySet<number>) => a.size === b.size && [...a].every((id) => b.has(id));

function Choice({ customerId, accounts, mapped }: { customerId: number; accounts: ListedAccount[]; mapped: ReadonlySet<number> }) {
  const t = useT();
  const carrierName = useCarrierName();
  const queryClient = useQueryClient();
  const mayMap = usePermissions().has(PERMISSIONS.map);
  const [chosen, setChosen] = useState(mapped);
  const dirty = !sameIds(chosen, mapped);
  const save = useMutation({
    mutationFn: () => mapAccounts(customerId, [...chosen]),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: ['carriers'] });
      toast({ title: t('Carriers of the customer saved') });
    },
  });
  const toggle = (id: number, on: boolean) => {
    const next = new Set(chosen);
    if (on) next.add(id);
    else next.delete(id);
    setChosen(next);
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (!save.isPending) save.mutate();
      }}
    >
      {save.isError && <ErrorNote className="mb-3" error={save.error} />}
      <ul className="divide-y divide-border rounded-lg border border-border">
        {accounts.map((account) => (
          <li key={account.id} className="flex items-center justify-between gap-4 px-3 py-2">
            <Checkbox label={account.name} hint={`${account.carrierName ?? carrierName(account.carrierCode)} · ${account.code}`} checked={chosen.has(account.id)} disabled={!mayMap} onChange={(event) => toggle(account.id, event.target.checked)} />
            {!account.isActive && <Badge>{t('Inactive')}</Badge>}
          </li>
        ))}
      </ul>
      {mayMap && (
        <div className="mt-4 flex items-center gap-3">
          <Button type="submit" pending={save.isPending} disabled={!dirty}>
            {t('Save')}
          </Button>
          {dirty && (
            <Button variant="ghost" onClick={() => setChosen(mapped)}>
              {t('Undo the changes')}
            </Button>
          )}
        </div>
      )}
      <LeaveGuard dirty={dirty} />
    </form>
  );
}

function Accounts({ customerId }: { customerId: number }) {
  const t = useT();
  const accounts = useQuery(accountsQuery({ take: 1000 }));
  const mappings = useQuery(mappingsQuery(customerId));
  if (accounts.isError || mappings.isError) {
    return <ErrorNote error={accounts.error ?? mappings.error} onRetry={() => void Promise.all([accounts.refetch(), mappings.refetch()])} />;
  }
  if (!accounts.data || !mappings.data) {
    return (
      <div className="grid gap-2">
        <Skeleton className="h-12" />
        <Skeleton className="h-12" />
      </div>
    );
  }
  if (accounts.data.items.length === 0) return <EmptyState icon={<Truck />} title={t('No carrier accounts yet')} description={t('Add one on the page of carriers first.')} />;
  const mapped = new Set(mappings.data.items.filter((mapping) => mapping.isActive).map((mapping) => mapping.carrierAccountId));
  return <Choice key={`${customerId} ${[...mapped].join()}`} customerId={customerId} accounts={accounts.data.items} mapped={mapped} />;
}

export function CustomerMapping() {
  const t = useT();
  const { customerId } = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <>
      <PageHeading title={t('Carriers of a customer')} breadcrumbs={[{ text: t('Carriers'), href: '/carriers' }]} />
      <Card className="max-w-2xl">
        <CardHeader title={t('Which accounts may this customer use?')} description={t('Quotes and bookings of the customer ask these accounts. While none is ticked, they may use all of them.')} />
        <Field label={t('Customer')} className="mb-4">
          <CustomerPicker value={customerId ?? null} onChange={(customer) => void navigate({ search: customer ? { customerId: customer.id } : {}, replace: true })} />
        </Field>
        {customerId === undefined ? <EmptyState icon={<Building2 />} title={t('Choose a customer')} description={t('Their accounts are listed here.')} /> : <Accounts customerId={customerId} />}
      </Card>
    </>
  );
}
