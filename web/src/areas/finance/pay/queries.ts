// What paying by card asks the server.
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../../api/client.ts';
import type { Schema } from '../../../api/types.ts';

/** Not below finance's own: a payment makes that stale, and the provider's form must not be started anew by it. */
const cardsKey = ['cards'] as const;
const PAYMENT = '/api/finance/payment';

/** Whether and how the tenant takes cards. */
export const cardOptionsQuery = queryOptions({
  queryKey: [...cardsKey, 'options'],
  queryFn: ({ signal }) => api.get(`${PAYMENT}/getcardoptions`, { withKey: false }, { signal }),
  staleTime: 300_000,
});

/** The same with what a provider's form starts with, which is for one form: nothing of it is asked for again. */
export const cardFormQuery = queryOptions({
  queryKey: [...cardsKey, 'form'],
  queryFn: ({ signal }) => api.get(`${PAYMENT}/getcardoptions`, { withKey: true }, { signal }),
  staleTime: Infinity,
  gcTime: 0,
  retry: false,
});

export const payByCard = (payment: Schema<'CreateCardPayment'>) => api.post(`${PAYMENT}/createCreditCardPayment`, payment);
