// Plugin page queries; keys begin with 'plugins'.
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import type { ListQuery } from '../../kit/list/declare.ts';
import type { SettingsAnswer } from './config.ts';
import type { Sent } from './schema/values.ts';
import type { JsonObject } from './schema/schema.ts';

const path = '/api/plugins';
const platform = `${path}/platform`;
const key = ['plugins'] as const;

export const CONFIGURE = 'Pages.Plugins.Configure';

/** A customer, or the tenant. */
export interface SettingsOwner {
  id: string;
  customerId?: number;
}

export const settingsQuery = ({ id, customerId }: SettingsOwner) =>
  queryOptions({
    queryKey: [...key, 'settings', id, customerId ?? null],
    queryFn: ({ signal }) => api.get(`${path}/getsettings`, { id, customerId }, { signal }),
  });

export const settingsKey = (id: string) => [...key, 'settings', id];

export const saveSettings = (
  whose: SettingsOwner,
  sent: Sent,
  rowVersion: SettingsAnswer['rowVersion'],
) =>
  api.post(`${path}/savesettings`, {
    ...whose,
    ...sent,
    ...(rowVersion === null || rowVersion === undefined ? {} : { rowVersion }),
  });
export const testSettings = (whose: SettingsOwner, sent: Sent) =>
  api.post(`${path}/testsettings`, { ...whose, ...sent });

export const customersKey = (id: string) => [...key, 'customers', id];
export const fetchCustomers = (query: ListQuery & { id: string }, signal: AbortSignal) =>
  api.get(`${path}/getcustomers`, query, { signal });

export const renewCustomers = (id: string) =>
  queryClient.invalidateQueries({ queryKey: customersKey(id) });
export const switchForCustomer = (id: string, customerId: number, on: boolean) =>
  api.post(`${path}/${on ? 'enableforcustomer' : 'disableforcustomer'}`, { id, customerId });

export const deliveriesKey = (id: string) => [...key, 'deliveries', id];
export const fetchDeliveries = (query: ListQuery & { id: string }, signal: AbortSignal) =>
  api.get(`${path}/getdeliveries`, query, { signal });

export const renewDeliveries = (id: string) =>
  queryClient.invalidateQueries({ queryKey: deliveriesKey(id) });
export const retryDelivery = (id: number) => api.post(`${path}/retrydelivery`, { id });

export const healthQuery = (id: string) =>
  queryOptions({
    queryKey: [...key, 'health', id],
    queryFn: ({ signal }) => api.get(`${path}/getpluginhealth`, { id }, { signal }),
  });

export const limitsQuery = (id: string) =>
  queryOptions({
    queryKey: [...key, 'limits', id],
    queryFn: ({ signal }) => api.get(`${path}/getlimits`, { id }, { signal }),
  });

export const platformHealthQuery = (plugin: string) =>
  queryOptions({
    queryKey: [...key, 'platform-health', plugin],
    queryFn: ({ signal }) => api.get(`${platform}/gethealth`, { plugin }, { signal }),
  });

export const platformLimitsQuery = (plugin: string, tenantId: number | null) =>
  queryOptions({
    queryKey: [...key, 'platform-limits', plugin, tenantId],
    queryFn: ({ signal }) => api.get(`${platform}/getlimits`, { plugin, tenantId }, { signal }),
  });

export const renewLimits = (plugin: string) =>
  queryClient.invalidateQueries({ queryKey: [...key, 'platform-limits', plugin] });
export const setLimits = (plugin: string, tenantId: number | null, limits: JsonObject) =>
  api.post(`${platform}/setlimits`, { plugin, ...(tenantId === null ? {} : { tenantId }), limits });
