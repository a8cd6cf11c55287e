// Finance settings and number audit requests.
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../../api/client.ts';
import { queryClient } from '../../../api/query-client.ts';
import type { Schema } from '../../../api/types.ts';
import { financeKey } from '../queries.ts';

const BASE = '/api/finance/settings';

export type FinanceSettings = Schema<'AllFinanceSettings'>;

export const financeSettingsQuery = queryOptions({
  queryKey: [...financeKey, 'settings'],
  queryFn: ({ signal }) => api.get(`${BASE}/getsettings`, undefined, { signal }),
});

/** Other groups stay unchanged. */
export async function saveFinanceSettings(
  change: Partial<FinanceSettings>,
  { rowVersion }: FinanceSettings,
): Promise<FinanceSettings> {
  const saved = await api.put(`${BASE}/updatesettings`, { rowVersion, ...change });
  queryClient.setQueryData(financeSettingsQuery.queryKey, saved);
  return saved;
}

export const newestSettings = () =>
  queryClient.fetchQuery({ ...financeSettingsQuery, staleTime: 0 });

export const numberProofKey = [...financeKey, 'number-proof'] as const;
export const numberProofQuery = queryOptions({
  queryKey: numberProofKey,
  queryFn: ({ signal }) => api.get(`${BASE}/getnumberproof`, undefined, { signal }),
  staleTime: 0,
});

/** Unit names by id, if permitted. */
export const unitNamesQuery = queryOptions({
  queryKey: [...financeKey, 'units'],
  queryFn: async ({ signal }) =>
    (
      await api.get('/api/core/organizationunit/getorganizationunits', undefined, { signal })
    ).items.map(({ id, displayName }) => ({ id, name: displayName })),
  staleTime: 60_000,
});
