// Dashboard queries; keys begin with 'bookings', so booking changes refresh them.
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { allOf, oneOf } from '../../lib/odata.ts';
import { statusesOf } from '../../lib/bookings/status.ts';

const MAX_SHOWN = 8;
/** Maximum exceptions. */
const ON_BOARD = 60;
/** Above this, only the latest manifests count. */
const LOG_WINDOW = 500;
/** Log entries searched for an exception's last user. */
const OWNERS_WINDOW = 500;

const bookings = (name: string, query: Record<string, string | number>) =>
  queryOptions({
    queryKey: ['bookings', 'dashboard', name, query],
    queryFn: ({ signal }) => api.get('/api/booking/booking/getbookings', query, { signal }),
  });

export const exceptionsQuery = bookings('exceptions', {
  filter: oneOf('bookingStatus', statusesOf('exception')),
  sorting: 'standingSince asc, id asc',
  maxResultCount: ON_BOARD,
});

export const toManifestQuery = bookings('to-manifest', {
  filter: oneOf('bookingStatus', ['Booked']),
  sorting: 'creationTime asc, id asc',
  maxResultCount: MAX_SHOWN,
});

/** Deliveries, next to arrive first. */
export const arrivingQuery = bookings('arriving', {
  filter: oneOf('bookingStatus', statusesOf('inTransit')),
  sorting: 'eta asc, id asc',
  maxResultCount: MAX_SHOWN,
});

export const ownersQuery = (ids: readonly number[]) =>
  queryOptions({
    queryKey: ['bookings', 'dashboard', 'owners', ids],
    queryFn: async ({ signal }) => {
      const log = await api.get(
        '/api/booking/booking/getOperationLogs',
        {
          filter: `bookingId in (${ids.join(',')})`,
          sorting: 'creationTime desc, id desc',
          maxResultCount: OWNERS_WINDOW,
        },
        { signal },
      );
      const owners = new Map<number, string>();
      for (const { bookingId, creatorUserId, userName } of log.items)
        if (creatorUserId !== null && !owners.has(bookingId)) owners.set(bookingId, userName);
      return owners;
    },
    enabled: ids.length > 0,
    structuralSharing: false,
  });

export const pickupsQuery = (day: string) =>
  queryOptions({
    queryKey: ['bookings', 'dashboard', 'pickups', day],
    queryFn: ({ signal }) =>
      api.get(
        '/api/booking/pickup/getpickups',
        { filter: `pickupDay eq ${day}`, sorting: 'id asc', maxResultCount: MAX_SHOWN },
        { signal },
      ),
  });

export const manifestsQuery = (since: string) =>
  queryOptions({
    queryKey: ['bookings', 'dashboard', 'manifests', since],
    queryFn: ({ signal }) =>
      api.get(
        '/api/booking/manifest/getmanifests',
        {
          filter: `creationTime ge ${since}`,
          sorting: 'creationTime desc, id desc',
          maxResultCount: MAX_SHOWN,
        },
        { signal },
      ),
  });

/** Since the start of the day. */
export const manifestedTodayQuery = (since: string) =>
  queryOptions({
    queryKey: ['bookings', 'dashboard', 'manifested', since],
    queryFn: ({ signal }) =>
      api.get(
        '/api/booking/booking/getOperationLogs',
        {
          filter: allOf([`operation eq 'Manifest'`, `creationTime ge ${since}`]),
          sorting: 'creationTime desc, id desc',
          maxResultCount: LOG_WINDOW,
        },
        { signal },
      ),
  });

export const marginsQuery = (fromDate: string, toDate: string) =>
  queryOptions({
    queryKey: ['bookings', 'dashboard', 'margins', fromDate, toDate],
    queryFn: ({ signal }) =>
      api.get('/api/booking/margin/getmargins', { by: 'Carrier', fromDate, toDate }, { signal }),
  });
