// What the pages of one plugin ask the server and change there; every key of the cache begins with 'plugins'.
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, type Page } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import { toHealth, type Delivery, type Health, type HealthRow, type Limit, type PluginCustomer, type SettingsAnswer, type TestResult } from './config.ts';
import type { Sent } from './schema/values.ts';
import type { JsonObject } from './schema/schema.ts';

const path = '/api/plugins';
const platform = `${path}/platform`;
const key = ['plugins'] as const;

export const CONFIGURE = 'Pages.Plugins.Configure';
export const CUSTOMERS_PER_PAGE = 25;
export const DELIVERIES_PER_PAGE = 10;

/** Whose settings: a customer's, or the tenant's own. */
export interface Whose {
  id: string;
  customerId?: number;
}

export const settingsQuery = ({ id, customerId }: Whose) =>
  queryOptions({
    queryKey: [...key, 'settings', id, customerId ?? null],
    queryFn: ({ signal }) => api.get<SettingsAnswer>(`${path}/getsettings`, { id, customerId }, { signal }),
  });

export const renewSettings = (id: string) => queryClient.invalidateQueries({ queryKey: [...key, 'settings', id] });

export const saveSettings = (whose: Whose, sent: Sent, rowVersion: SettingsAnswer['rowVersion']) => api.post(`${path}/savesettings`, { ...whose, ...sent, ...(rowVersion === null || rowVersion === undefined ? {} : { rowVersion }) });
export const testSettings = (whose: Whose, sent: Sent) => api.post<TestResult>(`${path}/testsettings`, { ...whose, ...sent });

export const customersQuery = (id: string, search: string, skip: number) =>
  queryOptions({
    queryKey: [...key, 'customers', id, search, skip],
    queryFn: ({ signal }) => api.get<Page<PluginCustomer>>(`${path}/getcustomers`, { id, search, maxResultCount: CUSTOMERS_PER_PAGE, skipCount: skip }, { signal }),
    placeholderData: keepPreviousData,
  });

export const renewCustomers = (id: string) => queryClient.invalidateQueries({ queryKey: [...key, 'customers', id] });
export const switchForCustomer = (id: string, customerId: number, on: boolean) => api.post(`${path}/${on ? 'enableforcustomer' : 'disableforcustomer'}`, { id, customerId });

export const deliveriesQuery = (id: string, skip: number) =>
  queryOptions({
    queryKey: [...key, 'deliveries', id, skip],
    queryFn: ({ signal }) => api.get<Page<Delivery>>(`${path}/getdeliveries`, { id, sorting: 'creationTime desc', maxResultCount: DELIVERIES_PER_PAGE, skipCount: skip }, { signal }),
    placeholderData: keepPreviousData,
  });

export const renewDeliveries = (id: string) => queryClient.invalidateQueries({ queryKey: [...key, 'deliveries', id] });
export const retryDelivery = (id: number) => api.post(`${path}/retrydelivery`, { id });

export const healthQuery = (id: string) =>
  queryOptions({
    queryKey: [...key, 'health', id],
    queryFn: async ({ signal }): Promise<Health> => toHealth(await api.get<HealthRow[] | Health>(`${path}/getpluginhealth`, { id }, { signal })),
  });

export const limitsQuery = (id: string) =>
  queryOptions({
    queryKey: [...key, 'limits', id],
    queryFn: ({ signal }) => api.get<Limit[]>(`${path}/getlimits`, { id }, { signal }),
  });

export const platformHealthQuery = (plugin: string) =>
  queryOptions({
    queryKey: [...key, 'platform-health', plugin],
    queryFn: async ({ signal }): Promise<Health> => toHealth(await api.get<HealthRow[] | Health>(`${platform}/gethealth`, { plugin }, { signal })),
  });

export const platformLimitsQuery = (plugin: string, tenantId: number | null) =>
  queryOptions({
    queryKey: [...key, 'platform-limits', plugin, tenantId],
    queryFn: ({ signal }) => api.get<Limit[]>(`${platform}/getlimits`, { plugin, tenantId }, { signal }),
  });

export const renewLimits = (plugin: string) => queryClient.invalidateQueries({ queryKey: [...key, 'platform-limits', plugin] });
export const setLimits = (plugin: string, tenantId: number | null, limits: JsonObject) => api.post(`${platform}/setlimits`, { plugin, ...(tenantId === null ? {} : { tenantId }), limits });
