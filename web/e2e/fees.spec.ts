// Fees: tiers, charges, overrides.
import { accessible, expect, settled, signIn, test } from './harness.ts';
import { customerOf } from './invoices.ts';

test('a fee is added with its tiers, given terms for a customer, and tested on a booking', async ({
  page,
}) => {
  await signIn(page, 'admin');
  const mark = Date.now().toString(36);
  const customerName = `Charged ${mark}`;
  await customerOf(page, customerName);
  await page.goto('/finance/fees/new');
  await page.getByLabel('Name', { exact: true }).fill(`Handling ${mark}`);
  await page.getByLabel('For', { exact: true }).selectOption('Admin');
  await page.getByRole('checkbox', { name: 'Account' }).check();
  await page.getByLabel(/^Basic .*tier 1$/).fill('5');
  await page.getByLabel(/^For each .*tier 1$/).fill('2');
  await page.getByRole('button', { name: 'Add tier' }).click();
  await expect(page.getByLabel(/^Up to .*tier 1$/)).toBeFocused();
  await page.getByRole('button', { name: 'Add fee' }).click();
  await expect(page.getByText('Only the last tier has no upper limit').first()).toBeVisible();
  await page.getByLabel(/^Up to .*tier 1$/).fill('10');
  await page.getByLabel(/^Basic .*tier 2$/).fill('20');
  await accessible(page);
  await page.getByLabel(/^Basic .*tier 2$/).press('Enter');
  await page.waitForURL(/\/finance\/fees\/\d+/);

  await page.getByRole('tab', { name: 'Customers' }).click();
  await page.getByRole('button', { name: 'Add customer' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('combobox', { name: 'Customer' }).click();
  await page.getByPlaceholder('Search customers…').fill(customerName);
  await page.locator('[cmdk-item]', { hasText: customerName }).click();
  await dialog.getByLabel(/^Basic .*tier 1$/).fill('1');
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(page.getByRole('cell', { name: customerName, exact: true })).toBeVisible();
  await settled(page);
  await accessible(page);

  await page.goto('/finance/fees');
  await page.getByLabel('Search fees').fill(mark);
  await expect(page.getByRole('row', { name: new RegExp(mark) })).toContainText(
    '$5.00 + $2.00 each, 2 tiers',
  );
  await settled(page);
  await accessible(page);
  await page.getByRole('link', { name: 'Test a booking' }).click();
  await page.getByRole('combobox', { name: /^Booking/ }).fill('1');
  await page.getByRole('option').first().click();
  await expect(
    page
      .getByRole('region', { name: 'Booking fees' })
      .or(page.getByText('No fee is for this customer'))
      .first(),
  ).toBeVisible();
  await settled(page);
  await accessible(page);

  // So other tests' bookings have no fee.
  await page.goto('/finance/fees');
  await page.getByLabel('Search fees').fill(mark);
  await page.getByRole('link', { name: `Handling ${mark}` }).click();
  await page.getByRole('checkbox', { name: /^Active/ }).uncheck();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('main').getByText('Inactive', { exact: true }).first()).toBeVisible();
});
