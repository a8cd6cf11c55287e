// Asking the carriers: one request, then the prices as they arrive.
import { useState } from 'react';
import { queryOptions, useQuery } from '@tanstack/react-query';
import type { RequestOptions, Said } from '@waybill/plugin';
import { api } from '../../api/client.ts';
import { quoteBody, quoteKey } from './draft.ts';
import type { QuoteDraft } from './model.ts';

const pollEvery = 500;
/** The server gives carriers a few seconds; whoever has not answered by now will not. */
const patience = 30_000;

export interface Asked {
  token: string;
  /** The part of the draft these prices are for. */
  key: string;
  at: number;
  /** What to look at again before the goods are booked. */
  warnings: readonly Said[];
}

const pricesQuery = (asked: Asked | null, who: RequestOptions) =>
  queryOptions({
    queryKey: ['quotes', 'prices', asked?.token],
    queryFn: ({ signal }) => api.get('/api/booking/Quote/GetQuotes', { resourceToken: asked?.token ?? '' }, { ...who, signal }),
    enabled: asked !== null,
    staleTime: Infinity,
    refetchOnWindowFocus: false,
  });

const SIGNED_IN: RequestOptions = {};

/** `who` asks: somebody signed in, or a guest. */
export function usePrices(who: RequestOptions = SIGNED_IN) {
  const [asked, setAsked] = useState<Asked | null>(null);
  const prices = useQuery({
    ...pricesQuery(asked, who),
    refetchInterval: ({ state }) => (state.data?.isCompleted || state.status === 'error' || !asked || Date.now() - asked.at > patience ? false : pollEvery),
  });
  const ask = async (draft: QuoteDraft): Promise<void> => {
    const { resourceToken, warnings } = await api.post('/api/booking/Quote/Quote', quoteBody(draft), who);
    setAsked({ token: resourceToken, key: quoteKey(draft), at: Date.now(), warnings });
  };
  const waiting = asked !== null && !prices.data?.isCompleted && !prices.isError && Date.now() - asked.at <= patience;
  return { asked, ask, forget: () => setAsked(null), answer: prices.data, error: prices.isError ? prices.error : null, waiting, again: () => void prices.refetch() };
}
