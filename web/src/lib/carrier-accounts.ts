// Carrier accounts as other areas choose and name them.
import { queryOptions, useQuery } from '@tanstack/react-query';
import { api } from '../api/client.ts';
import { usePermissions } from '../api/session.ts';
import type { RowOf } from '../api/types.ts';

export type CarrierAccountRow = RowOf<'/api/carrier/carrieraccount/getcarrieraccounts'>;

const MAX_ACCOUNTS = 1000;

export const carrierAccountsQuery = queryOptions({
  queryKey: ['carriers', 'accounts', 'all'],
  queryFn: async ({ signal }) =>
    (
      await api.get(
        '/api/carrier/carrieraccount/getcarrieraccounts',
        { sorting: 'name, id', maxResultCount: MAX_ACCOUNTS, skipCount: 0 },
        { signal },
      )
    ).items,
  staleTime: 60_000,
});

const NO_ACCOUNTS: readonly CarrierAccountRow[] = [];

/** All accounts, for users who may see them; empty until they are loaded. */
export function useAllCarrierAccounts(): readonly CarrierAccountRow[] {
  const maySee = usePermissions().has('Pages.Carrier.Accounts');
  return useQuery({ ...carrierAccountsQuery, enabled: maySee }).data ?? NO_ACCOUNTS;
}

/** Active accounts, for users who may see them; empty until they are loaded. */
export const useCarrierAccounts = (): readonly CarrierAccountRow[] =>
  useAllCarrierAccounts().filter(({ isActive }) => isActive);
