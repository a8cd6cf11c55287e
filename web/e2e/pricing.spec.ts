// Markups and promo codes in quotes.
import { completedQuotes } from './booked.ts';
import { accessible, expect, settled, signIn, test } from './harness.ts';
import { call } from './people.ts';

interface Quote {
  carrierAccountId: number;
  carrierCost: { totalExcludingGst: number } | null;
  customerCost: { totalExcludingGst: number; totalDiscount: number };
}

test('a markup set in the grid prices the next quote, and a promo code takes something off', async ({
  page,
}) => {
  await signIn(page, 'admin');
  const companyName = `Marked Up ${Date.now().toString(36)}`;
  const { customer } = await call<{ customer: { id: number } }>(
    page,
    'POST',
    '/api/customer/customer/createorupdatecustomer',
    { customer: { companyName } },
  );
  const request = {
    customer: { customerId: customer.id },
    fromAddress: { suburb: 'Richmond', postCode: '3121', state: 'VIC', countryCode: 'AU' },
    toAddress: { suburb: 'Parramatta', postCode: '2150', state: 'NSW', countryCode: 'AU' },
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
    filter: { carrierCode: ['own-fleet'] },
  };
  const quotes = async (promoCode?: string) => {
    const { resourceToken } = await call<{ resourceToken: string }>(
      page,
      'POST',
      '/api/booking/Quote/Quote',
      { ...request, ...(promoCode ? { promoCode } : {}) },
    );
    return completedQuotes<Quote>(page, resourceToken);
  };
  const [before] = await quotes();
  expect(before?.customerCost.totalExcludingGst).toBe(before?.carrierCost?.totalExcludingGst);

  // The customer's own markups, by keyboard.
  await page.goto(`/customers/${customer.id}/details?tab=markups`);
  const cell = page.locator(`[data-cell="${before?.carrierAccountId}/0"]`);
  await cell.fill('ten');
  await expect(page.getByText(/Type a percentage/).last()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Save' })).toBeDisabled();
  await cell.fill('=77.5');
  await accessible(page);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Markups saved').first()).toBeVisible();
  await settled(page);
  await page.reload();
  await expect(cell).toHaveValue('=77.5');
  const marked = (await quotes()).filter(
    (quote) => quote.carrierAccountId === before?.carrierAccountId,
  );
  expect(marked.map((quote) => quote.customerCost.totalExcludingGst)).toEqual(
    marked.map(() => 77.5),
  );

  // A planned change leaves today's price unchanged.
  await page.getByLabel('Markups from').selectOption('Plan a change');
  await page.getByLabel('First day').fill('2099-01-01');
  await cell.fill('=80');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Markups saved').first()).toBeVisible();
  await settled(page);
  await page.reload();
  await expect(cell).toHaveValue('=77.5');
  await expect(page.getByText(/^Changes on/)).toBeVisible();
  expect((await quotes()).some((quote) => quote.customerCost.totalExcludingGst === 80)).toBe(false);
  await page.getByLabel('Markups from').selectOption({ index: 1 });
  await expect(cell).toHaveValue('=80');
  await page.getByRole('button', { name: 'Remove the planned change' }).click();
  await page
    .getByRole('alertdialog')
    .or(page.getByRole('dialog'))
    .getByRole('button', { name: 'Remove', exact: true })
    .click();
  await expect(page.getByText('Planned change removed').first()).toBeVisible();
  await expect(cell).toHaveValue('=77.5');
  await expect(page.getByText(/^Changes on/)).toHaveCount(0);

  await page.goto('/settings/promo-codes');
  const code = `SPRING-${Date.now().toString(36)}`;
  await page.getByRole('button', { name: 'New promo code' }).first().click();
  await page.getByLabel('Code', { exact: true }).fill(code);
  await page
    .getByRole('dialog')
    .getByLabel(/^Discount(?! type)/)
    .fill('10');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('row', { name: new RegExp(code, 'i') })).toBeVisible();
  await accessible(page);
  const off = (await quotes(code.toLowerCase())).find(
    (quote) => quote.carrierAccountId === before?.carrierAccountId,
  );
  expect(off?.customerCost.totalDiscount).toBe(7.75);
});
