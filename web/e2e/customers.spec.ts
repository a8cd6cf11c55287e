// Customers: creation, search, errors, quotes.
import { accessible, expect, settled, signIn, test } from './harness.ts';

const unique = () => Date.now().toString(36).toUpperCase().slice(-6);

test('a customer is made, found, changed and quoted for', async ({ page }) => {
  const name = `Lantern Works ${unique()}`;
  await signIn(page, 'admin');
  await page.goto('/customers');
  await page.getByRole('link', { name: 'New customer' }).first().click();
  await page.getByRole('button', { name: 'Create customer' }).click();
  await page.getByRole('alert').getByRole('button', { name: 'Enter the company name' }).click();
  await expect(page.getByLabel('Company name')).toBeFocused();

  await page.getByLabel('Company name').fill(name);
  await page.getByLabel('Contact name').fill('Noor Rahman');
  await page.getByLabel(/^Email( \(optional\))?$/).fill('noor@lantern.example');
  await page.getByLabel('Street address').fill('5 Bridge Road');
  await page.getByRole('combobox', { name: /^Suburb( \(optional\))?$/ }).fill('3121');
  await page.getByRole('option', { name: /Richmond/ }).click();
  await page.getByLabel('Credit limit').fill('2,500');
  await page.getByRole('button', { name: 'Create customer' }).click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  await expect(page.getByText('$2,500.00', { exact: true })).toBeVisible();
  await expect(page.getByText('$2,500.00 available')).toBeVisible();
  await expect(page.getByText('No bookings yet')).toBeVisible();

  await page.getByRole('link', { name: 'Edit' }).click();
  await page.getByLabel('Account status').selectOption('OnHold');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.locator(':has(> h1) + *')).toHaveText('On hold');

  await page.goto('/customers');
  await page.getByRole('searchbox', { name: 'Search customers' }).fill(name.toLowerCase());
  await expect(page).toHaveURL(/q=lantern/);
  await expect(page.getByRole('link', { name })).toBeVisible();
  await settled(page);
  await page.getByRole('link', { name }).click();

  await page.getByRole('button', { name: 'New booking' }).click();
  await expect(page.getByRole('combobox', { name: 'Customer' })).toContainText(name);
  await expect(page.getByRole('combobox', { name: 'From', exact: true })).toHaveValue(
    /Richmond VIC 3121/,
  );
});

test('a code that is taken is refused at its field', async ({ page }) => {
  await signIn(page, 'admin');
  await page.goto('/customers');
  await settled(page);
  const code = await page.getByRole('row').nth(1).getByRole('cell').nth(1).innerText();
  await page.goto('/customers/new');
  await page.getByLabel('Company name').fill('Second Lantern');
  await page.getByLabel('Code').fill(code);
  await page.getByRole('button', { name: 'Create customer' }).click();
  await expect(page.getByRole('alert')).toBeVisible();
  await expect(page).toHaveURL(/\/customers\/new$/);
});

test('two people change one customer: each keeps what only they changed, and what both changed is chosen', async ({
  page,
  browser,
  baseURL,
}) => {
  const name = `Twin Looms ${unique()}`;
  await signIn(page, 'admin');
  await page.goto('/customers/new');
  await page.getByLabel('Company name').fill(name);
  await page.getByRole('button', { name: 'Create customer' }).click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeFocused();
  await page.getByRole('link', { name: 'Edit' }).click();
  await page.getByLabel('Contact name').fill('Ada Mine');
  await page.getByLabel('Mobile').fill('0400 111 111');

  const context = await browser.newContext({ baseURL: baseURL ?? '', locale: 'en-AU' });
  const other = await context.newPage();
  await signIn(other, 'admin', baseURL ?? '');
  await other.goto(page.url());
  await other.getByLabel('Contact name').fill('Bea Theirs');
  await other.getByLabel('Phone number').fill('03 9000 2222');
  await other.getByRole('button', { name: 'Save' }).click();
  // Their change is stored once the page shows it; the form has a heading with the name as well.
  await expect(other.getByText('Bea Theirs')).toBeVisible();
  await context.close();

  await page.getByRole('button', { name: 'Save' }).click();
  const note = page.getByRole('alert').filter({ hasText: 'Someone else has saved changes' });
  await expect(note).toBeFocused();
  await expect(note).toContainText('Their changes were loaded: Phone number.');
  await accessible(page);
  await expect(page.getByLabel('Phone number')).toHaveValue('03 9000 2222');
  await note.getByRole('radio', { name: /^Theirs/ }).check();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Bea Theirs')).toBeVisible();
  await page.getByRole('link', { name: 'Edit' }).click();
  await expect(page.getByLabel('Mobile')).toHaveValue('0400 111 111');
});

test('what is typed outlives a reload, and is forgotten when it is discarded', async ({ page }) => {
  await signIn(page, 'admin');
  await page.goto('/customers/new');
  await page.getByLabel('Company name').fill('Half Typed');
  await expect
    .poll(() =>
      page.evaluate(() =>
        Object.keys(sessionStorage).some((key) => key.startsWith('waybill.draft:')),
      ),
    )
    .toBe(true);
  await page.reload();
  await expect(page.getByText('Your unsaved changes were restored')).toBeVisible();
  await expect(page.getByLabel('Company name')).toHaveValue('Half Typed');
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(page.getByLabel('Company name')).toHaveValue('');
  await page.reload();
  await expect(page.getByLabel('Company name')).toHaveValue('');
});

test('a link opens the tab it names', async ({ page }) => {
  await signIn(page, 'admin');
  await page.goto('/customers');
  await page.getByRole('table').getByRole('link').first().click();
  await page.getByRole('tab', { name: 'Files' }).click();
  await expect(page).toHaveURL(/tab=files/);
  await page.reload();
  await expect(page.getByRole('tab', { name: 'Files' })).toHaveAttribute('aria-selected', 'true');
  await page.goto('/customers/999999999/details');
  await expect(page.getByText('Customer not found')).toBeVisible();
});

test('on a long form the first refused field comes into view, clear of the header', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1024, height: 640 });
  await signIn(page, 'admin');
  await page.goto('/customers/new');
  const field = page.getByLabel('Company name');
  await expect(field).toBeVisible();
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
  await expect(field).not.toBeInViewport();
  await page.getByRole('button', { name: 'Create customer' }).click();
  await expect(field).toBeFocused();
  const header = await page
    .getByRole('searchbox')
    .or(page.getByRole('button', { name: /^Search/ }))
    .first()
    .boundingBox();
  await expect
    .poll(async () => (await field.boundingBox())?.y ?? 0)
    .toBeGreaterThan((header?.y ?? 0) + (header?.height ?? 0));
  await expect(field).toBeInViewport();
});
