// Online store queries and mutations.
import { api } from '../../api/client.ts';
import type { Schema } from '../../api/types.ts';
import type { ListQuery } from '../../kit/list/declare.ts';
import { customersKey } from './queries.ts';

const path = '/api/customer/customersettings';
const stale = [...customersKey, 'stores'] as const;

export type Store = Schema<'StoreView'>;

export const storeCalls = (customerId: number) => ({
  key: [...stale, customerId],
  stale,
  fetch: (query: ListQuery, signal: AbortSignal) =>
    api.get(`${path}/getecommercestores`, { ...query, customerId }, { signal }),
  newest: async ({ storeKey }: Store) =>
    (await api.get(`${path}/getecommercestoresettings`, { customerId, storeKey }))
      .ecommerceSettings,
  save: (ecommerceSettings: Schema<'ECommerceStore'>) =>
    api.put(`${path}/updateECommerceStoreSettings`, { customerId, ecommerceSettings }),
  remove: (id: number) => api.del(`${path}/deleteECommerceStoreSettings`, { id }),
});

export const secretNames = ['apiKey', 'apiSecret', 'accessToken'] as const;
const flags = {
  apiKey: 'hasApiKey',
  apiSecret: 'hasApiSecret',
  accessToken: 'hasAccessToken',
} as const;

/** Secrets are never returned. */
export const isStored = (store: Store | null, name: (typeof secretNames)[number]): boolean =>
  store?.storeParams[flags[name]] ?? false;

/** Stored secrets are masked: null is unchanged, empty removes. */
export const maskedSecrets = () => ({
  apiKey: null as string | null,
  apiSecret: null as string | null,
  accessToken: null as string | null,
});
