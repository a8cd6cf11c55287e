// What the screens of this area read from the server, as query options; every key begins with 'customers'.
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, type Page } from '../../api/client.ts';
import type { Booking } from '../bookings/model.ts';
import type { Customer } from './model.ts';
import { customerListQuery, type CustomerSearch } from './search.ts';

export const customersKey = ['customers'] as const;

export const customersQuery = (search: CustomerSearch) => {
  const query = customerListQuery(search);
  return queryOptions({
    queryKey: [...customersKey, 'list', query],
    queryFn: ({ signal }) => api.get<Page<Customer>>('/api/customer/customer/getCustomers', query, { signal }),
    placeholderData: keepPreviousData,
  });
};

export const customerQuery = (id: number) =>
  queryOptions({
    queryKey: [...customersKey, 'detail', id],
    queryFn: async ({ signal }) => (await api.get<{ customer: Customer }>('/api/customer/customer/getCustomerForEdit', { id }, { signal })).customer,
  });

export const customerBookingsQuery = (id: number) =>
  queryOptions({
    queryKey: ['bookings', 'of-customer', id],
    queryFn: ({ signal }) =>
      api.get<Page<Booking>>('/api/booking/booking/getbookings', { filter: `customer/id eq ${id}`, sorting: 'creationTime desc, id desc', maxResultCount: 10 }, { signal }),
  });
