// Request of public tracking.
import { queryOptions } from '@tanstack/react-query';
import { api, ApiError } from '../../../api/client.ts';
import type { Schema } from '../../../api/types.ts';
import type { TrackingQuery } from './link.ts';

export type Tracked = Schema<'Tracked'>;

export const trackedQuery = ({ connote, postCode }: TrackingQuery) =>
  queryOptions({
    queryKey: ['bookings', 'tracked', connote, postCode],
    queryFn: ({ signal }) =>
      api.get(
        '/api/booking/booking/getTrackingDetails',
        { connoteNumber: connote, postCode },
        { anonymous: true, signal },
      ),
    enabled: connote !== '' && postCode !== '',
    // Retries find no more, and count against the rate limit.
    retry: (failures, error) => failures < 1 && !(error instanceof ApiError && error.status >= 400),
    staleTime: 60_000,
  });
