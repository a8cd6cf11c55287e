// The tenant's rate of tax.
import { queryOptions, useQuery } from '@tanstack/react-query';
import { api } from '../api/client.ts';
import { usePermissions } from '../api/session.ts';

const taxQuery = queryOptions({
  queryKey: ['settings', 'tax'],
  queryFn: async ({ signal }) =>
    (await api.get('/api/core/tenantsettings/getallsettings', undefined, { signal })).tax.gst,
  staleTime: 300_000,
});

/** Per cent; null until it is loaded, and for users who may not see the settings. */
export function useTaxPercent(): number | null {
  const maySee = usePermissions().has('Pages.Administration.Tenant.Settings');
  return useQuery({ ...taxQuery, enabled: maySee }).data ?? null;
}
