// What the quote form looks up: the customer it begins with.
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import type { Schema } from '../../api/types.ts';

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
