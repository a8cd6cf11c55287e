// Home pages by role, the set-up list, the guide, the tour.
import {
  accessible,
  accessibleInBothThemes,
  expect,
  settled,
  signIn,
  test,
  type Page,
} from './harness.ts';
import { call } from './people.ts';

const figure = (page: Page, list: string, name: string) =>
  page.getByRole('list', { name: list }).getByRole('link', { name: new RegExp(`^${name}`) });
const count = async (page: Page, list: string, name: string) =>
  Number((await figure(page, list, name).innerText()).replace(/\D/g, ''));

test('finance begins with its own work, and each number leads to its list', async ({ page }) => {
  await signIn(page, 'finance', '/');
  await expect(page).toHaveURL(/\/dashboard$/);
  await settled(page);
  const list = 'Finance work';
  expect(await count(page, list, 'Overdue')).toBeGreaterThan(0);
  await accessible(page);
  const toPost = await count(page, list, 'To post');
  expect(toPost).toBeGreaterThan(0);
  await figure(page, list, 'To post').click();
  await expect(page).toHaveURL(/\/finance\/invoices\?group=ready/);
  await expect(page.locator('tr[data-row-id]')).toHaveCount(toPost);
  await page.goBack();
  await settled(page);
  const toMatch = await count(page, list, 'To match');
  await figure(page, list, 'To match').click();
  await expect(page).toHaveURL(/\/finance\/bank(\/\d+\?status=Open)?$/);
  // Other tests import statements; then the number leads to the list of them.
  if (page.url().includes('status=Open'))
    await expect(page.locator('tr[data-row-id]')).toHaveCount(toMatch);
  else await expect(page.getByRole('heading', { level: 1, name: 'Bank statements' })).toBeVisible();
});

test('the warehouse finds a consignment by scanning its number', async ({ page }) => {
  await signIn(page, 'warehouse', '/');
  // People of a depot begin at the scan station.
  await expect(page).toHaveURL(/\/jobs\/scan/);
  await page.goto('/dashboard');
  await settled(page);
  expect(await count(page, 'Warehouse work', 'To manifest today')).toBeGreaterThan(0);
  const field = page.getByLabel('Find a consignment', { exact: true }).getByRole('textbox');
  await field.fill('NO-SUCH-NUMBER');
  await field.press('Enter');
  await expect(page.getByText('No consignment has the number NO-SUCH-NUMBER.')).toBeVisible();
  await accessible(page);
  const number = await page
    .getByRole('region', { name: 'Booked, not manifested' })
    .getByRole('link', { name: /Booked/ })
    .first()
    .innerText();
  const consignment = number.split(/\s/)[0] ?? '';
  // A scanner types the number and ends with Enter.
  await field.fill(consignment);
  await field.press('Enter');
  await expect(page).toHaveURL(/\/bookings-beta\/details\/\d+/);
  await expect(page.getByRole('heading', { level: 1 })).toContainText(consignment);
});

test('the warehouse sees scans by consignment number and in words', async ({ page }) => {
  await signIn(page, 'admin');
  const { items } = await call<{ items: { id: number; consignmentId: string }[] }>(
    page,
    'GET',
    "/api/booking/booking/getbookings?filter=bookingStatus eq 'InTransit'&maxResultCount=1&skipCount=0",
  );
  const [booking] = items;
  await call(page, 'POST', '/api/booking/booking/addtrackingevent', {
    bookingId: booking?.id,
    status: 'AtDepot',
    description: '',
    location: '',
    at: new Date().toISOString(),
    signedBy: '',
  });
  await signIn(page, 'warehouse', '/dashboard');
  const scan = page
    .getByRole('region', { name: 'Scans today' })
    .getByRole('link', { name: new RegExp(`^${booking?.consignmentId}`) });
  await expect(scan).toContainText('At depot');
});

test('a customer sees where the freight is, what is to pay, and books', async ({ page }) => {
  await signIn(page, 'customer', '/');
  await settled(page);
  for (const name of ['On the way', 'To pay', 'Exceptions'])
    await expect(page.getByRole('region', { name, exact: true })).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Dashboards' })).toHaveCount(0);
  await page.getByRole('link', { name: 'New booking' }).click();
  await expect(page).toHaveURL(/\/quotes\/new/);
});

