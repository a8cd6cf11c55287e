// Customer note queries and mutations.
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { customersKey } from './queries.ts';

export const notesKey = (customerId: number) => [...customersKey, 'notes', customerId] as const;

/** Notes, newest first. */
export const notesQuery = (customerId: number, count: number) =>
  queryOptions({
    queryKey: [...notesKey(customerId), count],
    queryFn: ({ signal }) =>
      api.get(
        '/api/customer/customer/getCustomerNotes',
        { customerId, maxResultCount: count },
        { signal },
      ),
    placeholderData: keepPreviousData,
  });

export const addNote = (customerId: number, comment: string) =>
  api.post('/api/customer/customer/addCustomerNote', { customerId, note: { comment } });
