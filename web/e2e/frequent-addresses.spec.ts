// Frequent addresses of a customer.
import { accessible, expect, settled, signIn, test } from './harness.ts';
import { call } from './people.ts';

test('frequent addresses of a customer are added, changed and deleted', async ({ page }) => {
  await signIn(page, 'admin');
  const companyName = `Address Keepers ${Date.now().toString(36)}`;
  const { customer } = await call<{ customer: { id: number } }>(
    page,
    'POST',
    '/api/customer/customer/createorupdatecustomer',
    { customer: { companyName } },
  );
  await page.goto(`/customers/${customer.id}/details`);
  await page.getByRole('tab', { name: 'Addresses' }).click();
  await page.getByRole('button', { name: 'New address' }).click();
  // By keyboard from here.
  const name = page.getByLabel('Name', { exact: true });
  await expect(name).toBeFocused();
  await page.keyboard.type('Main dock');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Choose a suburb from the list').first()).toBeVisible();
  await page.getByLabel('Street and number').fill('1 Swan Street');
  await page.getByRole('combobox', { name: 'Suburb', exact: true }).fill('3121');
  await page
    .getByRole('option', { name: /Richmond/ })
    .first()
    .click();
  await page.getByLabel('Type').selectOption('Business');
  await page.getByRole('checkbox', { name: /Default/ }).check();
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(page.getByText('Main dock added').first()).toBeVisible();
  await expect(
    page.getByRole('row', { name: /Main dock.*1 Swan Street, Richmond VIC 3121.*Default/ }),
  ).toBeVisible();
  await accessible(page);

  await page.getByRole('button', { name: 'New address' }).click();
  await name.fill('main dock');
  await page.getByRole('combobox', { name: 'Suburb', exact: true }).fill('2150');
  await page
    .getByRole('option', { name: /Parramatta/ })
    .first()
    .click();
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(page.getByText(/name of another frequent address/).first()).toBeVisible();
  await name.fill('Cellar door');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(page.getByRole('row', { name: /Cellar door.*Parramatta/ })).toBeVisible();
  await settled(page);

  await page
    .getByRole('row', { name: /Main dock/ })
    .getByRole('button')
    .last()
    .click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  await page.getByLabel('Contact name').fill('Robin');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('row', { name: /Main dock.*Robin/ })).toBeVisible();
  await page
    .getByRole('row', { name: /Main dock/ })
    .getByRole('button')
    .last()
    .click();
  await page.getByRole('menuitem', { name: 'Delete…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('Main dock deleted').first()).toBeVisible();
  await expect(page.getByRole('row', { name: /Main dock/ })).toHaveCount(0);
});
