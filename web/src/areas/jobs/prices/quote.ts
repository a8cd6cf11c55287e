// Quotes of a job: the request made of its goods and addresses, and the calls.
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../../api/client.ts';
import type { Schema } from '../../../api/types.ts';
import type { Job, JobAddress } from '../model.ts';

export type Quote = Schema<'Quote'>;

/** Milliseconds that the server waits for the answers of carriers. */
const WAIT = 2_000;
const POLL_INTERVAL = 300;

const placeOf = (address: JobAddress | null): Schema<'AddressRequest'> => ({
  companyName: address?.companyname ?? null,
  addressLine1: address?.addressline1 ?? null,
  addressLine2: address?.addressline2 ?? null,
  addressLine3: address?.addressline3 ?? null,
  suburb: address?.suburb ?? '',
  postCode: address?.postcode ?? '',
  stateCode: address?.statecode ?? null,
  countryCode: address?.countrycode ?? '',
  type: address?.isresidential ? 'Residential' : 'Business',
});

/** Without the article numbers, which belong to the job. */
export const quoteRequest = (
  job: Pick<Job, 'customerid' | 'fromaddress' | 'toaddress' | 'items'>,
): Schema<'QuoteAsk'> => ({
  ...(job.customerid === null ? {} : { customer: { customerId: job.customerid } }),
  fromAddress: placeOf(job.fromaddress),
  toAddress: placeOf(job.toaddress),
  items: job.items.map(({ packagetype, description, quantity, length, width, height, weight }) => ({
    packageType: packagetype,
    description,
    quantity,
    length,
    width,
    height,
    weight,
  })),
});

/** A quote is requested once for a state of the job. */
export const tokenQuery = (job: Job) =>
  queryOptions({
    queryKey: ['job-quotes', 'token', job.id, job.rowVersion],
    queryFn: async ({ signal }) =>
      (await api.post('/api/booking/Quote/Quote', quoteRequest(job), { signal })).resourceToken,
    staleTime: Infinity,
    // Another dialog asks for new prices.
    gcTime: 0,
    retry: false,
  });

export const quotesQuery = (resourceToken: string) =>
  queryOptions({
    queryKey: ['job-quotes', 'prices', resourceToken],
    queryFn: ({ signal }) =>
      api.get('/api/booking/Quote/GetQuotes', { resourceToken, waitMs: WAIT }, { signal }),
    refetchInterval: ({ state }) => (state.data?.isCompleted ? false : POLL_INTERVAL),
    gcTime: 0,
  });

/** The cheapest first; those without the typed text are left out. */
export function shownQuotes(quotes: readonly Quote[], typed: string): Quote[] {
  const text = typed.trim().toLowerCase();
  const names = ({ carrier, service }: Quote) =>
    [carrier.accountName, carrier.description, service.description, service.code].map((name) =>
      name.toLowerCase(),
    );
  return quotes
    .filter((quote) => names(quote).some((name) => name.includes(text)))
    .toSorted((a, b) => a.customerCost.totalIncludingGst - b.customerCost.totalIncludingGst);
}

/** Makes a quote the job's price, and its cost if that is wanted. */
export async function applyQuote(job: Job, quote: Quote, withCost: boolean): Promise<void> {
  const jobquote = { jobid: job.id, quoteid: quote.id };
  await api.put('/api/jobs/job/job-quote', { jobquote: { ...jobquote, isbuyrate: false } });
  if (withCost)
    await api.put('/api/jobs/job/job-quote', { jobquote: { ...jobquote, isbuyrate: true } });
}
