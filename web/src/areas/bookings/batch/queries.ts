// Requests of the batch sheet.
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../../api/client.ts';
import { fetchBookings } from '../queries.ts';
import { offerText, type Quote } from './choice.ts';
import { quoteOf, type BookingBody } from './rows.ts';
import type { Calls } from './send.ts';

/** Longest wait for carriers in one call. */
const WAIT_MS = 2000;

export const calls: Calls = {
  ask: async (body) => (await api.post('/api/booking/Quote/Quote', body)).resourceToken,
  collect: (resourceToken) =>
    api.get('/api/booking/Quote/GetQuotes', { resourceToken, waitMs: WAIT_MS }),
  book: (body) => api.post('/api/booking/booking/createorupdatebatchbooking', body),
  made: async (quoteIds) =>
    (
      await fetchBookings(
        { filter: `quoteId in (${quoteIds.join(',')})`, maxResultCount: 1000, skipCount: 0 },
        new AbortController().signal,
      )
    ).items,
  pause: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
};

export interface Offer {
  accountId: number;
  service: string;
  text: string;
}

export const offersQuery = (body: BookingBody | null) =>
  queryOptions({
    queryKey: ['quotes', 'batch-offers', body && quoteOf(body)],
    enabled: body !== null,
    staleTime: 300_000,
    queryFn: async (): Promise<Offer[]> => {
      if (!body) return [];
      const token = await calls.ask(quoteOf(body));
      let answer = await calls.collect(token);
      for (let tries = 0; !answer.isCompleted && tries < 8; tries += 1)
        answer = await calls.collect(token);
      const found = new Map(
        answer.quotes.map((quote: Quote) => [
          `${quote.carrierAccountId} ${quote.service.code}`,
          {
            accountId: quote.carrierAccountId,
            service: quote.service.code,
            text: offerText(quote),
          },
        ]),
      );
      return [...found.values()].toSorted((a, b) => a.text.localeCompare(b.text));
    },
  });
