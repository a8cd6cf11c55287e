// Carrier accounts: form, test, mapping, deletion.
import { accessible, expect, settled, signIn, test, type Page } from './harness.ts';

const unique = () => `E${Date.now().toString(36).toUpperCase().slice(-8)}`;

async function make(page: Page, code: string): Promise<void> {
  await page.goto('/carriers');
  await page.getByRole('button', { name: 'New account' }).first().click();
  await page.getByRole('dialog').getByRole('link', { name: 'Own fleet' }).click();
  await expect(page).toHaveURL(/\/carriers\/new\/own-fleet/);
  await page.getByLabel('Account name').fill(`Fleet ${code}`);
  await page.getByLabel('Account code').fill(code);
  await settled(page);
  for (const field of await page
    .locator('[data-plugin=own-fleet] [aria-required=true][name^=attributes]')
    .all()) {
    if (
      (await field.inputValue()) === '' &&
      (await field.evaluate((element) => element.tagName)) === 'INPUT'
    )
      await field.fill('2000');
  }
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByRole('heading', { level: 1, name: `Fleet ${code}` })).toBeVisible();
}

test('an account of the own fleet lives its life', async ({ page }) => {
  const code = unique();
  await signIn(page);
  await make(page, code);
  await expect(page).toHaveURL(/\/carriers\/accounts\/\d+/);
  await settled(page);
  await accessible(page);

  // The page around the form follows.
  await page.getByLabel('Account name').fill(`Fleet ${code} renamed`);
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(
    page.getByRole('heading', { level: 1, name: `Fleet ${code} renamed` }),
  ).toBeVisible();
  await page.getByRole('link', { name: 'Carriers' }).first().click();
  await expect(page.getByRole('heading', { level: 1, name: 'Carriers' })).toBeVisible();
  await page.goBack();

  await page.getByRole('button', { name: 'Test the connection' }).click();
  await expect(page.getByText(/connection (successful|failed)/).first()).toBeVisible();

  await page.getByRole('button', { name: 'Actions', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Delete…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page).toHaveURL(/\/carriers$/);
  await page.getByRole('searchbox', { name: 'Search accounts' }).fill(code);
  await expect(page.getByText('No matching accounts')).toBeVisible();
});

test('a service is switched off and stays off', async ({ page }) => {
  const code = unique();
  await signIn(page);
  await make(page, code);
  const services = page
    .locator('section', { has: page.getByRole('heading', { name: 'Services' }) })
    .getByRole('switch');
  await expect(services.first()).toBeChecked();
  expect(await services.count()).toBeGreaterThan(1);
  const saved = page.waitForResponse(
    (response) => response.url().includes('createorupdatecarrieraccount') && response.ok(),
  );
  await services.first().uncheck();
  await saved;
  await page.reload();
  await expect(services.first()).not.toBeChecked();
  // The services changed the account's version.
  await page.getByLabel('Account name').fill(`Fleet ${code} again`);
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByRole('heading', { level: 1, name: `Fleet ${code} again` })).toBeVisible();
  await expect(services.first()).not.toBeChecked();
});

test('errors stand at their fields and the list leads there', async ({ page }) => {
  await signIn(page);
  await page.goto('/carriers/new/own-fleet');
  await page.getByRole('button', { name: 'Create account' }).click();
  const list = page.getByRole('alert');
  await expect(list).toContainText('Errors');
  await list.getByRole('button', { name: 'Enter an account code.' }).click();
  await expect(page.getByLabel('Account code')).toBeFocused();
  await accessible(page);
});

test('leaving unsaved changes asks first', async ({ page }) => {
  await signIn(page);
  await page.goto('/carriers/new/own-fleet');
  await page.getByLabel('Account name').fill('Half a name');
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: 'Settings' })
    .click();
  const question = page.getByRole('dialog', { name: 'Leave without saving?' });
  await question.getByRole('button', { name: 'Stay' }).click();
  await expect(page.getByLabel('Account name')).toHaveValue('Half a name');
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: 'Settings' })
    .click();
  await question.getByRole('button', { name: 'Leave' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
});

test('secrets are written and never read back', async ({ page }) => {
  const code = unique();
  await signIn(page);
  await page.goto('/carriers/new/australia-post');
  await page.getByLabel('Account name').fill(`Post ${code}`);
  await page.getByLabel('Account code').fill(code);
  await settled(page);
  for (const field of await page
    .locator('[data-plugin=australia-post] input[name^="attributes."]:not([type=checkbox])')
    .all()) {
    const secret = (await field.getAttribute('type')) === 'password';
    const number = (await field.getAttribute('inputmode')) === 'decimal';
    if (secret || (await field.inputValue()) === '')
      await field.fill(secret ? `hush-${code}` : number ? '1' : '0012345678');
  }
  const answers: string[] = [];
  page.on('response', async (response) => {
    if (response.url().includes('/api/carrier/'))
      answers.push(await response.text().catch(() => ''));
  });
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByRole('heading', { level: 1, name: `Post ${code}` })).toBeVisible();
  await page.reload();
  const secrets = page.locator('[data-plugin=australia-post] input[type=password]');
  await expect(secrets.first()).toBeVisible();
  for (const secret of await secrets.all()) await expect(secret).toHaveValue('');
  await expect(
    page.getByText('Saved and never shown. Leave empty to keep it.').first(),
  ).toBeVisible();
  expect(answers.join('\n')).not.toContain(`hush-${code}`);
  // An empty secret keeps the stored one.
  await page.getByLabel('Account name').fill(`Post ${code} again`);
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByRole('heading', { level: 1, name: `Post ${code} again` })).toBeVisible();
});

test('accounts are mapped to a customer chosen by name', async ({ page }) => {
  await signIn(page);
  await page.goto('/carriers/customers');
  await expect(page.getByText('Please select a customer')).toBeVisible();
  await page.getByRole('combobox', { name: 'Customer' }).click();
  const asked = page.waitForRequest((request) => /getCustomers/i.test(request.url()));
  await page.getByPlaceholder('Search customers…').fill('a');
  expect(new URL((await asked).url()).searchParams.get('filter')).toContain(
    "contains(tolower(code),'a')",
  );
  await page.getByRole('option').first().click();
  await expect(page).toHaveURL(/customerId=\d+/);
  const box = page.getByRole('main').getByRole('checkbox').first();
  const before = await box.isChecked();
  await box.setChecked(!before);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Customer carriers saved').first()).toBeVisible();
  await page.reload();
  await expect(page.getByRole('main').getByRole('checkbox').first()).toBeChecked({
    checked: !before,
  });
  await page.getByRole('main').getByRole('checkbox').first().setChecked(before);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Customer carriers saved').first()).toBeVisible();
});
