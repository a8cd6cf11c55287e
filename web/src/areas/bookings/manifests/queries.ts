// Manifest and pickup queries; keys begin with 'bookings'.
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../../api/client.ts';
import type { RowOf, Schema } from '../../../api/types.ts';
import { everyRow } from '../../../lib/all-pages.ts';
import type { ListQuery } from '../../../kit/list/declare.ts';
import { oneOf, quoted } from '../../../lib/odata.ts';
import { bookingsKey } from '../../../lib/bookings/queries.ts';
import { useAllCarrierAccounts } from '../../../lib/carrier-accounts.ts';
import { useCarrierName } from '../../../plugins/carrier-names.ts';
import { fetchBookings } from '../queries.ts';

export type Manifest = RowOf<'/api/booking/manifest/getmanifests'>;
export type CarrierAccount = Schema<'AccountView'>;

export const manifestsKey = [...bookingsKey, 'manifests'] as const;

export const fetchManifests = (query: ListQuery, signal: AbortSignal) =>
  api.get('/api/booking/manifest/getmanifests', query, { signal });

export const manifestQuery = (id: number) =>
  queryOptions({
    queryKey: [...manifestsKey, 'detail', id],
    queryFn: ({ signal }) => api.get('/api/booking/manifest/getmanifest', { id }, { signal }),
  });

/** Numbers are unique per carrier only. */
export const onManifest = ({
  number,
  carrierAccountId,
}: Pick<Manifest, 'number' | 'carrierAccountId'>): string =>
  `manifestId eq ${quoted(number ?? '')} and carrierAccountId eq ${carrierAccountId}`;

/** The page reports if there are more. */
export const MAX_WAITING = 5000;

/** Bookings in these statuses, oldest first. */
export const waitingQuery = (statuses: readonly string[]) =>
  queryOptions({
    queryKey: [...bookingsKey, 'waiting', statuses],
    queryFn: ({ signal }) =>
      everyRow({
        query: {
          filter: oneOf('bookingStatus', statuses),
          sorting: 'id asc',
          maxResultCount: 0,
          skipCount: 0,
        },
        fetch: fetchBookings,
        rowKey: (booking) => booking.id,
        signal,
        limit: MAX_WAITING,
      }),
    refetchInterval: 60_000,
  });

/** Pickup day of an account for goods ready at a time. */
export const pickupDayQuery = (carrierAccountId: number, readyTime: string | null = null) =>
  queryOptions({
    queryKey: [...bookingsKey, 'pickup-day', carrierAccountId, readyTime],
    queryFn: ({ signal }) =>
      api.get(
        '/api/booking/pickup/getpickupday',
        { carrierAccountId, ...(readyTime ? { readyTime } : {}) },
        { signal },
      ),
    refetchInterval: 60_000,
  });

export interface Accounts {
  /** "Own fleet · Line haul"; the carrier alone without permission. */
  name: (carrier: string, accountId: number) => string;
  /** "16:30", if set and visible. */
  cutOff: (accountId: number) => string | null;
  haveCutOffs: boolean;
}

export function useAccounts(): Accounts {
  const accounts = useAllCarrierAccounts();
  const accountOf = (id: number) => accounts.find((account) => account.id === id);
  const carrierName = useCarrierName();
  const cutOff = (accountId: number) =>
    accountOf(accountId)?.attributes.find(({ key }) => key === 'cutOff')?.value || null;
  return {
    name: (carrier, accountId) => {
      const names = [carrierName(carrier), accountOf(accountId)?.name ?? ''].filter(Boolean);
      return [...new Set(names)].join(' · ');
    },
    cutOff,
    haveCutOffs: accounts.some(({ id }) => cutOff(id) !== null),
  };
}
