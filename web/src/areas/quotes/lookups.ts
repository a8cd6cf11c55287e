// What the quote form looks up: places, package types, countries, and the customer it begins with.
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import type { Address } from '../bookings/model.ts';
import type { Place } from './model.ts';

interface FoundPlace {
  countryCode: string;
  suburb: string;
  postCode: string;
  state?: string | null;
}

/** At most twenty come back; the text is the beginning of a suburb or a postcode. */
export async function findPlaces(countryCode: string, text: string, signal: AbortSignal): Promise<Place[]> {
  const found = await api.get<FoundPlace[]>('/api/core/commonlookup/getlocations', { countryCode, search: text }, { signal });
  return found.map((place) => ({ suburb: place.suburb, postCode: place.postCode, state: place.state ?? '', countryCode: place.countryCode }));
}

const forTheDay = { staleTime: 3_600_000, gcTime: 3_600_000 };

export const packageTypesQuery = queryOptions({
  queryKey: ['lookups', 'package-types'],
  queryFn: ({ signal }) => api.get<{ id: number; name: string; description?: string | null }[]>('/api/core/commonlookup/GetAllPackageTypes', undefined, { signal }),
  ...forTheDay,
});

export const countriesQuery = queryOptions({
  queryKey: ['lookups', 'countries'],
  queryFn: ({ signal }) => api.get<{ countryCode: string; countryName: string }[]>('/api/core/commonlookup/getcountry', undefined, { signal }),
  ...forTheDay,
});

export interface SendingCustomer {
  id: number;
  companyName?: string | null;
  contactName?: string | null;
  customerName?: string | null;
  contact?: string | null;
  email?: string | null;
  bookingEmail?: string | null;
  canSendDG?: boolean | null;
  specialInstructions?: string | null;
  address?: Address | null;
}

/** The customer goods are sent for: the chosen one, or the caller's own (id null). */
export const sendingCustomerQuery = (id: number | null) =>
  queryOptions({
    queryKey: ['customers', 'sending', id],
    queryFn: async ({ signal }) => {
      const found = id
        ? await api.get<{ customer: SendingCustomer }>('/api/customer/customer/getCustomerForEdit', { id }, { signal })
        : await api.get<{ customer?: SendingCustomer } & Partial<SendingCustomer>>('/api/customer/customer/getCurrentCustomer', undefined, { signal });
      return (found.customer ?? found) as SendingCustomer;
    },
    staleTime: 60_000,
  });
