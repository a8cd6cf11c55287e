// Frequent address queries and mutations.
import { api } from '../../api/client.ts';
import type { Schema } from '../../api/types.ts';
import type { ImportHow } from '../../kit/import/calls.ts';
import type { ListQuery } from '../../kit/list/declare.ts';
import type { Place } from '../../lib/places.ts';
import { customersKey } from './queries.ts';

const path = '/api/customer/customerfrequentaddress';

export type FrequentAddress = Schema<'FrequentAddress'>;

export const frequentAddressesKey = [...customersKey, 'frequentAddresses'] as const;

export const fetchFrequentAddresses = (
  query: ListQuery & { customerId: number },
  signal: AbortSignal,
) => api.get(`${path}/getfrequentaddresses`, query, { signal });
export const fetchFrequentAddress = async (id: number) =>
  (await api.get(`${path}/getfrequentaddressforedit`, { id })).address;
export const saveFrequentAddress = (
  customerId: number,
  address: Schema<'FrequentAddressRequest'>,
) => api.post(`${path}/createorupdatefrequentaddress`, { customerId, address });
export const deleteFrequentAddress = (id: number) =>
  api.del(`${path}/deletefrequentaddress`, { id });

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

export function toSent({
  place,
  ...texts
}: FrequentAddressDraft): Schema<'FrequentAddressRequest'> {
  const { type, isDefault, isActive, ...textValues } = texts;
  const trimmed = Object.fromEntries(
    Object.entries(textValues).map(([name, value]) => [
      name,
      value.trim() === '' && name !== 'name' ? null : value.trim(),
    ]),
  );
  return {
    ...trimmed,
    type: type === '' ? null : type,
    isDefault,
    isActive,
    suburb: place?.suburb ?? '',
    postCode: place?.postCode ?? '',
    state: place?.state ?? null,
    stateCode: null,
    countryCode: place?.countryCode ?? '',
  };
}

export const draftOf = (one: FrequentAddress | null) => ({
  name: one?.name ?? '',
  type: one?.type ?? ('' as const),
  nickname: one?.nickname ?? '',
  companyName: one?.companyName ?? '',
  contactName: one?.contactName ?? '',
  telephone: one?.telephone ?? '',
  email: one?.email ?? '',
  addressLine1: one?.addressLine1 ?? '',
  addressLine2: one?.addressLine2 ?? '',
  place: placeOf(one),
  specialInstructions: one?.specialInstructions ?? '',
  isDefault: one?.isDefault ?? false,
  isActive: one?.isActive ?? true,
});

export type FrequentAddressDraft = ReturnType<typeof draftOf>;
