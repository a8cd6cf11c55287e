// Frequent addresses of a customer.
import { readFile } from 'node:fs/promises';
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

test('addresses are imported from a German spreadsheet that lost a zero', async ({ page }) => {
  await signIn(page, 'admin');
  const companyName = `Address Importers ${Date.now().toString(36)}`;
  const { customer } = await call<{ customer: { id: number } }>(
    page,
    'POST',
    '/api/customer/customer/createorupdatecustomer',
    { customer: { companyName } },
  );
  await page.goto(`/customers/${customer.id}/details`);
  await page.getByRole('tab', { name: 'Addresses' }).click();
  await page.getByRole('button', { name: 'Import' }).click();
  const [template] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download a template' }).click(),
  ]);
  expect(template.suggestedFilename()).toBe('addresses.csv');
  // Windows-1252, as Excel writes it.
  const table =
    'PLZ;Ort;Bezeichnung;Stra\u00dfe;Farbe\r\n800;Darwin City;Hafen;1 Kitchener Drive;rot\r\n' +
    '3121;Richmond;K\u00fchlhaus;1 Swan Street;blau\r\n;Richmond;Ohne;2 Swan Street;\r\n';
  await page.locator('input[type=file]').setInputFiles({
    name: 'adressen.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(table, 'latin1'),
  });
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByLabel('Field for Bezeichnung')).toHaveValue('name');
  await expect(page.getByLabel('Field for Stra\u00dfe')).toHaveValue('addressLine1');
  await expect(page.getByLabel('Field for Farbe')).toHaveValue('');
  await settled(page);
  await accessible(page);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('800 → 0800')).toBeVisible();
  await page.getByRole('button', { name: 'Put the zeros back' }).click();
  await expect(page.getByText('800 → 0800')).toBeHidden();
  await expect(page.getByText(/3 rows: 2 new/)).toBeVisible();
  await expect(page.getByText(/Row 4, Postcode: /)).toBeVisible();
  await settled(page);
  await accessible(page);
  const [errors] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download the rows with errors' }).click(),
  ]);
  const text = await readFile(await errors.path(), 'utf8');
  expect(text).toContain(
    'PLZ,Ort,Bezeichnung,Stra\u00dfe,Farbe,Reason\r\n,Richmond,Ohne,2 Swan Street,',
  );
  await page.getByRole('radio', { name: 'Import nothing until every row is right' }).check();
  await expect(
    page.getByRole('dialog').getByRole('button', { name: 'Import', exact: true }),
  ).toBeDisabled();
  await page.getByRole('radio', { name: /Skip the rows with errors/ }).check();
  await page.getByRole('dialog').getByRole('button', { name: 'Import', exact: true }).click();
  await expect(page.getByRole('row', { name: /Hafen.*Darwin City 0800/ })).toBeVisible();
  await expect(page.getByRole('row', { name: /K\u00fchlhaus.*Richmond.*3121/ })).toBeVisible();
});
