// The customers' tab: for whom the plugin works, and who has settings of their own.
import { useState } from 'react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { SearchX, Users } from 'lucide-react';
import { Badge, Button, EmptyState, ErrorNote, Input, Pagination, Skeleton, Switch, Table, TBody, Td, Th, THead, Tr } from '@waybill/plugin';
import { useDebounced } from '../../../lib/debounce.ts';
import { useT } from '../../../lib/i18n.ts';
import { toast } from '../../../shell/toast.tsx';
import type { PluginCustomer } from '../config.ts';
import { CUSTOMERS_PER_PAGE, customersQuery, renewCustomers, switchForCustomer } from '../config-queries.ts';
import { refusalText, type Plugin } from '../model.ts';
import { CustomerSettings } from './CustomerSettings.tsx';

function Row({ plugin, customer, mayConfigure, onSettings }: { plugin: Plugin; customer: PluginCustomer; mayConfigure: boolean; onSettings: () => void }) {
  const t = useT();
  const { name } = customer;
  const flip = useMutation({
    mutationFn: async (on: boolean) => {
      await switchForCustomer(plugin.id, customer.id, on);
      await renewCustomers(plugin.id);
    },
    onError: (error) => toast({ title: t('{name} could not be changed', { name }), description: refusalText(error), variant: 'destructive' }),
  });
  // What was asked for shows at once; a refusal takes it back.
  const isOn = flip.isPending ? flip.variables : customer.isEnabled;
  return (
    <Tr>
      <Td className="max-w-72 min-w-32 break-words">
        <span className="font-medium">{name}</span>
        {customer.code && <span className="block text-xs break-all text-muted-foreground">{customer.code}</span>}
      </Td>
      <Td className="w-px">
        <Switch aria-label={t('{plugin} for {customer}', { plugin: plugin.name, customer: name })} checked={isOn} disabled={!mayConfigure || !plugin.isEnabled || flip.isPending} onChange={(event) => flip.mutate(event.target.checked)} />
      </Td>
      <Td className="max-sm:hidden">{customer.hasSettings ? <Badge tone="info">{t('Own settings')}</Badge> : <span className="text-muted-foreground">{t('As the organisation')}</span>}</Td>
      <Td className="w-px text-end">
        <Button variant="outline" size="sm" aria-label={t('Settings of {name}…', { name })} onClick={onSettings}>
          {t('Settings…')}
        </Button>
      </Td>
    </Tr>
  );
}

export function Customers({ plugin, mayConfigure }: { plugin: Plugin; mayConfigure: boolean }) {
  const t = useT();
  const [typed, setTyped] = useState('');
  const [skip, setSkip] = useState(0);
  const [chosen, setChosen] = useState<PluginCustomer | null>(null);
  const search = useDebounced(typed.trim(), 300);
  const customers = useQuery(customersQuery(plugin.id, search, skip));
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <p className="text-[13px] text-muted-foreground">{t('A customer has what the organisation has, unless it is switched off for them here. Each may have settings of their own.')}</p>
      {!plugin.isEnabled && <p className="rounded-lg bg-warning-soft px-3 py-2.5 text-[13px] text-warning-text">{t('The plugin is not enabled for the organisation, so it works for no customer yet.')}</p>}
      <Input
        type="search"
        className="max-w-80"
        aria-label={t('Search customers')}
        placeholder={t('Search customers')}
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value);
          setSkip(0);
        }}
      />
      {customers.isError ? (
        <ErrorNote title={t('The customers could not be loaded')} error={customers.error} onRetry={() => void customers.refetch()} />
      ) : !customers.data ? (
        <Skeleton className="h-40" />
      ) : customers.data.items.length === 0 ? (
        search ? (
          <EmptyState icon={<SearchX />} title={t('No customer is called that')} />
        ) : (
          <EmptyState icon={<Users />} title={t('No customers yet')} description={t('Once there are customers, the plugin can be switched on and off for each.')} />
        )
      ) : (
        <div>
          <Table label={t('Customers of {name}', { name: plugin.name })}>
            <THead>
              <tr>
                <Th>{t('Customer')}</Th>
                <Th>{t('On')}</Th>
                <Th className="max-sm:hidden">{t('Settings')}</Th>
                <Th>
                  <span className="sr-only">{t('Actions')}</span>
                </Th>
              </tr>
            </THead>
            <TBody>
              {customers.data.items.map((customer) => (
                <Row key={customer.id} plugin={plugin} customer={customer} mayConfigure={mayConfigure} onSettings={() => setChosen(customer)} />
              ))}
            </TBody>
          </Table>
          <Pagination skip={skip} take={CUSTOMERS_PER_PAGE} total={customers.data.totalCount} onChange={setSkip} />
        </div>
      )}
      {chosen && <CustomerSettings plugin={plugin} customer={chosen} mayConfigure={mayConfigure} onClose={() => setChosen(null)} />}
    </div>
  );
}
