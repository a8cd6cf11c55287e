// What the dashboard reads; the keys begin with 'bookings', so that a change to a booking refreshes them too.
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { oneOf } from '../../kit/list/odata.ts';
import { statusesOf } from '../../lib/bookings/status.ts';

const shown = 8;
/** On a day with more than this many, only the latest manifests are shown. */
const manifestWindow = 500;

const bookings = (name: string, query: Record<string, string | number>) =>
  queryOptions({
    queryKey: ['bookings', 'dashboard', name, query],
    queryFn: ({ signal }) => api.get('/api/booking/booking/getbookings', query, { signal }),
  });

export const exceptionsQuery = bookings('exceptions', { filter: oneOf('bookingStatus', statusesOf('exception')), sorting: 'lastTrackingModifiedTime desc, id desc', maxResultCount: shown });

export const toManifestQuery = bookings('to-manifest', { filter: oneOf('bookingStatus', ['Booked']), sorting: 'creationTime asc, id asc', maxResultCount: shown });

/** What was put on a manifest since the day began. */
export const manifestedTodayQuery = (since: string) =>
  queryOptions({
    queryKey: ['bookings', 'dashboard', 'manifests', since],
    queryFn: ({ signal }) =>
      api.get(
        '/api/booking/booking/getOperationLogs',
        { filter: `operation eq 'Manifest' and creationTime ge ${since}`, sorting: 'creationTime desc, id desc', maxResultCount: manifestWindow },
        { signal },
      ),
  });
