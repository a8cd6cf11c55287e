// Insurance and margins: settings, certificate, report.
import { completedQuotes } from './booked.ts';
import { accessible, expect, settled, signIn, test } from './harness.ts';
import { call } from './people.ts';

interface Saved {
  successBookings: { booking: { id: number } }[];
}
interface StoredSettings {
  pricingDetail: { insurance: { total: number } };
}

test('insurance is set, booked and certified, and the margins are shown', async ({ page }) => {
  await signIn(page, 'admin');
  await page.goto('/settings/charges');
  const standard = page.locator('section', { hasText: 'Standard insurance' }).first();
  await standard.getByLabel(/^Share of the goods value/).fill('1.5');
  await standard.getByLabel(/^Excess/).fill((200 + (Date.now() % 100_000) / 1_000).toFixed(3));
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Settings saved').first()).toBeVisible();
  await settled(page);
  await page.getByLabel('Value of the goods').fill('2000');
  await expect(page.getByRole('row', { name: /Standard insurance.*30/ })).toBeVisible();
  await accessible(page);

  const companyName = `Insured ${Date.now().toString(36)}`;
  const { customer } = await call<{ customer: { id: number } }>(
    page,
    'POST',
    '/api/customer/customer/createorupdatecustomer',
    { customer: { companyName } },
  );
  const place = (suburb: string, postCode: string, state: string) => ({
    suburb,
    postCode,
    state,
    countryCode: 'AU',
    companyName,
    addressLine1: '1 Dock Rd',
  });
  const ask = {
    fromAddress: place('Richmond', '3121', 'VIC'),
    toAddress: place('Parramatta', '2150', 'NSW'),
    items: [
      {
        packageType: 'Carton',
        quantity: 2,
        length: { value: 40, unit: 'cm' },
        width: { value: 30, unit: 'cm' },
        height: { value: 25, unit: 'cm' },
        weight: { value: 10, unit: 'kg' },
      },
    ],
    isInsured: true,
    insuredValue: 2000,
    insuranceType: 'Standard',
  };
  const { resourceToken } = await call<{ resourceToken: string }>(
    page,
    'POST',
    '/api/booking/Quote/Quote',
    { ...ask, customer: { customerId: customer.id }, filter: { carrierCode: ['own-fleet'] } },
  );
  const quotes = await completedQuotes<{ id: number }>(page, resourceToken);
  const booking = { ...ask, customer: { id: customer.id }, resourceToken, quoteId: quotes[0]?.id };
  const saved = await call<Saved>(page, 'POST', '/api/booking/booking/createorupdatebatchbooking', {
    bookings: [{ booking }],
    operations: ['Book'],
  });
  const booked = saved.successBookings[0]?.booking;
  expect(booked, JSON.stringify(saved).slice(0, 600)).toBeDefined();
  const kept = await call<StoredSettings>(
    page,
    'GET',
    `/api/booking/booking/getbookingforEdit?id=${booked?.id}`,
  );
  expect(kept.pricingDetail.insurance.total, JSON.stringify(kept).slice(0, 400)).toBe(33);

  await page.goto(`/bookings-beta/details/${booked?.id}`);
  await page.getByRole('tab', { name: 'Documents' }).click();
  await expect(page.getByRole('button', { name: 'View Insurance certificate' })).toBeVisible({
    timeout: 30_000,
  });

  await page.goto(`/bookings/margin?customer=${customer.id}&by=Lane`);
  await expect(page.getByRole('row', { name: /AU-VIC → AU-NSW/ })).toBeVisible();
  await expect(page.getByRole('list', { name: 'Worst lanes' })).toBeVisible();
  await accessible(page);
  await page.getByRole('tab', { name: 'By customer' }).click();
  await expect(page.getByRole('row', { name: new RegExp(companyName) })).toBeVisible();
});
