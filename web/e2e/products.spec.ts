// Products of a customer.
import { accessible, expect, settled, signIn, test } from './harness.ts';
import { call } from './people.ts';

test('products of a customer are added and changed', async ({ page }) => {
  await signIn(page, 'admin');
  const companyName = `Product Keepers ${Date.now().toString(36)}`;
  const { customer } = await call<{ customer: { id: number } }>(
    page,
    'POST',
    '/api/customer/customer/createorupdatecustomer',
    { customer: { companyName } },
  );
  await page.goto(`/customers/${customer.id}/details`);
  await page.getByRole('tab', { name: 'Products' }).click();
  await page.getByRole('button', { name: 'New product' }).click();
  // By keyboard from here.
  await expect(page.getByLabel('Code', { exact: true })).toBeFocused();
  await page.keyboard.type('W6');
  await page.keyboard.press('Tab');
  await page.keyboard.type('Six bottles');
  await page.getByRole('textbox', { name: /^Weight/ }).fill('8.5');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Six bottles added').first()).toBeVisible();
  await expect(page.getByRole('row', { name: /W6.*Six bottles.*8.5 kg/ })).toBeVisible();

  await page.getByRole('button', { name: 'New product' }).click();
  await page.getByLabel('Code', { exact: true }).fill('w6');
  await page.getByLabel('Name', { exact: true }).fill('Gin');
  await page.getByRole('dialog').getByRole('checkbox', { name: 'Dangerous goods' }).check();
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(page.getByText('Choose the class of the dangerous goods').first()).toBeVisible();
  await page.getByLabel('Class').selectOption({ label: '3 Flammable liquids' });
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(page.getByText(/code of another product/).first()).toBeVisible();
  await page.getByLabel('Code', { exact: true }).fill('G1');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(page.getByRole('row', { name: /G1.*Gin.*Flammable liquids/ })).toBeVisible();
  await accessible(page);
  await settled(page);

  await page.getByRole('row', { name: /W6/ }).getByRole('button').last().click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  await expect(page.getByRole('textbox', { name: /^Weight/ })).toHaveValue('8.5');
  await page.getByRole('textbox', { name: /^Weight/ }).fill('9');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('row', { name: /W6.*9 kg/ })).toBeVisible();

  // A table is looked at before it is stored.
  await page.getByRole('button', { name: 'Import' }).click();
  const table = 'productCode,name,weight\nW6,Six bottles,10\nW12,Twelve bottles,17\nW24,,30\n';
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'products.csv', mimeType: 'text/csv', buffer: Buffer.from(table) });
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('3 rows: 1 new, 1 changed, 0 unchanged')).toBeVisible();
  await expect(page.getByText(/Row 4, Name: /)).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: 'Import', exact: true }).click();
  await expect(page.getByRole('row', { name: /W12.*17 kg/ })).toBeVisible();
  await expect(page.getByRole('row', { name: /W6.*10 kg/ })).toBeVisible();
});
