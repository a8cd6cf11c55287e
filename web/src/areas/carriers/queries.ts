// What the carriers area asks the server, as options for queries; plus the few changes it makes.
import { queryOptions, keepPreviousData } from '@tanstack/react-query';
import type { CarrierAccount, CarrierAccountSaved, CarrierService } from '@waybill/plugin';
import { api, type Page } from '../../api/client.ts';

const PATH = '/api/carrier/carrieraccount';
export const PAGE_SIZE = 25;

export const PERMISSIONS = { edit: 'Pages.Carrier.Accounts.Edit', map: 'Pages.Carrier.Mapping', services: 'Pages.Carrier.Services' } as const;

/** An account as lists show it: its id is known. */
export type ListedAccount = CarrierAccount & { id: number };

export interface AccountMapping {
  id: number;
  carrierAccountId: number;
  carrierAccountCode: string;
  carrierAccountName: string;
  carrierCode: string;
  carrierName: string;
  customerId: number;
  isOwn: boolean;
  isActive: boolean;
}

const quoted = (text: string) => `'${text.toLowerCase().replaceAll("'", "''")}'`;

export const accountsQuery = ({ q = '', skip = 0, take = PAGE_SIZE }: { q?: string; skip?: number; take?: number }) =>
  queryOptions({
    queryKey: ['carriers', 'accounts', q, skip, take],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      api.get<Page<ListedAccount>>(
        `${PATH}/getcarrieraccounts`,
        {
          filter: q ? ['name', 'code', 'carrierCode'].map((field) => `contains(tolower(${field}),${quoted(q)})`).join(' or ') : undefined,
          sorting: 'name, id',
          maxResultCount: take,
          skipCount: skip,
        },
        { signal },
      ),
  });

export const accountQuery = (id: number) =>
  queryOptions({
    queryKey: ['carriers', 'account', id],
    queryFn: () => api.get<CarrierAccountSaved>(`${PATH}/getcarrieraccountforedit`, { id }),
  });

export const carrierCodesQuery = queryOptions({
  queryKey: ['carriers', 'codes'],
  queryFn: () => api.get<string[]>(`${PATH}/getcarriercodes`),
});

export const mappingsQuery = (customerId: number) =>
  queryOptions({
    queryKey: ['carriers', 'mappings', customerId],
    queryFn: () => api.get<Page<AccountMapping>>(`${PATH}/getcarrieraccountcustomermappings`, { customerId, maxResultCount: 1000 }),
  });

export const mapAccounts = (customerId: number, carrierAccountIds: number[]) => api.post(`${PATH}/MapCarrierAccountsToCustomer`, { customerId, carrierAccountIds });
export const deleteAccount = (id: number) => api.del(`${PATH}/deletecarrieraccount`, { id });
export const testAccount = (id: number) => api.post<{ ok: boolean; message: string }>(`${PATH}/testcarrieraccount`, { id });

/** The ids of the services chosen for an account; none means that all are offered. */
export const chosenServices = (services: CarrierService[]): number[] => services.filter((service) => service.isAssigned).map((service) => service.id);

/** Saves which services are on; secrets go out empty, which keeps them. */
export const saveServices = (account: CarrierAccount, activeCarrierServiceIds: number[]) =>
  api.post<CarrierAccountSaved>(`${PATH}/createorupdatecarrieraccount`, {
    carrierAccount: { ...account, attributes: account.attributes.map(({ key, value }) => ({ key, value })) },
    activeCarrierServiceIds,
  });
