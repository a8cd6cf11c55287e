// A booking that a journey begins with.
import { expect, type Page } from './harness.ts';
import { call } from './people.ts';

/** A booking of the own fleet, booked by the calls that the screens make. */
export async function booked(page: Page, reference: string, sender: { email?: string } = {}): Promise<{ id: number; account: string }> {
  const { items } = await call<{ items: { id: number }[] }>(page, 'GET', "/api/customer/customer/getCustomers?filter=contains(tolower(companyName),'bluegum')&maxResultCount=1&skipCount=0");
  const fromAddress = { companyName: 'Bluegum Wines', addressLine1: '1 Cellar Lane', suburb: 'Richmond', state: 'VIC', postCode: '3121', countryCode: 'AU', ...sender };
  const toAddress = { companyName: 'Corner Shop', addressLine1: '2 Church St', suburb: 'Parramatta', state: 'NSW', postCode: '2150', countryCode: 'AU' };
  const cm = (value: number) => ({ value, unit: 'cm' });
  const goods = { fromAddress, toAddress, items: [{ packageType: 'CTN', quantity: 2, length: cm(40), width: cm(30), height: cm(30), weight: { value: 10, unit: 'kg' } }] };
  const customer = { customerId: items[0]?.id };
  const { resourceToken } = await call<{ resourceToken: string }>(page, 'POST', '/api/booking/Quote/Quote', { ...goods, customer, filter: { carrierCode: ['own-fleet'], services: [] } });
  let quotes: { id: number; carrier: { accountName: string } }[] = [];
  await expect(async () => {
    const answer = await call<{ isCompleted: boolean; quotes: typeof quotes }>(page, 'GET', `/api/booking/Quote/GetQuotes?resourceToken=${resourceToken}&waitMs=2000`);
    expect(answer.isCompleted).toBe(true);
    quotes = answer.quotes;
  }).toPass();
  const saved = await call<{ successBookings: { booking: { id: number } }[] }>(page, 'POST', '/api/booking/booking/createorupdatebatchbooking', {
    bookings: [{ booking: { ...goods, customer: { id: items[0]?.id }, reference, quoteId: quotes[0]?.id, resourceToken } }],
    operations: ['Book'],
  });
  return { id: saved.successBookings[0]?.booking.id ?? 0, account: quotes[0]?.carrier.accountName ?? '' };
}
