// What the quote form looks up: package types, and the customer it begins with.
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import type { Schema } from '../../api/types.ts';

const forTheDay = { staleTime: 3_600_000, gcTime: 3_600_000 };

export const packageTypesQuery = queryOptions({
  queryKey: ['lookups', 'package-types'],
  queryFn: ({ signal }) => api.get('/api/core/commonlookup/GetAllPackageTypes', undefined, { signal }),
  ...forTheDay,
});

export type SendingCustomer = Schema<'Customer'>;

/** The customer goods are sent for: the chosen one, or the caller's own (id null). */
export const sendingCustomerQuery = (id: number | null) =>
  queryOptions({
    queryKey: ['customers', 'sending', id],
    queryFn: async ({ signal }) => {
      const found = id
        ? await api.get('/api/customer/customer/getCustomerForEdit', { id }, { signal })
        : await api.get('/api/customer/customer/getCurrentCustomer', undefined, { signal });
      return found.customer;
    },
    staleTime: 60_000,
  });
