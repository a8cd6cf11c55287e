// Helpers: bookings, carrier invoices, invoice runs.
import { expect, type Page } from './harness.ts';
import { call } from './people.ts';

export interface Booked {
  id: number;
  consignmentId: string;
  /** Carrier quote before tax. */
  cost: number;
  account: string;
}

const DAY_MS = 86_400_000;
export const dayFrom = (days: number): string =>
  new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);

const place = (
  companyName: string,
  addressLine1: string,
  suburb: string,
  state: string,
  postCode: string,
) => ({ companyName, addressLine1, suburb, state, postCode, countryCode: 'AU' });
const cm = (value: number) => ({ value, unit: 'cm' });

/** Books with the tenant's own fleet. */
async function createBookings(
  page: Page,
  customerId: number | undefined,
  goods: Record<string, unknown>,
  more: Record<string, unknown> = {},
): Promise<Booked> {
  const { resourceToken } = await call<{ resourceToken: string }>(
    page,
    'POST',
    '/api/booking/Quote/Quote',
    { ...goods, customer: { customerId }, filter: { carrierCode: ['own-fleet'], services: [] } },
  );
  const quotes = await completedQuotes<{
    id: number;
    carrier: { accountName: string };
    carrierCost: { totalExcludingGst: number };
  }>(page, resourceToken);
  const booking = {
    ...goods,
    ...more,
    customer: { id: customerId },
    resourceToken,
    quoteId: quotes[0]?.id,
  };
  const saved = await call<{
    successBookings: { booking: { id: number; consignmentId: string } }[];
  }>(page, 'POST', '/api/booking/booking/createorupdatebatchbooking', {
    bookings: [{ booking }],
    operations: ['Book'],
  });
  expect(saved.successBookings).toHaveLength(1);
  return {
    ...saved.successBookings[0]!.booking,
    cost: quotes[0]!.carrierCost.totalExcludingGst,
    account: quotes[0]!.carrier.accountName,
  };
}

/** A booking that can be invoiced. */
export function book(page: Page, customerId: number, companyName = 'Dock'): Promise<Booked> {
  return createBookings(page, customerId, {
    fromAddress: place(companyName, '1 Dock Rd', 'Richmond', 'VIC', '3121'),
    toAddress: place(companyName, '1 Dock Rd', 'Parramatta', 'NSW', '2150'),
    items: [
      {
        packageType: 'Carton',
        quantity: 2,
        length: cm(40),
        width: cm(30),
        height: cm(25),
        weight: { value: 10, unit: 'kg' },
      },
    ],
  });
}

/** A booking of the demo's winery. */
export async function booked(
  page: Page,
  reference: string,
  sender: { companyName?: string; email?: string } = {},
): Promise<Booked> {
  const { items } = await call<{ items: { id: number }[] }>(
    page,
    'GET',
    "/api/customer/customer/getCustomers?filter=contains(tolower(companyName),'bluegum')&maxResultCount=1&skipCount=0",
  );
  const goods = {
    fromAddress: {
      ...place('Bluegum Wines', '1 Cellar Lane', 'Richmond', 'VIC', '3121'),
      ...sender,
    },
    toAddress: place('Corner Shop', '2 Church St', 'Parramatta', 'NSW', '2150'),
    items: [
      {
        packageType: 'CTN',
        quantity: 2,
        length: cm(40),
        width: cm(30),
        height: cm(30),
        weight: { value: 10, unit: 'kg' },
      },
    ],
  };
  return createBookings(page, items[0]?.id, goods, { reference });
}

/** Billable as soon as the carrier has them. */
export const billable = (page: Page, customerId: number, count: number) =>
  expect
    .poll(
      async () =>
        (
          await call<{ totalCount: number }>(
            page,
            'GET',
            `/api/booking/booking/getbookingsforinvoice?customerId=${customerId}`,
          )
        ).totalCount,
    )
    .toBe(count);

/** Covers the days around now in any time zone. */
export async function previewRun(page: Page, customerId: number): Promise<void> {
  await page.goto(
    `/finance/invoices/run?from=${dayFrom(-2)}&to=${dayFrom(2)}&customers=${customerId}`,
  );
  await page.getByRole('button', { name: 'Preview', exact: true }).click();
}

export const createRun = (page: Page) =>
  page.getByRole('button', { name: /^Create \d+ invoices? totalling/ });

/** Columns of uploaded carrier invoices. */
export const HEADINGS =
  'consignmentId,reference,serviceCode,serviceName,chargedWeight,taxExclusiveAmount,tax,invoiceNumber,invoiceDate';

export async function uploadCarrierInvoice(page: Page, text: string): Promise<void> {
  await page.goto('/reconciliation');
  await page.getByRole('button', { name: 'Upload invoice' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog
    .getByLabel('File', { exact: true })
    .setInputFiles({ name: 'freight.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
  await dialog.getByLabel('Carrier', { exact: true }).selectOption('own-fleet');
  await dialog.getByRole('button', { name: 'Upload', exact: true }).click();
}

/** The quotes of all carriers; on a busy machine they take longer than one call waits. */
export async function completedQuotes<Quote>(page: Page, resourceToken: string): Promise<Quote[]> {
  let quotes: Quote[] = [];
  await expect(async () => {
    const response = await call<{ isCompleted: boolean; quotes: Quote[] }>(
      page,
      'GET',
      `/api/booking/Quote/GetQuotes?resourceToken=${resourceToken}&waitMs=1000`,
    );
    expect(response.isCompleted).toBe(true);
    quotes = response.quotes;
  }).toPass();
  return quotes;
}
