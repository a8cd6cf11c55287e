// Booking queries; keys begin with 'bookings'.
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { bookingsKey } from '../../lib/bookings/queries.ts';
import type { ListQuery } from '../../kit/list/declare.ts';
import { allOf, oneOf } from '../../lib/odata.ts';

export const fetchBookings = (query: ListQuery, signal: AbortSignal) =>
  api.get('/api/booking/booking/getbookings', query, { signal });

export const summaryQuery = (filter: string) =>
  queryOptions({
    queryKey: [...bookingsKey, 'summary', filter],
    queryFn: ({ signal }) =>
      api.get('/api/booking/booking/getbookingssummary', { filter }, { signal }),
    placeholderData: keepPreviousData,
  });

/** All in the search index: one that is not makes the search read every booking. */
export const SEARCHED_FIELDS = [
  'consignmentId',
  'manifestId',
  'reference',
  'orderNumber',
  'customer/companyName',
  'fromAddress/suburb',
  ...['companyName', 'contactName', 'addressLine1', 'suburb', 'postCode', 'state', 'stateCode'].map(
    (member) => `toAddress/${member}`,
  ),
];

/** Statuses at the carrier or in progress. */
export const MANIFESTS_AT_WORK = ['Manifesting', 'Manifested'];
export const PICKUPS_AT_WORK = ['Booking', 'Booked'];

export const todayCountsQuery = (today: string, since: string) =>
  queryOptions({
    queryKey: [...bookingsKey, 'today-counts', today],
    queryFn: async ({ signal }) => {
      const [manifests, pickups] = await Promise.all([
        api.get(
          '/api/booking/manifest/getmanifests',
          {
            filter: allOf([`creationTime ge ${since}`, oneOf('status', MANIFESTS_AT_WORK)]),
            maxResultCount: 1,
          },
          { signal },
        ),
        api.get(
          '/api/booking/pickup/getpickups',
          {
            filter: allOf([`pickupDay eq ${today}`, oneOf('status', PICKUPS_AT_WORK)]),
            maxResultCount: 1,
          },
          { signal },
        ),
      ]);
      return { manifests: manifests.totalCount, pickups: pickups.totalCount };
    },
  });

export const operationLogQuery = (id: number) =>
  queryOptions({
    queryKey: [...bookingsKey, 'operation-log', id],
    queryFn: ({ signal }) => api.get('/api/booking/booking/getOperationLog', { id }, { signal }),
  });

/** "None yet" is a state, not an error. */
export const documentsQuery = (bookingId: number, documentType: number) =>
  queryOptions({
    queryKey: [...bookingsKey, 'documents', bookingId, documentType],
    queryFn: ({ signal }) =>
      api.get('/api/booking/booking/getDocuments', { documentType, bookingId }, { signal }),
  });

export const carrierCodesQuery = queryOptions({
  queryKey: ['carriers', 'codes'],
  queryFn: ({ signal }) =>
    api.get('/api/carrier/carrieraccount/getcarriercodes', undefined, { signal }),
  staleTime: 300_000,
  retry: false,
});
