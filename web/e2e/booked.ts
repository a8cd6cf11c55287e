// What tests of money need before anything is invoiced: bookings that a carrier has, a carrier's invoice of them, and a run over a customer.
import { expect, type Page } from './harness.ts';
import { call } from './people.ts';

export interface Booked {
  id: number;
  consignmentId: string;
  /** What the carrier quoted, before tax. */
  cost: number;
}

const DAY_MS = 86_400_000;
export const dayFrom = (days: number): string => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);

/** A booking of the customer with the tenant's own fleet, which can be invoiced. */
export async function book(page: Page, customerId: number, companyName = 'Dock'): Promise<Booked> {
  const place = (suburb: string, postCode: string, state: string) => ({ suburb, postCode, state, countryCode: 'AU', companyName, addressLine1: '1 Dock Rd' });
  const ask = {
    fromAddress: place('Richmond', '3121', 'VIC'),
    toAddress: place('Parramatta', '2150', 'NSW'),
    items: [{ packageType: 'Carton', quantity: 2, length: { value: 40, unit: 'cm' }, width: { value: 30, unit: 'cm' }, height: { value: 25, unit: 'cm' }, weight: { value: 10, unit: 'kg' } }],
  };
  const { resourceToken } = await call<{ resourceToken: string }>(page, 'POST', '/api/booking/Quote/Quote', { ...ask, customer: { customerId }, filter: { carrierCode: ['own-fleet'] } });
  const { quotes } = await call<{ quotes: { id: number; carrierCost: { totalExcludingGst: number } }[] }>(page, 'GET', `/api/booking/Quote/GetQuotes?resourceToken=${resourceToken}&waitMs=1000`);
  const booking = { ...ask, customer: { id: customerId }, resourceToken, quoteId: quotes[0]?.id };
  const saved = await call<{ successBookings: { booking: { id: number; consignmentId: string } }[] }>(page, 'POST', '/api/booking/booking/createorupdatebatchbooking', { bookings: [{ booking }], operations: ['Book'] });
  expect(saved.successBookings).toHaveLength(1);
  return { ...saved.successBookings[0]!.booking, cost: quotes[0]!.carrierCost.totalExcludingGst };
}

/** Bookings become billable as soon as the carrier has them. */
export const billable = (page: Page, customerId: number, count: number) =>
  expect.poll(async () => (await call<{ totalCount: number }>(page, 'GET', `/api/booking/booking/getbookingsforinvoice?customerId=${customerId}`)).totalCount).toBe(count);

/** The run page over one customer and the days around now, in whatever zone the tenant is, with its preview. */
export async function previewRun(page: Page, customerId: number): Promise<void> {
  await page.goto(`/finance/invoices/run?from=${dayFrom(-2)}&to=${dayFrom(2)}&customers=${customerId}`);
  await page.getByRole('button', { name: 'Preview', exact: true }).click();
}

export const createRun = (page: Page) => page.getByRole('button', { name: /^Create \d+ invoices? over/ });

/** The columns of the carrier invoices that are uploaded. */
export const HEADINGS = 'consignmentId,reference,serviceCode,serviceName,chargedWeight,taxExclusiveAmount,tax,invoiceNumber,invoiceDate';

export async function uploadCarrierInvoice(page: Page, text: string): Promise<void> {
  await page.goto('/reconciliation');
  await page.getByRole('button', { name: 'Upload invoice' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('File', { exact: true }).setInputFiles({ name: 'freight.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
  await dialog.getByLabel('Carrier', { exact: true }).selectOption('own-fleet');
  await dialog.getByRole('button', { name: 'Upload', exact: true }).click();
}
