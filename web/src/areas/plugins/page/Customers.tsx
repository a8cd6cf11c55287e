// Customers tab: state and settings.
import { useState } from 'react';
import { Users } from 'lucide-react';
import { Badge, Button, Switch, WarningNote } from '@waybill/plugin';
import { RecordList } from '../../../kit/list/RecordList.tsx';
import { useList } from '../../../kit/list/use-list.ts';
import { useMutate } from '../../../kit/mutate.ts';
import { useT } from '../../../lib/i18n.ts';
import type { PluginCustomer } from '../config.ts';
import {
  customersKey,
  fetchCustomers,
  renewCustomers,
  switchForCustomer,
} from '../config-queries.ts';
import { refusalText, type Plugin } from '../model.ts';
import { CustomerSettings } from './CustomerSettings.tsx';

function OnOff({
  plugin,
  customer,
  mayConfigure,
}: {
  plugin: Plugin;
  customer: PluginCustomer;
  mayConfigure: boolean;
}) {
  const t = useT();
  const { name } = customer;
  const flip = useMutate({
    call: async (on: boolean) => {
      await switchForCustomer(plugin.id, customer.id, on);
      await renewCustomers(plugin.id);
    },
    failed: t('{name} could not be changed', { name }),
    explain: refusalText,
  });
  // Optimistic.
  const isOn = flip.isPending ? flip.variables : customer.isEnabled;
  return (
    <Switch
      aria-label={t('{plugin} for {customer}', { plugin: plugin.name, customer: name })}
      checked={isOn}
      disabled={!mayConfigure || !plugin.isEnabled || flip.isPending}
      onChange={(event) => flip.mutate(event.target.checked)}
    />
  );
}

export function Customers({ plugin, mayConfigure }: { plugin: Plugin; mayConfigure: boolean }) {
  const t = useT();
  const [chosen, setChosen] = useState<PluginCustomer | null>(null);
  const list = useList<PluginCustomer>({
    id: 'plugins.customers',
    key: customersKey(plugin.id),
    fetch: (query, signal) => fetchCustomers({ ...query, id: plugin.id }, signal),
    rowKey: (customer) => customer.id,
    name: (customer) => customer.name,
    columns: [
      { id: 'name', header: t('Customer'), cell: (customer) => customer.name, fixed: true },
      { id: 'code', header: t('Code'), cell: (customer) => customer.code, narrow: 'line' },
      {
        id: 'on',
        header: t('On'),
        cell: (customer) => (
          <OnOff plugin={plugin} customer={customer} mayConfigure={mayConfigure} />
        ),
        fixed: true,
        narrow: 'badge',
      },
      {
        id: 'settings',
        header: t('Settings'),
        cell: (customer) =>
          customer.hasSettings ? (
            <Badge tone="info">{t('Own settings')}</Badge>
          ) : (
            <span className="text-muted-foreground">{t('From the organisation')}</span>
          ),
        narrow: 'line',
      },
    ],
    search: { query: (search) => ({ search }) },
    pageSize: 25,
    state: 'here',
  });
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <p className="text-[13px] text-muted-foreground">
        {t(
          'Customers use the plugin unless it is turned off for them here. Each customer can have its own settings.',
        )}
      </p>
      {!plugin.isEnabled && (
        <WarningNote role="note">
          {t('The plugin is not enabled for your organisation, so no customer can use it yet.')}
        </WarningNote>
      )}
      <RecordList
        list={list}
        title={t('Customers of {name}', { name: plugin.name })}
        aside={(customer) => (
          <Button
            variant="ghost"
            size="sm"
            className="h-6"
            aria-label={t('Settings of {name}…', { name: customer.name })}
            onClick={() => setChosen(customer)}
          >
            {t('Settings…')}
          </Button>
        )}
        texts={{
          failed: t('The customers could not be loaded'),
          search: { label: t('Search customers') },
          empty: {
            icon: <Users />,
            title: t('No customers yet'),
            description: t('Once you have customers, you can turn the plugin on or off for each.'),
          },
          none: { title: t('No matching customers'), clear: t('Show all customers') },
        }}
      />
      {chosen && (
        <CustomerSettings
          plugin={plugin}
          customer={chosen}
          mayConfigure={mayConfigure}
          onClose={() => setChosen(null)}
        />
      )}
    </div>
  );
}
