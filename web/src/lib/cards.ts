// Card payment options for payers.
import { queryOptions } from '@tanstack/react-query';
import { api } from '../api/client.ts';

/**
 * Not below finance's key: a payment invalidates that, but must not restart the provider's form.
 */
const cardsKey = ['cards'] as const;
const OPTIONS = '/api/finance/payment/getcardoptions';

/** Session or guest. */
export type CallerOptions = Parameters<typeof api.get>[2];

/** Pending: the provider has not responded, and the server retries. */
export const UNANSWERED = 5143;

export const cardOptionsQuery = (who: CallerOptions = {}) =>
  queryOptions({
    queryKey: [...cardsKey, 'options'],
    queryFn: ({ signal }) => api.get(OPTIONS, { withKey: false }, { ...who, signal }),
    staleTime: 300_000,
  });

/** Options with a single-use form token; never refetched. */
export const cardFormQuery = (who: CallerOptions = {}) =>
  queryOptions({
    queryKey: [...cardsKey, 'form'],
    queryFn: ({ signal }) => api.get(OPTIONS, { withKey: true }, { ...who, signal }),
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  });
