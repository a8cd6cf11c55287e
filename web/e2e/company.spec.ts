// A customer's own company page.
import { accessible, expect, settled, signIn, test } from './harness.ts';
import { call, enter, signOut, somebody } from './people.ts';

const unique = () => Date.now().toString(36).toUpperCase().slice(-6);

test("a customer's user keeps the company's details and sees what is set for it", async ({
  page,
}) => {
  test.setTimeout(90_000);
  const companyName = `Own Keepers ${unique()}`;
  await signIn(page, 'admin');
  const { customer } = await call<{ customer: { id: number } }>(
    page,
    'POST',
    '/api/customer/customer/createorupdatecustomer',
    { customer: { companyName } },
  );
  await call(page, 'POST', '/api/customer/customer/addCustomerNote', {
    customerId: customer.id,
    note: { comment: 'Pays late' },
  });
  await signOut(page);
  const who = await somebody(page, { roles: ['Customer'], user: { customerId: customer.id } });
  await enter(page, who);
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: 'My company' })
    .click();
  await expect(page.getByRole('heading', { level: 1, name: companyName })).toBeVisible();
  await settled(page);
  await accessible(page);
  await page.getByRole('button', { name: 'Edit' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit company details' });
  await dialog.getByLabel(/^Contact name/).fill('Robin Lee');
  await dialog.getByLabel(/^Email( \(optional\))?$/).fill('nobody');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('The email address is incomplete').first()).toBeVisible();
  await dialog.getByLabel(/^Email( \(optional\))?$/).fill('robin@keepers.example');
  await dialog.getByLabel(/^Opens at/).fill('08:30');
  await dialog.getByLabel(/^Closes at/).fill('17:00');
  await dialog.getByRole('checkbox', { name: 'Monday' }).check();
  await accessible(page);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Company details saved').first()).toBeVisible();
  await expect(page.getByText('Robin Lee').first()).toBeVisible();
  await expect(page.getByText('Mon 08:30–17:00')).toBeVisible();
  for (const name of ['Addresses', 'Products', 'Cost centres', 'References'])
    await expect(page.getByRole('tab', { name })).toBeVisible();
  await expect(page.getByRole('tab', { name: 'Notes' })).toHaveCount(0);
  await page.getByRole('tab', { name: 'Settings' }).click();
  await expect(page.getByRole('checkbox', { name: 'Authority to leave' })).toBeDisabled();
  await page.getByRole('tab', { name: 'References' }).click();
  await page.getByRole('button', { name: 'New reference' }).click();
  await page.getByLabel('Name', { exact: true }).fill('PO number');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('row', { name: /PO number/ })).toBeVisible();
});

test('staff write notes, keep online stores and set what bookings must name', async ({ page }) => {
  test.setTimeout(90_000);
  await signIn(page, 'admin');
  const { customer } = await call<{ customer: { id: number } }>(
    page,
    'POST',
    '/api/customer/customer/createorupdatecustomer',
    { customer: { companyName: `Note Keepers ${unique()}` } },
  );
  await page.goto(`/customers/${customer.id}/details`);
  await page.getByRole('tab', { name: 'Notes' }).click();
  await page.getByLabel('Add a note').fill('Ring before pickup');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByRole('listitem').filter({ hasText: 'Ring before pickup' })).toBeVisible();
  await accessible(page);

  await page.getByRole('tab', { name: 'Online stores' }).click();
  await page.getByRole('button', { name: 'New store' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(dialog.getByText('Enter a store key').first()).toBeVisible();
  await dialog.getByLabel(/^Name/).fill('Cellar door');
  await dialog.getByLabel('Platform').fill('BigCommerce');
  await dialog.getByLabel('Store key').fill('cellar-1');
  await dialog.getByLabel(/^Access token/).fill('tok-123');
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  const row = page.getByRole('row', { name: /Cellar door.*BigCommerce.*cellar-1/ });
  await expect(row).toBeVisible();
  await accessible(page);
  await settled(page);
  await row.getByRole('button').last().click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  await expect(dialog.getByRole('group', { name: 'Access token' })).toContainText('Saved (hidden)');
  await dialog
    .getByRole('group', { name: 'Access token' })
    .getByRole('button', { name: 'Remove' })
    .click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Cellar door saved').first()).toBeVisible();

  await page.getByRole('tab', { name: 'Settings' }).click();
  const required = page.getByRole('checkbox', { name: 'No booking without a reference' });
  await expect(required).toBeDisabled();
  await page.getByRole('checkbox', { name: 'Require a reference' }).check();
  await required.check();
  await page.getByRole('checkbox', { name: 'Authority to leave' }).check();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Settings saved').first()).toBeVisible();
  await page.reload();
  await expect(required).toBeChecked();
  await accessible(page);
});
