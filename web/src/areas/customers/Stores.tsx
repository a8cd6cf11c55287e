// Customer tab: online stores.
import { Store as StoreIcon } from 'lucide-react';
import { ECommerceStore } from '../../api/resources/customers.gen.ts';
import { SecretField } from '../../kit/form-fields.tsx';
import { RecordTab } from '../../kit/RecordTab.tsx';
import { useT } from '../../lib/i18n.ts';
import { isStored, maskedSecrets, secretNames, storeCalls, type Store } from './stores.ts';

const nameOf = ({ cartName, storeKey }: Store) => cartName || storeKey;
const members = Object.fromEntries(
  secretNames.map((name) => [`ecommerceSettings.storeParams.${name}`, `storeParams.${name}`]),
);

export default function Stores({ customerId }: { customerId: number }) {
  const t = useT();
  return (
    <RecordTab
      id="customers.stores"
      resource={ECommerceStore}
      calls={storeCalls(customerId)}
      name={nameOf}
      columns={['cartName', 'storeType', 'storeKey', 'isActive']}
      overrides={{
        cartName: { id: 'name', cell: nameOf, csv: nameOf },
        storeType: { id: 'type', narrow: 'line' },
        storeKey: { id: 'key', narrow: 'line' },
      }}
      search={['cartName', 'storeKey', 'storeType']}
      sort="storeKey"
      icon={<StoreIcon />}
      texts={{
        title: t('Online stores'),
        description: t('Where this customer sells, and how its stores are reached.'),
        add: t('New store'),
        failed: t('The online stores could not be loaded'),
        search: t('Search online stores'),
        filter: t('Filter online stores'),
        empty: [
          t('No online stores yet'),
          t('Add the online stores whose orders this customer ships.'),
        ],
        none: t('No matching online stores'),
        afterwards: t(
          'Its keys and tokens are removed. Existing bookings keep the store key. This cannot be undone.',
        ),
      }}
      wide
      fields={(store) => ({
        cartName: {},
        storeType: {},
        storeKey: { isCode: true, hint: t('The name its bookings carry') },
        apiKey: (
          <SecretField
            name="storeParams.apiKey"
            label={t('API key')}
            isSet={isStored(store, 'apiKey')}
          />
        ),
        apiSecret: (
          <SecretField
            name="storeParams.apiSecret"
            label={t('API secret')}
            isSet={isStored(store, 'apiSecret')}
          />
        ),
        accessToken: (
          <SecretField
            name="storeParams.accessToken"
            label={t('Access token')}
            isSet={isStored(store, 'accessToken')}
          />
        ),
        isActive: {},
      })}
      own={{
        values: () => ({ storeParams: maskedSecrets() }),
        toWire: ({ storeParams }) => ({ storeParams }),
      }}
      members={members}
    />
  );
}
