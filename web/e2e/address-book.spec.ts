// A new customer's address import and search.
import { accessible, expect, settled, signIn, test } from './harness.ts';
import { call } from './people.ts';

// As spreadsheets save it in countries with decimal commas.
const TABLE =
  'name;companyName;contactName;telephone;addressLine1;suburb;postCode;state;type\r\n' +
  'Warehouse;Lamp House;Robin Lee;03 9000 1111;12 Church Street;Richmond;3121;VIC;Business\r\n' +
  'Parramatta shop;Harbour Tools;Sam Fields;02 9000 2222;8 Macquarie Street;Parramatta;2150;NSW;Business\r\n' +
  ';Nobody;;;1 Nowhere;Richmond;3121;VIC;\r\n';

test('staff makes a customer, imports its addresses and books between them', async ({ page }) => {
  await signIn(page, 'admin');
  const name = `Lamp House ${Date.now().toString(36)}`;
  await page.goto('/customers/new');
  await page.getByLabel('Company name').fill(name);
  await page.getByLabel('Opens at').fill('08:00');
  await page.getByLabel('Closes at').fill('17:00');
  for (const day of ['Monday', 'Tuesday', 'Wednesday'])
    await page.getByRole('checkbox', { name: day }).check();
  await page.getByLabel('ABN').fill('51 824 753 557');
  await page.getByRole('button', { name: 'Create customer' }).click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  await expect(page.getByText('Mon–Wed 08:00–17:00')).toBeVisible();
  await expect(page.getByRole('note')).toContainText('is not a valid ABN');
  await accessible(page);

  await page.getByRole('tab', { name: 'Addresses' }).click();
  await page.getByRole('button', { name: 'Import' }).click();
  const dialog = page.getByRole('dialog');
  await dialog
    .locator('input[type=file]')
    .setInputFiles({ name: 'addresses.csv', mimeType: 'text/csv', buffer: Buffer.from(TABLE) });
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect(dialog.getByText('3 rows: 2 new, 0 changed, 0 unchanged')).toBeVisible();
  await expect(dialog.getByText('1 row will be skipped')).toBeVisible();
  await dialog.getByRole('button', { name: /^Import/ }).click();
  await expect(page.getByRole('row', { name: /Parramatta shop/ })).toBeVisible();

  const { items } = await call<{ items: { id: number }[] }>(
    page,
    'GET',
    `/api/customer/customer/getCustomers?filter=companyName eq '${name}'`,
  );
  const product = {
    productCode: 'L1',
    name: 'Desk lamp',
    packageType: 'Carton',
    length: { value: 400, unit: 'mm' },
    width: { value: 30, unit: 'cm' },
    height: { value: 30, unit: 'cm' },
    weight: { value: 4, unit: 'kg' },
  };
  await call(page, 'POST', '/api/customer/customerproduct/createorupdateproduct', {
    customerId: items[0]?.id,
    product,
  });

  await page.getByRole('button', { name: 'New booking' }).click();
  await expect(page.getByRole('combobox', { name: 'Customer' })).toContainText(name);
  const place = async (field: 'From' | 'To', typed: string, found: RegExp, value: RegExp) => {
    const input = page.getByRole('combobox', { name: field, exact: true });
    await input.fill(typed);
    await expect(page.getByRole('option', { name: found }).first()).toBeVisible();
    await input.press('Enter');
    await expect(input).toHaveValue(value);
  };
  await place('From', 'wareh', /Warehouse.*12 Church Street/, /Richmond VIC 3121/);
  await place('To', 'macquarie', /Parramatta shop/, /Parramatta NSW 2150/);
  const line = page.getByRole('group', { name: 'Item 1' });
  const goods = line.getByRole('combobox', { name: /Description/ });
  await goods.pressSequentially('lamp');
  await expect(page.getByRole('option', { name: /Desk lamp/ })).toBeVisible();
  await goods.press('ArrowDown');
  await goods.press('Enter');
  await expect(goods).toHaveValue('Desk lamp');
  await expect(line.getByLabel('Length in cm')).toHaveValue('40');
  await expect(line.getByLabel('Weight per piece in kg')).toHaveValue('4');

  const prices = page.getByRole('radiogroup', { name: 'Choose a price' });
  await prices
    .getByRole('radio', { name: /Own fleet/ })
    .first()
    .check({ timeout: 20_000 });
  await expect(page.getByRole('group', { name: 'Pickup from' }).getByLabel('Contact')).toHaveValue(
    'Robin Lee',
  );
  await expect(
    page.getByRole('group', { name: 'Deliver to' }).getByLabel('Street address'),
  ).toHaveValue('8 Macquarie Street');
  await settled(page);
  await page.getByRole('button', { name: 'Book only' }).click();
  await expect(page.getByTestId('connote')).toBeVisible();
});

