// Places for whoever registers: the look-ups that guests may make too.
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../../api/client.ts';
import type { Place } from '../../quotes/model.ts';

interface FoundPlace {
  countryCode: string;
  suburb: string;
  postCode: string;
  state?: string | null;
}

export async function findPlaces(countryCode: string, search: string, signal: AbortSignal): Promise<Place[]> {
  const found = await api.get<FoundPlace[]>('/api/core/commonlookup/getlocations', { countryCode, search }, { signal, anonymous: true });
  return found.map(({ suburb, postCode, state, countryCode: country }) => ({ suburb, postCode, state: state ?? '', countryCode: country }));
}

export const countriesQuery = queryOptions({
  queryKey: ['tenant', 'countries'],
  queryFn: ({ signal }) => api.get<{ countryCode: string; countryName: string }[]>('/api/core/commonlookup/getcountry', undefined, { signal, anonymous: true }),
  staleTime: 3_600_000,
});
