// Customer queries; keys begin with 'customers'.
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import type { ListQuery } from '../../kit/list/declare.ts';
import type { CustomerRecord } from './model.ts';

export const customersKey = ['customers'] as const;

export const fetchCustomers = (query: ListQuery, signal: AbortSignal) =>
  api.get('/api/customer/customer/getCustomers', query, { signal });

export const customerQuery = (id: number) =>
  queryOptions({
    queryKey: [...customersKey, 'detail', id],
    queryFn: async ({ signal }): Promise<CustomerRecord> => {
      const { customer, credit, warnings } = await api.get(
        '/api/customer/customer/getCustomerForEdit',
        { id },
        { signal },
      );
      return { ...customer, told: { credit, warnings } };
    },
  });

/** Key 'tenant': equal for all users, outlives a session. */
export const businessTypesQuery = queryOptions({
  queryKey: ['tenant', 'businessTypes'],
  queryFn: ({ signal }) =>
    api.get('/api/customer/commonlookup/getCustomerBusinessTypes', undefined, { signal }),
  staleTime: Infinity,
});

export const customerBookingsQuery = (id: number) =>
  queryOptions({
    queryKey: ['bookings', 'of-customer', id],
    queryFn: ({ signal }) =>
      api.get(
        '/api/booking/booking/getbookings',
        {
          filter: `customer/id eq ${id}`,
          sorting: 'creationTime desc, id desc',
          maxResultCount: 10,
        },
        { signal },
      ),
  });