test('a driver lands on the driver pages, and new users are offered the role', async ({ page }) => {
  await signIn(page, 'driver', '/');
  await expect(page).toHaveURL(/\/driver\/$/);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await accessibleInBothThemes(page);
  await page.context().clearCookies();
  await signIn(page, 'admin');
  await page.goto('/settings/users/new');
  await expect(page.getByRole('checkbox', { name: 'Finance' })).toBeVisible();
  await expect(page.getByRole('checkbox', { name: 'Driver' })).not.toHaveCount(0);
});

test('an administrator dismisses the set-up list and gets it back from the palette', async ({
  page,
}) => {
  await signIn(page, 'admin', '/');
  await settled(page);
  const list = page.getByRole('region', { name: 'Set-up' });
  await expect(list.getByRole('link', { name: /Done.*Carrier accounts/ })).toBeVisible();
  await expect(list.getByRole('link', { name: /To do.*Logo/ })).toBeVisible();
  await accessible(page);
  await list.getByRole('button', { name: 'Dismiss the set-up list' }).click();
  await expect(list).toHaveCount(0);
  // The server remembers it, not only this browser.
  await page.evaluate(() => localStorage.clear());
  await page.reload();
  await settled(page);
  await expect(page.getByRole('region', { name: 'Exceptions' })).toBeVisible();
  await expect(list).toHaveCount(0);
  await page.keyboard.press('Control+k');
  const search = page.getByRole('dialog', { name: 'Search' });
  await search.getByRole('combobox').fill('set-up list');
  await search.getByRole('option', { name: 'Show the set-up list' }).click();
  await expect(list).toBeVisible();
});

test('a heading leads to its page of the guide, which the palette finds, too', async ({ page }) => {
  await signIn(page, 'admin');
  await page.goto('/finance/bank');
  await page.getByRole('main').getByRole('link', { name: 'Guide: Bank statements' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Bank statements' })).toBeVisible();
  await expect(page.getByRole('heading', { level: 2, name: 'Match a statement' })).toBeVisible();
  await accessible(page);
  await page.getByRole('article').getByRole('link', { name: 'bank template' }).click();
  await expect(page).toHaveURL(/\/settings\/bank-templates/);
  await page.keyboard.press('Control+k');
  const search = page.getByRole('dialog', { name: 'Search' });
  await search.getByRole('combobox').fill('guide quote');
  await search.getByRole('option', { name: 'Guide: Quote and book' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Quote and book' })).toBeVisible();
});

test('the tour is walked by keyboard, and does not come again', async ({ page }) => {
  await page.addInitScript(() =>
    Object.defineProperty(navigator, 'webdriver', { get: () => false }),
  );
  await signIn(page, 'finance', '/');
  const tour = page.getByRole('dialog', { name: /Your areas|Find anything|Start here|Keys|Help/ });
  await expect(tour.getByText('Step 1 of 5')).toBeVisible();
  await expect(tour.getByRole('button', { name: 'Next' })).toBeFocused();
  await accessible(page);
  for (let step = 2; step <= 5; step += 1) {
    await page.keyboard.press('Enter');
    await expect(tour.getByText(`Step ${step} of 5`)).toBeVisible();
  }
  await page.keyboard.press('Enter');
  await expect(tour).toHaveCount(0);
  await page.evaluate(() => localStorage.clear());
  await page.reload();
  await settled(page);
  await expect(tour).toHaveCount(0);
  // Asked for again, and left with Escape.
  await page.keyboard.press('Control+k');
  const search = page.getByRole('dialog', { name: 'Search' });
  await search.getByRole('combobox').fill('tour');
  await search.getByRole('option', { name: 'Show the tour' }).click();
  await expect(tour).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(tour).toHaveCount(0);
});

test('the list of roles counts the permissions that the page of a role shows', async ({ page }) => {
  await signIn(page, 'admin');
  await page.goto('/settings/roles');
  const row = page.locator('tr[data-row-id]').filter({ hasText: 'Dispatcher' });
  await expect(row).toBeVisible();
  const shown = (await row.getByRole('cell').allInnerTexts()).map((text) => text.trim());
  await row.getByRole('link', { name: 'Dispatcher' }).click();
  const granted = await page.getByText(/^\d+ of \d+ granted$/).innerText();
  expect(shown).toContain(granted.split(' ')[0]);
});
