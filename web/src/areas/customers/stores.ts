// Online store queries and mutations.
import { api } from '../../api/client.ts';
import type { Schema } from '../../api/types.ts';
import type { ListQuery } from '../../kit/list/declare.ts';
import { customersKey } from './queries.ts';

const path = '/api/customer/customersettings';

export type Store = Schema<'StoreView'>;

export const storesKey = [...customersKey, 'stores'] as const;

export const fetchStores = (query: ListQuery & { customerId: number }, signal: AbortSignal) =>
  api.get(`${path}/getecommercestores`, query, { signal });
export const fetchStore = async (customerId: number, storeKey: string) =>
  (await api.get(`${path}/getecommercestoresettings`, { customerId, storeKey })).ecommerceSettings;
export const saveStore = (customerId: number, ecommerceSettings: Schema<'ECommerceStore'>) =>
  api.put(`${path}/updateECommerceStoreSettings`, { customerId, ecommerceSettings });
export const deleteStore = (id: number) => api.del(`${path}/deleteECommerceStoreSettings`, { id });

export const secretNames = ['apiKey', 'apiSecret', 'accessToken'] as const;
const flags = {
  apiKey: 'hasApiKey',
  apiSecret: 'hasApiSecret',
  accessToken: 'hasAccessToken',
} as const;

/** Secrets are never returned. */
export const isStored = (store: Store | null, name: (typeof secretNames)[number]): boolean =>
  store?.storeParams[flags[name]] ?? false;

/** A secret: null is unchanged, empty removes. */
export const draftOf = (store: Store | null) => ({
  storeType: store?.storeType ?? '',
  cartName: store?.cartName ?? '',
  storeKey: store?.storeKey ?? '',
  isActive: store?.isActive ?? true,
  storeParams: {
    apiKey: null as string | null,
    apiSecret: null as string | null,
    accessToken: null as string | null,
  },
});

export type StoreDraft = ReturnType<typeof draftOf>;

/** Masked secrets are not sent back. */
export const toSent = (
  { cartName, storeType, storeKey, ...draft }: StoreDraft,
  store: Store | null,
): Schema<'ECommerceStore'> => ({
  ...(store ? { id: store.id, rowVersion: store.rowVersion } : {}),
  ...draft,
  storeType: storeType.trim(),
  storeKey: storeKey.trim(),
  cartName: cartName.trim() || null,
});
