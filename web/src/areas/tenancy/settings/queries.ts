// Settings queries; keys begin with 'settings'.
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../../api/client.ts';
import { queryClient } from '../../../api/query-client.ts';
import type { TenantSettings } from './model.ts';

export const SETTINGS_PERMISSION = 'Pages.Administration.Tenant.Settings';
export const settingsKey = ['settings'] as const;

export const settingsQuery = queryOptions({
  queryKey: [...settingsKey, 'all'],
  queryFn: ({ signal }) =>
    api.get('/api/core/tenantsettings/getallsettings', undefined, { signal }),
});

/** Refreshes the page: currency, time zone and colours depend on it. */
export async function saveSettings(change: Partial<TenantSettings>): Promise<TenantSettings> {
  const saved = await api.put('/api/core/tenantsettings/updateallsettings', change);
  takeSettings(saved);
  return saved;
}

export function takeSettings(saved: TenantSettings): void {
  queryClient.setQueryData(settingsQuery.queryKey, saved);
  void queryClient.invalidateQueries({ queryKey: ['tenant', 'configuration'] });
}