test('dangerous goods of a customer are kept, and offered first in its quotes', async ({
  page,
}) => {
  await signIn(page, 'admin');
  const companyName = `Paint Shop ${Date.now().toString(36)}`;
  const { customer } = await call<{ customer: { id: number } }>(
    page,
    'POST',
    '/api/customer/customer/createorupdatecustomer',
    { customer: { companyName, canSendDG: true } },
  );
  await page.goto(`/customers/${customer.id}/details`);
  await page.getByRole('tab', { name: 'Dangerous goods' }).click();
  const add = page.getByRole('combobox', { name: /Add dangerous goods/ });
  await add.pressSequentially('paint');
  await page
    .getByRole('option', { name: /UN1263/ })
    .first()
    .click();
  await expect(page.getByRole('row', { name: /UN1263/ })).toBeVisible();
  await add.fill('UN9999');
  await add.press('Enter');
  await expect(page.getByText(/is not in the list of dangerous goods/)).toBeVisible();
  await accessible(page);

  await page.goto(`/quotes/new?customer=${customer.id}`);
  await page.getByRole('checkbox', { name: 'Dangerous goods' }).check();
  const number = page.getByRole('combobox', { name: 'UN Number' });
  await number.pressSequentially('1263');
  await page
    .getByRole('option', { name: /UN1263/ })
    .first()
    .click();
  await expect(number).toHaveValue('UN1263');
  await expect(page.getByRole('textbox', { name: /Description/ }).last()).toHaveValue(/class 3/i);

  await page.goto(`/customers/${customer.id}/details?tab=dangerousGoods`);
  await page.getByRole('button', { name: 'Remove UN1263' }).click();
  await expect(page.getByText('No dangerous goods yet')).toBeVisible();
});

test('a long table is imported in the background, whatever becomes of the page', async ({
  page,
}) => {
  await signIn(page, 'admin');
  const companyName = `Long House ${Date.now().toString(36)}`;
  const { customer } = await call<{ customer: { id: number } }>(
    page,
    'POST',
    '/api/customer/customer/createorupdatecustomer',
    { customer: { companyName } },
  );
  await page.goto(`/customers/${customer.id}/details?tab=addresses`);
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  const dialog = page.getByRole('dialog');
  const lines = Array.from({ length: 3_000 }, (_, at) => `Yard ${at};Abbotsford;3067`);
  const buffer = Buffer.from(
    ['name;suburb;postCode', ...lines, 'Nowhere;Abbotsford;306'].join('\r\n'),
  );
  await dialog
    .locator('input[type=file]')
    .setInputFiles({ name: 'addresses.csv', mimeType: 'text/csv', buffer });
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect(dialog.getByText('3,001 rows: 3,000 new, 0 changed, 0 unchanged')).toBeVisible();
  await dialog.getByRole('button', { name: 'Import', exact: true }).click();
  // Closed already if the import was quick.
  await dialog
    .getByRole('button', { name: 'Close', exact: true })
    .last()
    .click({ timeout: 5_000 })
    .catch(() => undefined);
  await page.goto('/dashboard');
  // The import continues on the server.
  const path = `/api/customer/customerfrequentaddress/getfrequentaddresses?customerId=${customer.id}&maxResultCount=1`;
  await expect
    .poll(async () => (await call<{ totalCount: number }>(page, 'GET', path)).totalCount, {
      timeout: 60_000,
    })
    .toBe(3_000);
});
