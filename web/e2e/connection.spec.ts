// Lost and slow connections: notices, drafts and repeated calls.
import { accessible, expect, settled, signIn, test, type Page } from './harness.ts';

const banner = (page: Page) =>
  page.getByRole('alert').filter({ hasText: 'Changes cannot be saved until it is back' });

test('a lost connection is announced, keeps the form and sends nothing twice', async ({
  page,
  context,
}) => {
  await signIn(page);
  await page.goto('/customers/new');
  const name = `Far Away Freight ${Date.now().toString(36)}`;
  await page.getByLabel('Company name').fill(name);
  await page.getByLabel('Contact name').fill('Noor Rahman');
  await page.getByLabel('Street address').fill('5 Bridge Road');
  await page.getByRole('combobox', { name: /^Suburb( \(optional\))?$/ }).fill('3121');
  await page.getByRole('option', { name: /Richmond/ }).click();
  const saves: string[] = [];
  page.on('request', (request) => {
    if (/createorupdatecustomer/i.test(request.url())) saves.push(request.url());
  });
  await context.setOffline(true);
  await expect(banner(page)).toBeVisible();
  await page.getByRole('button', { name: 'Create customer' }).click();
  const note = page.getByRole('alert').filter({ hasText: 'Not saved' });
  await expect(note).toContainText('No connection to the server: nothing was sent.');
  await expect(page.getByLabel('Company name')).toHaveValue(name);
  await accessible(page);
  await context.setOffline(false);
  await expect(banner(page)).toBeHidden({ timeout: 20_000 });
  // Nothing is sent by itself.
  expect(saves).toEqual([]);
  await page.getByRole('button', { name: 'Create customer' }).click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  expect(saves).toHaveLength(1);
});

test('a screen opened without a server says so, and loads by itself on its return', async ({
  page,
  context,
}) => {
  await signIn(page, 'admin', '/');
  await settled(page);
  await context.route('**/api/**', (route) => route.fulfill({ status: 502, body: 'away' }));
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: 'Customers' })
    .click();
  await expect(banner(page)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Try again' }).last()).toBeVisible();
  await expect(page.locator('.animate-pulse')).toHaveCount(0);
  await context.unroute('**/api/**');
  await expect(banner(page)).toBeHidden({ timeout: 20_000 });
  await expect(page.getByRole('row').nth(1)).toBeVisible();
});

test('a part of the program that cannot be fetched opens once the server is back', async ({
  page,
  context,
}) => {
  await signIn(page, 'admin', '/');
  await settled(page);
  await context.setOffline(true);
  await expect(banner(page)).toBeVisible();
  await page.evaluate(() => history.pushState({}, '', '/settings/languages'));
  await page.evaluate(() => dispatchEvent(new PopStateEvent('popstate')));
  await expect(page.getByText('It opens once the server can be reached.')).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByRole('heading', { name: 'Languages' }).first()).toBeVisible({
    timeout: 20_000,
  });
});

test('a slow load is announced and can be begun anew', async ({ page, context }) => {
  await signIn(page, 'admin', '/');
  await settled(page);
  let held = 0;
  await context.route('**/getCustomers?**', async (route) => {
    held += 1;
    if (held > 1) return await route.continue();
    // The first one hangs, as in a dead connection.
    await new Promise((resolve) => setTimeout(resolve, 60_000));
    await route.abort().catch(() => undefined);
  });
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: 'Customers' })
    .click();
  const slow = page.getByRole('status').filter({ hasText: 'Loading takes longer than usual' });
  await expect(slow).toBeVisible({ timeout: 15_000 });
  await slow.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  await expect(slow).toBeHidden();
});

test('a key pressed without a connection is answered on the page', async ({ page, context }) => {
  await signIn(page, 'dispatcher');
  await page.goto('/bookings?status=Booked');
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  // Notices and the overview of keys load once the page is idle.
  const parts = ['ToastList', 'KeysOverview'];
  const loaded = () =>
    page.evaluate(
      (names) =>
        names.filter((name) =>
          performance
            .getEntriesByType('resource')
            .some((entry) => entry.name.includes(`/${name}-`)),
        ),
      parts,
    );
  await expect.poll(loaded).toEqual(parts);
  await context.setOffline(true);
  await expect(banner(page)).toBeVisible();
  await page.keyboard.press('j');
  await page.keyboard.press('l');
  await expect(page.getByText(/^Print label (failed|is not possible)/).first()).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: 'Bookings' })).toBeVisible();
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  await context.setOffline(false);
});

test('notices that cannot be loaded leave the page as it is', async ({ page }) => {
  await page.route('**/assets/ToastList-*.js', (route) => route.abort());
  await signIn(page, 'dispatcher');
  await page.goto('/bookings?status=Draft');
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  await page.keyboard.press('j');
  await page.keyboard.press('l');
  await page.keyboard.press('m');
  await settled(page);
  await expect(page.getByRole('heading', { level: 1, name: 'Bookings' })).toBeVisible();
});
