// Places that goods go between: a suburb with its postcode, state and country, looked up as one
// types.
import { queryOptions } from '@tanstack/react-query';
import { api } from '../api/client.ts';

export interface Place {
  suburb: string;
  postCode: string;
  state: string;
  countryCode: string;
}

export const placeLabel = (place: Place): string =>
  [place.suburb, place.state, place.postCode].filter(Boolean).join(' ');

type Located = {
  suburb?: string | null | undefined;
  postCode?: string | null | undefined;
  state?: string | null | undefined;
  stateCode?: string | null | undefined;
  countryCode?: string | null | undefined;
};

/** The place of an address; null without a suburb or postcode. */
export function placeOf(address: Located | null | undefined): Place | null {
  if (!address?.suburb || !address.postCode) return null;
  return {
    suburb: address.suburb,
    postCode: address.postCode,
    state: address.stateCode || address.state || '',
    countryCode: address.countryCode || 'AU',
  };
}

export const placeBody = (place: Place | null, residential: boolean) => ({
  postCode: place?.postCode ?? '',
  suburb: place?.suburb ?? '',
  state: place?.state ?? '',
  countryCode: place?.countryCode ?? '',
  type: residential ? 'Residential' : 'Business',
});

/** At most twenty, by the beginning of a suburb or postcode. Also for guests. */
export async function findPlaces(
  countryCode: string,
  text: string,
  signal: AbortSignal,
): Promise<Place[]> {
  const found = await api.get(
    '/api/core/commonlookup/getlocations',
    { countryCode, search: text },
    { signal, anonymous: true },
  );
  return found.map((place) => ({
    suburb: place.suburb,
    postCode: place.postCode,
    state: place.state ?? '',
    countryCode: place.countryCode,
  }));
}

/** Cached: many rows have the same postcodes. */
export const placesQuery = (countryCode: string, text: string) =>
  queryOptions({
    queryKey: ['tenant', 'places', countryCode, text],
    queryFn: ({ signal }) => findPlaces(countryCode, text, signal),
    staleTime: 3_600_000,
  });

/** The key begins with 'tenant': countries outlive a session. */
export const countriesQuery = queryOptions({
  queryKey: ['tenant', 'countries'],
  queryFn: ({ signal }) =>
    api.get('/api/core/commonlookup/getcountry', undefined, { signal, anonymous: true }),
  staleTime: 3_600_000,
  gcTime: 3_600_000,
});
