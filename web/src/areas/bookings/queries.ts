// What the screens of this area read from the server, as query options; every key begins with 'bookings'.
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, type Page } from '../../api/client.ts';
import type { Booking, BookingDetail, BookingSummary, OperationEntry, StatusCounts } from './model.ts';
import { filterText, listQuery, type BookingSearch, type FilterOptions } from './search.ts';

export const bookingsKey = ['bookings'] as const;

export const bookingsQuery = (search: BookingSearch, options: FilterOptions) => {
  const query = listQuery(search, options);
  return queryOptions({
    queryKey: [...bookingsKey, 'list', query],
    queryFn: ({ signal }) => api.get<Page<Booking>>('/api/booking/booking/getbookings', query, { signal }),
    placeholderData: keepPreviousData,
  });
};

/** The counts follow everything that narrows the list but the statuses themselves: they say what each tab holds. */
export const statusCountQuery = (search: BookingSearch, options: FilterOptions = {}) => {
  const filter = filterText(search, { ...options, ignoreStatus: true });
  return queryOptions({
    queryKey: [...bookingsKey, 'status-count', filter],
    queryFn: ({ signal }) => api.get<StatusCounts>('/api/booking/booking/getbookingstatuscount', { filter }, { signal }),
    placeholderData: keepPreviousData,
  });
};

export const summaryQuery = (search: BookingSearch, options: FilterOptions) => {
  const filter = filterText(search, options);
  return queryOptions({
    queryKey: [...bookingsKey, 'summary', filter],
    queryFn: ({ signal }) => api.get<BookingSummary>('/api/booking/booking/getbookingssummary', { filter }, { signal }),
    placeholderData: keepPreviousData,
  });
};

export const bookingQuery = (id: number) =>
  queryOptions({
    queryKey: [...bookingsKey, 'detail', id],
    queryFn: ({ signal }) => api.get<BookingDetail>('/api/booking/booking/getbookingforEdit', { Id: id }, { signal }),
  });

export const operationLogQuery = (id: number) =>
  queryOptions({
    queryKey: [...bookingsKey, 'operation-log', id],
    queryFn: ({ signal }) => api.get<{ integrationLog: OperationEntry[] }>('/api/booking/booking/getOperationLog', { id }, { signal }),
  });

/** A document's tokens; none yet is a state of its own, not an error. */
export const documentsQuery = (bookingId: number, documentType: number) =>
  queryOptions({
    queryKey: [...bookingsKey, 'documents', bookingId, documentType],
    queryFn: ({ signal }) =>
      api.get<{ tokens: string[] }>('/api/booking/booking/getDocuments', { DocumentType: documentType, BookingId: bookingId }, { signal }),
  });

export const carrierCodesQuery = queryOptions({
  queryKey: ['carriers', 'codes'],
  queryFn: ({ signal }) => api.get<string[]>('/api/carrier/carrieraccount/getcarriercodes', undefined, { signal }),
  staleTime: 300_000,
  retry: false,
});
