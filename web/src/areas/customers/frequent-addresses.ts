// Frequent address queries and mutations.
import { api } from '../../api/client.ts';
import type { Schema } from '../../api/types.ts';
import type { ImportHow } from '../../kit/import/calls.ts';
import type { ListQuery } from '../../kit/list/declare.ts';
import type { Place } from '../../lib/places.ts';
import { customersKey } from './queries.ts';

const path = '/api/customer/customerfrequentaddress';
const stale = [...customersKey, 'frequentAddresses'] as const;

export type FrequentAddress = Schema<'FrequentAddress'>;

export const frequentAddressCalls = (customerId: number) => ({
  key: [...stale, customerId],
  stale,
  fetch: (query: ListQuery, signal: AbortSignal) =>
    api.get(`${path}/getfrequentaddresses`, { ...query, customerId }, { signal }),
  newest: async ({ id }: { id: number }) =>
    (await api.get(`${path}/getfrequentaddressforedit`, { id })).address,
  save: (address: Schema<'FrequentAddressRequest'>) =>
    api.post(`${path}/createorupdatefrequentaddress`, { customerId, address }),
  remove: (id: number) => api.del(`${path}/deletefrequentaddress`, { id }),
});

export const importFrequentAddresses = (customerId: number) => (fileId: number, how: ImportHow) =>
  api.post(`${path}/importfrequentaddresses`, { customerId, fileId, ...how });

/** Suburb in the picker's format. */
export const placeOf = (one: FrequentAddress | null): Place | null =>
  one?.suburb
    ? {
        suburb: one.suburb,
        postCode: one.postCode ?? '',
        state: one.stateCode ?? one.state ?? '',
        countryCode: one.countryCode ?? '',
      }
    : null;

export const toSuburb = (place: Place | null) => ({
  suburb: place?.suburb ?? '',
  postCode: place?.postCode ?? '',
  state: place?.state ?? null,
  stateCode: null,
  countryCode: place?.countryCode ?? '',
});
