// Requests and order of a job's quotes.
import { expect, test } from 'vitest';
import { some } from '../../../../test/some.ts';
import type { Job, JobAddress } from '../model.ts';
import { quoteRequest, shownQuotes, type Quote } from './quote.ts';

test('a request has the goods and addresses of the job', () => {
  const place = (suburb: string, isresidential = false) =>
    some<JobAddress>({ suburb, postcode: '3000', countrycode: 'AU', isresidential });
  const request = quoteRequest(
    some<Job>({
      customerid: 7,
      fromaddress: place('Derrimut'),
      toaddress: place('Parramatta', true),
      items: [
        some<Job['items'][number]>({
          packagetype: 'Pallet',
          quantity: 2,
          articlenumbers: ['J1-001', 'J1-002'],
        }),
      ],
    }),
  );
  expect(request.customer).toEqual({ customerId: 7 });
  expect([request.fromAddress?.type, request.toAddress?.type]).toEqual(['Business', 'Residential']);
  expect(request.items).toHaveLength(1);
  expect(request.items?.[0]).not.toHaveProperty('articlenumbers');
});

test('the cheapest quote is the first, and typing narrows', () => {
  const quote = (id: number, service: string, total: number) =>
    some<Quote>({
      id,
      carrier: some<Quote['carrier']>({ accountName: 'Fleet', description: 'Own fleet' }),
      service: some<Quote['service']>({ code: service, description: `${service} service` }),
      customerCost: some<Quote['customerCost']>({ totalIncludingGst: total }),
    });
  const quotes = [quote(1, 'Road', 90), quote(2, 'Express', 120), quote(3, 'Rail', 70)];
  expect(shownQuotes(quotes, '').map(({ id }) => id)).toEqual([3, 1, 2]);
  expect(shownQuotes(quotes, ' exp').map(({ id }) => id)).toEqual([2]);
});
