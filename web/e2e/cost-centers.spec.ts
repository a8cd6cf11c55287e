// Cost centres of a customer.
import { accessible, expect, settled, signIn, test } from './harness.ts';
import { call } from './people.ts';

test('cost centres of a customer are added, changed and deleted', async ({ page }) => {
  await signIn(page, 'admin');
  const companyName = `Cost Keepers ${Date.now().toString(36)}`;
  const { customer } = await call<{ customer: { id: number } }>(
    page,
    'POST',
    '/api/customer/customer/createorupdatecustomer',
    { customer: { companyName } },
  );
  await page.goto(`/customers/${customer.id}/details`);
  await page.getByRole('tab', { name: 'Cost centres' }).click();
  await page.getByRole('button', { name: 'New cost centre' }).click();
  // By keyboard from here.
  await expect(page.getByLabel('Code', { exact: true })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Enter a name' })).toBeVisible();
  await page.getByLabel('Code', { exact: true }).fill('S1');
  await page.keyboard.press('Tab');
  await page.keyboard.type('Sales');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Sales added').first()).toBeVisible();
  await expect(page.getByRole('row', { name: /S1.*Sales.*Default/ })).toBeVisible();
  await accessible(page);

  await page.getByRole('button', { name: 'New cost centre' }).click();
  await page.getByLabel('Code', { exact: true }).fill('s1');
  await page.getByLabel('Name', { exact: true }).fill('Cellar');
  await page.keyboard.press('Enter');
  await expect(page.getByText(/code of another cost centre/).first()).toBeVisible();
  await page.getByLabel('Code', { exact: true }).fill('C1');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('row', { name: /C1.*Cellar/ })).toBeVisible();
  await settled(page);

  await page.getByRole('row', { name: /S1/ }).getByRole('button').last().click();
  await page.getByRole('menuitem', { name: 'Delete…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('Sales deleted').first()).toBeVisible();
  await expect(page.getByRole('row', { name: /S1/ })).toHaveCount(0);
});
