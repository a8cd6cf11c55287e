// Customer tab: online stores.
import { Store as StoreIcon } from 'lucide-react';
import { Badge } from '@waybill/plugin';
import { ECommerceStore as limits } from '../../api/limits.gen.ts';
import { usePermissions } from '../../api/session.ts';
import { FlagField, SecretField, TextField } from '../../kit/form-fields.tsx';
import { useRecordForm } from '../../kit/form.ts';
import { FormDialog } from '../../kit/FormDialog.tsx';
import { useList } from '../../kit/list/use-list.ts';
import { useT } from '../../lib/i18n.ts';
import { Belongings } from '../../kit/Belongings.tsx';
import {
  deleteStore,
  draftOf,
  fetchStore,
  fetchStores,
  isStored,
  saveStore,
  storesKey,
  toSent,
  type Store,
} from './stores.ts';

type Listed = Store & { name: string };

const toListed = (store: Store): Listed => ({ ...store, name: store.cartName || store.storeKey });

export default function Stores({ customerId }: { customerId: number }) {
  const t = useT();
  const mayEdit = usePermissions().has('Pages.Customer.Edit');
  const list = useList<Listed>({
    id: 'customers.stores',
    key: [...storesKey, customerId],
    fetch: async (query, signal) => {
      const page = await fetchStores({ ...query, customerId }, signal);
      return { ...page, items: page.items.map(toListed) };
    },
    rowKey: (one) => one.id,
    name: (one) => one.name,
    columns: [
      {
        id: 'name',
        header: t('Name'),
        cell: (one) => one.name,
        csv: (one) => one.name,
        sort: 'cartName',
        fixed: true,
      },
      {
        id: 'type',
        header: t('Platform'),
        cell: (one) => one.storeType,
        csv: (one) => one.storeType,
        sort: 'storeType',
        narrow: 'line',
      },
      {
        id: 'key',
        header: t('Store key'),
        cell: (one) => <span className="font-mono">{one.storeKey}</span>,
        csv: (one) => one.storeKey,
        sort: 'storeKey',
        narrow: 'line',
      },
      {
        id: 'status',
        header: t('Status'),
        cell: (one) => (one.isActive ? t('Active') : <Badge>{t('Inactive')}</Badge>),
        csv: (one) => (one.isActive ? t('Active') : t('Inactive')),
        narrow: 'badge',
      },
    ],
    filters: [
      {
        kind: 'yesNo',
        id: 'active',
        label: t('Active'),
        pinned: true,
        field: 'isActive',
        words: [t('Active'), t('Inactive')],
      },
    ],
    search: { fields: ['cartName', 'storeKey', 'storeType'] },
    sort: 'storeKey',
    pageSize: 25,
    state: 'here',
  });
  return (
    <Belongings
      list={list}
      title={t('Online stores')}
      description={t('Where this customer sells, and how its stores are reached.')}
      mayEdit={mayEdit}
      add={t('New store')}
      texts={{
        failed: t('The online stores could not be loaded'),
        search: { label: t('Search online stores') },
        filter: t('Filter online stores'),
        empty: {
          icon: <StoreIcon />,
          title: t('No online stores yet'),
          description: t('Add the online stores whose orders this customer ships.'),
        },
        none: { title: t('No matching online stores'), clear: t('Show all') },
      }}
      remove={deleteStore}
      afterwards={t(
        'Its keys and tokens are removed. Existing bookings keep the store key. This cannot be undone.',
      )}
      stale={storesKey}
    >
      {(one, close) => <StoreDialog customerId={customerId} store={one} onClose={close} />}
    </Belongings>
  );
}

const members = Object.fromEntries(
  ['apiKey', 'apiSecret', 'accessToken'].map((name) => [
    `ecommerceSettings.storeParams.${name}`,
    `storeParams.${name}`,
  ]),
);

function StoreDialog({
  customerId,
  store,
  onClose,
}: {
  customerId: number;
  store: Listed | null;
  onClose: () => void;
}) {
  const t = useT();
  const form = useRecordForm({
    record: store as Store | null,
    values: draftOf,
    rules: {
      storeType: { needed: t('Enter the platform'), limits: limits.storeType },
      storeKey: { needed: t('Enter a store key'), limits: limits.storeKey },
      cartName: { limits: limits.cartName },
    },
    members,
    save: (values, record) => saveStore(customerId, toSent(values, record)),
    stale: [storesKey],
    notice: (_, { cartName, storeKey }) =>
      store
        ? t('{name} saved', { name: cartName || storeKey })
        : t('{name} added', { name: cartName || storeKey }),
    saved: onClose,
    ...(store ? { newest: () => fetchStore(customerId, store.storeKey) } : {}),
  });
  const code = { dir: 'ltr', spellCheck: false, autoCapitalize: 'none' } as const;
  return (
    <FormDialog
      of={form}
      size="lg"
      title={store ? t('Edit {name}', { name: store.name }) : t('New store')}
      action={store ? t('Save') : t('Add')}
      onClose={onClose}
    >
      <div className="grid gap-3 sm:grid-cols-2">
        <TextField name="cartName" label={t('Name')} />
        <TextField name="storeType" label={t('Platform')} />
        <TextField
          name="storeKey"
          label={t('Store key')}
          {...code}
          hint={t('The name its bookings carry')}
        />
        <SecretField
          name="storeParams.apiKey"
          label={t('API key')}
          isSet={isStored(store, 'apiKey')}
        />
        <SecretField
          name="storeParams.apiSecret"
          label={t('API secret')}
          isSet={isStored(store, 'apiSecret')}
        />
        <SecretField
          name="storeParams.accessToken"
          label={t('Access token')}
          isSet={isStored(store, 'accessToken')}
        />
        <FlagField name="isActive" label={t('Active')} />
      </div>
    </FormDialog>
  );
}
