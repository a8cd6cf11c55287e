// Platform administration of tenants.
import { accessible, expect, settled, signIn, test, tenantOrigin, type Page } from './harness.ts';

const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });

async function deed(page: Page, name: string, item: string, confirm: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${name}` }).click();
  await page.getByRole('menuitem', { name: item }).click();
  await page.getByRole('dialog').getByRole('button', { name: confirm }).click();
}

async function asPlatform(page: Page): Promise<string> {
  await page.goto('/auth/login');
  const origin = tenantOrigin(page, 'platform');
  await signIn(page, 'admin', origin);
  return origin;
}

test('a tenant’s own administrator has no part in the platform', async ({ page }) => {
  await signIn(page);
  await page.goto('/platform/tenants');
  await expect(page.getByText('Only for administrators of the platform')).toBeVisible();
});

test('a tenant is made with its first administrator, suspended, activated and deleted', async ({
  page,
}) => {
  const origin = await asPlatform(page);
  const name = `Trial ${Date.now()}`;
  const host = `trial-${Date.now()}.localhost`;
  await page.goto(`${origin}/platform/tenants`);
  await settled(page);
  await accessible(page);
  await page.getByRole('link', { name: 'New tenant' }).first().click();
  await page.getByRole('button', { name: 'Create tenant' }).click();
  await expect(page.getByText('Enter a name').first()).toBeVisible();
  await accessible(page);
  await page.getByLabel('Name', { exact: true }).fill(name);
  await page.getByLabel('Host names').fill(`https://${host}/`);
  await page.getByLabel('First name').fill('Ada');
  await page.getByLabel('Surname').fill('Admin');
  await page.getByLabel('Email address').fill('ada@example.com');
  await page.getByLabel('Password').fill('Waybill-demo-1');
  await page.getByRole('button', { name: 'Create tenant' }).click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  await expect(page.getByLabel('Host names')).toHaveValue(host);
  await page.getByRole('tab', { name: 'Features' }).click();
  await page
    .getByRole('combobox', { name: 'Insurance', exact: true })
    .selectOption({ label: 'Off' });
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Features saved', { exact: true }).first()).toBeVisible();
  await page.goto(`${origin}/platform/tenants?q=${encodeURIComponent(name)}`);
  await expect(row(page, name)).toContainText('Active');
  await deed(page, name, 'Suspend…', 'Suspend');
  await expect(row(page, name)).toContainText('Suspended');
  await deed(page, name, 'Activate…', 'Activate');
  await expect(row(page, name)).toContainText('Active');
  await deed(page, name, 'Delete…', 'Delete');
  await expect(page.getByText('No matching tenants')).toBeVisible();
});

test('a tenant is entered as its administrator, and the page says so', async ({ page }) => {
  const origin = await asPlatform(page);
  await page.goto(`${origin}/platform/tenants?q=acme`);
  await deed(page, 'Acme Logistics', 'Sign in as administrator…', 'Enter');
  await page.waitForURL(/\/\/acme\.localhost/);
  await expect(
    page
      .getByRole('region', { name: 'Impersonation' })
      .getByRole('button', { name: 'End impersonation' }),
  ).toBeVisible();
});

test('an edition is made and deleted', async ({ page }) => {
  const origin = await asPlatform(page);
  await page.goto(`${origin}/settings/platform/editions`);
  await page.getByRole('button', { name: 'New edition' }).click();
  const dialog = page.getByRole('dialog', { name: 'New edition' });
  await dialog.getByLabel('Name').fill('Small');
  await dialog.getByRole('checkbox', { name: /^Insurance/ }).uncheck();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('button', { name: 'Edit Small' }).click();
  await expect(
    page.getByRole('dialog', { name: 'Edit Small' }).getByRole('checkbox', { name: /^Insurance/ }),
  ).not.toBeChecked();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Delete Small' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByRole('button', { name: 'Edit Small' })).toHaveCount(0);
});

test('background jobs are seen, stopped and tried again', async ({ page }) => {
  const origin = await asPlatform(page);
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: 'Background jobs' })
    .click();
  await expect(page.getByRole('heading', { level: 1, name: 'Background jobs' })).toBeVisible();
  await settled(page);
  await accessible(page);
  await page.goto(`${origin}/platform/jobs?kind=tenancy.daily`);
  const job = row(page, 'Day start');
  await expect(job).toContainText('Waiting');
  await expect(job).toContainText('Platform');
  await job.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Stop 1 of 1…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Stop 1 job' }).click();
  await expect(job).toContainText('Stopped');
  await page
    .getByRole('group', { name: 'Status' })
    .getByRole('button', { name: /^Failed permanently/ })
    .click();
  await expect(job).toHaveCount(0);
  await page
    .getByRole('group', { name: 'Status' })
    .getByRole('button', { name: /^Stopped/ })
    .click();
  await job.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Retry 1 of 1' }).click();
  // It runs at once, and leaves the next day behind it.
  await page
    .getByRole('group', { name: 'Status' })
    .getByRole('button', { name: /^Waiting/ })
    .click();
  await expect(job).toContainText('Waiting');
  await accessible(page);
});
