// Customers: made, found, changed, refused with the field named, and quoted for.
import { expect, settled, signIn, test } from './harness.ts';

const unique = () => Date.now().toString(36).toUpperCase().slice(-6);

test('a customer is made, found, changed and quoted for', async ({ page }) => {
  const name = `Lantern Works ${unique()}`;
  await signIn(page, 'admin');
  await page.goto('/customers');
  await page.getByRole('link', { name: 'New customer' }).first().click();
  await page.getByRole('button', { name: 'Create customer' }).click();
  await page.getByRole('alert').getByRole('button', { name: 'Give the company name' }).click();
  await expect(page.getByLabel('Company name')).toBeFocused();

  await page.getByLabel('Company name').fill(name);
  await page.getByLabel('Contact name').fill('Noor Rahman');
  await page.getByLabel('E-mail (optional)', { exact: true }).fill('noor@lantern.example');
  await page.getByLabel('Street address').fill('5 Bridge Road');
  await page.getByRole('combobox', { name: 'Suburb (optional)' }).fill('3121');
  await page.getByRole('option', { name: /Richmond/ }).click();
  await page.getByLabel('Credit limit').fill('2,500');
  await page.getByRole('button', { name: 'Create customer' }).click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  await expect(page.getByText('$2,500.00')).toBeVisible();
  await expect(page.getByText('No bookings yet')).toBeVisible();

  await page.getByRole('link', { name: 'Edit' }).click();
  await page.getByLabel('Account status').selectOption('OnHold');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.locator('h1 + *')).toHaveText('On hold');

  await page.goto('/customers');
  await page.getByRole('searchbox', { name: 'Search customers' }).fill(name.toLowerCase());
  await expect(page).toHaveURL(/q=lantern/);
  await expect(page.getByRole('link', { name })).toBeVisible();
  await settled(page);
  await page.getByRole('link', { name }).click();

  await page.getByRole('button', { name: 'New booking' }).click();
  await expect(page.getByRole('combobox', { name: 'Customer' })).toContainText(name);
  await expect(page.getByRole('combobox', { name: 'From', exact: true })).toHaveValue(/Richmond VIC 3121/);
});

test('a code that is taken is refused at its field', async ({ page }) => {
  await signIn(page, 'admin');
  await page.goto('/customers');
  const code = await page.getByRole('row').nth(1).getByRole('cell').nth(1).innerText();
  await page.goto('/customers/new');
  await page.getByLabel('Company name').fill('Second Lantern');
  await page.getByLabel('Code').fill(code);
  await page.getByRole('button', { name: 'Create customer' }).click();
  await expect(page.getByRole('alert')).toBeVisible();
  await expect(page).toHaveURL(/\/customers\/new$/);
});
