// Tests of reference fields.
import { accessible, expect, settled, signIn, test, type Page } from './harness.ts';
import { call } from './people.ts';

async function customerWithAddress(page: Page): Promise<number> {
  const companyName = `Order Keepers ${Date.now().toString(36)}`;
  const address = {
    addressLine1: '1 Swan St',
    suburb: 'Richmond',
    postCode: '3121',
    state: 'VIC',
    countryCode: 'AU',
  };
  const { customer } = await call<{ customer: { id: number } }>(
    page,
    'POST',
    '/api/customer/customer/createorupdatecustomer',
    { customer: { companyName, address } },
  );
  return customer.id;
}

test('references of a customer are added, changed and deleted', async ({ page }) => {
  await signIn(page, 'admin');
  const id = await customerWithAddress(page);
  await page.goto(`/customers/${id}/details`);
  await page.getByRole('tab', { name: 'References' }).click();
  await page.getByRole('button', { name: 'New reference' }).click();
  // By keyboard from here.
  await expect(page.getByLabel('Name', { exact: true })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Enter a name').first()).toBeVisible();
  await page.keyboard.type('PO number');
  await page.keyboard.press('Enter');
  await expect(page.getByText('PO number added').first()).toBeVisible();
  await expect(page.getByRole('row', { name: /PO number/ })).toBeVisible();

  await page.getByRole('button', { name: 'New reference' }).click();
  await page.getByLabel('Name', { exact: true }).fill('po NUMBER');
  await page.keyboard.press('Enter');
  await expect(page.getByText(/name of another reference/).first()).toBeVisible();
  await page.getByLabel('Name', { exact: true }).fill('Project');
  await page.getByRole('textbox', { name: /^Description/ }).fill('As in your contract');
  await page.getByRole('dialog').getByRole('checkbox', { name: 'Required' }).check();
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(
    page.getByRole('row', { name: /Project.*Required.*As in your contract/ }),
  ).toBeVisible();
  await accessible(page);
  await settled(page);

  await page
    .getByRole('row', { name: /PO number/ })
    .getByRole('button')
    .last()
    .click();
  await page.getByRole('menuitem', { name: 'Delete…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('PO number deleted').first()).toBeVisible();
  await expect(page.getByRole('row', { name: /PO number/ })).toHaveCount(0);
});

test('the booking form asks for the references of the customer', async ({ page }) => {
  test.setTimeout(90_000);
  await signIn(page, 'admin');
  const customerId = await customerWithAddress(page);
  for (const reference of [
    { name: 'PO number', description: 'From the order', isRequired: true },
    { name: 'Project' },
  ]) {
    await call(page, 'POST', '/api/customer/customerreferences/createorupdatereference', {
      customerId,
      reference,
    });
  }
  await page.goto(`/quotes/new?customer=${customerId}`);
  await expect(page.getByRole('combobox', { name: 'From', exact: true })).toHaveValue(
    /Richmond VIC 3121/,
  );
  await page.getByRole('combobox', { name: 'To', exact: true }).fill('parramatta');
  await page
    .getByRole('option', { name: /^Parramatta.*NSW 2150/ })
    .first()
    .click();
  const item = page.getByRole('group', { name: 'Item 1' });
  await item.getByLabel('Package').selectOption('Carton');
  for (const [label, value] of [
    ['Length in cm', '40'],
    ['Width in cm', '30'],
    ['Height in cm', '30'],
    ['Weight per piece in kg', '5'],
  ] as const)
    await item.getByLabel(label).fill(value);
  await page
    .getByRole('radiogroup', { name: 'Choose a price' })
    .getByRole('radio', { name: /Own fleet/ })
    .first()
    .check({ timeout: 20_000 });
  await page
    .getByRole('group', { name: 'Pickup from' })
    .getByLabel('Street address')
    .fill('1 Swan St');
  const receiver = page.getByRole('group', { name: 'Deliver to' });
  await receiver.getByLabel('Company').fill('Harbour Tools');
  await receiver.getByLabel('Street address').fill('8 Macquarie Street');
  await accessible(page);
  await page.getByRole('button', { name: 'Book only' }).click();
  await page.getByRole('alert').getByRole('button', { name: 'PO number is required' }).click();
  await expect(page.getByLabel(/^PO number/)).toBeFocused();
  await page.getByLabel(/^PO number/).fill('PO-4711');
  await page.getByRole('button', { name: 'Book only' }).click();
  await page.getByRole('link', { name: 'Open the booking' }).click();
  await expect(page.getByText('PO-4711')).toBeVisible();

  await page.getByRole('button', { name: 'Actions', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Edit', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByLabel(/^PO number/)).toHaveValue('PO-4711');
  await dialog.getByLabel(/^Project/).fill('North');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('North', { exact: true })).toBeVisible();
});
