// Carrier queries and mutations.
import { queryOptions } from '@tanstack/react-query';
import type { CarrierAccount, CarrierAccountSaved, CarrierService } from '@waybill/plugin';
import { api } from '../../api/client.ts';
import type { ListQuery } from '../../kit/list/declare.ts';
import type { Schema } from '../../api/types.ts';

const PATH = '/api/carrier/carrieraccount';

export const PERMISSIONS = {
  see: 'Pages.Carrier.Accounts',
  edit: 'Pages.Carrier.Accounts.Edit',
  map: 'Pages.Carrier.Mapping',
  services: 'Pages.Carrier.Services',
} as const;

export type ListedAccount = CarrierAccount & { id: number };

export type AccountMapping = Schema<'MappingView'>;

export const accountsKey = ['carriers', 'accounts'] as const;

export const fetchAccounts = (query: ListQuery, signal: AbortSignal) =>
  api.get(`${PATH}/getcarrieraccounts`, query, { signal });

export const allAccountsQuery = queryOptions({
  queryKey: [...accountsKey, 'all'],
  queryFn: ({ signal }) =>
    fetchAccounts({ sorting: 'name, id', maxResultCount: 1000, skipCount: 0 }, signal),
});

export const accountQuery = (id: number) =>
  queryOptions({
    queryKey: ['carriers', 'account', id],
    queryFn: (): Promise<CarrierAccountSaved> =>
      api.get(`${PATH}/getcarrieraccountforedit`, { id }),
  });

export const carrierCodesQuery = queryOptions({
  queryKey: ['carriers', 'codes'],
  queryFn: () => api.get(`${PATH}/getcarriercodes`),
});

export const mappingsQuery = (customerId: number) =>
  queryOptions({
    queryKey: ['carriers', 'mappings', customerId],
    queryFn: () =>
      api.get(`${PATH}/getcarrieraccountcustomermappings`, { customerId, maxResultCount: 1000 }),
  });

export const mapAccounts = (customerId: number, carrierAccountIds: number[]) =>
  api.post(`${PATH}/MapCarrierAccountsToCustomer`, { customerId, carrierAccountIds });
export const deleteAccount = (id: number) => api.del(`${PATH}/deletecarrieraccount`, { id });
export const testAccount = (id: number) => api.post(`${PATH}/testcarrieraccount`, { id });

/** Chosen ids; empty means all services. */
export const chosenServices = (services: CarrierService[]): number[] =>
  services.filter((service) => service.isAssigned).map((service) => service.id);

/** The account itself stays unchanged. */
export const saveServices = (
  { id = 0, rowVersion = 0 }: Pick<CarrierAccount, 'id' | 'rowVersion'>,
  activeCarrierServiceIds: number[],
) =>
  api.post(`${PATH}/createorupdatecarrieraccount`, {
    carrierAccount: { id, rowVersion },
    activeCarrierServiceIds,
  });
