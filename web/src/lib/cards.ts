// Whether and how the tenant takes cards, as the server tells those who pay.
import { queryOptions } from '@tanstack/react-query';
import { api } from '../api/client.ts';

/** Not below finance's own: a payment makes that stale, and the provider's form must not be started anew by it. */
const cardsKey = ['cards'] as const;
const OPTIONS = '/api/finance/payment/getcardoptions';

/** Somebody who is not signed in says so. */
export type Who = Parameters<typeof api.get>[2];

/** The refusal that says nothing yet: the provider has not answered, and the server goes on asking. */
export const UNANSWERED = 5143;

/** Whether and how the tenant takes cards. */
export const cardOptionsQuery = (who: Who = {}) =>
  queryOptions({
    queryKey: [...cardsKey, 'options'],
    queryFn: ({ signal }) => api.get(OPTIONS, { withKey: false }, { ...who, signal }),
    staleTime: 300_000,
  });

/** The same with what a provider's form starts with, which is for one form: nothing of it is asked for again. */
export const cardFormQuery = (who: Who = {}) =>
  queryOptions({
    queryKey: [...cardsKey, 'form'],
    queryFn: ({ signal }) => api.get(OPTIONS, { withKey: true }, { ...who, signal }),
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  });
