// Booking list: filters, URL state, bulk operations, export.
import { readFile } from 'node:fs/promises';
import {
  accessible,
  accessibleInBothThemes,
  expect,
  settled,
  signIn,
  test,
  visit,
  type Page,
} from './harness.ts';
import { book } from './booked.ts';
import { call } from './people.ts';

const rows = (page: Page) => page.locator('tr[data-row-id]');
const connotes = (page: Page) => rows(page).getByRole('link').allInnerTexts();
const group = (page: Page, name: string) =>
  page
    .getByRole('group', { name: 'Status groups' })
    .getByRole('button', { name: new RegExp(`^${name}`) });
const count = async (page: Page, name: string) =>
  Number((await group(page, name).innerText()).replace(/\D/g, ''));

test.beforeEach(async ({ page }) => {
  await signIn(page, 'dispatcher');
  await page.goto('/bookings');
  await expect(rows(page).first()).toBeVisible();
});

test('groups and search narrow the list, and the address keeps them', async ({ page }) => {
  await settled(page);
  const delivered = await count(page, 'Delivered');
  expect(delivered).toBeGreaterThan(0);
  await group(page, 'Delivered').click();
  await expect(page).toHaveURL(/group=delivered/);
  await expect(page.getByTestId('summary')).toHaveText(
    new RegExp(`^${delivered.toLocaleString('en-AU')} bookings?`),
  );
  // The rows may come after the sum.
  await settled(page);
  for (const row of await rows(page).all()) await expect(row).toContainText('Delivered');

  const [connote] = await connotes(page);
  await page.getByRole('searchbox', { name: 'Search bookings' }).fill(connote ?? '');
  await expect(page).toHaveURL(new RegExp(`q=${connote}`));
  await expect(rows(page)).toHaveCount(1);
  await page.reload();
  await expect(rows(page)).toHaveCount(1);
  expect(await connotes(page)).toEqual([connote]);
  await expect(page.getByRole('searchbox', { name: 'Search bookings' })).toHaveValue(connote ?? '');

  await rows(page).getByRole('link').click();
  await page
    .getByRole('navigation', { name: 'Breadcrumb' })
    .getByRole('link', { name: 'Bookings' })
    .click();
  await expect(page).toHaveURL(/group=delivered/);
  await expect(page).toHaveURL(new RegExp(`q=${connote}`));
  await page.getByRole('button', { name: 'Clear', exact: true }).click();
  await expect(page).not.toHaveURL(/q=/);
});

test('the heading leads to manifests, pickups and many bookings at once, and says what today has of them', async ({
  page,
}) => {
  await settled(page);
  const today = page.getByRole('navigation', { name: 'Today' });
  await expect(today.getByRole('link', { name: /^\d+ manifests?$/ })).toBeVisible();
  const pickups = Number(
    (await today.getByRole('link', { name: /^\d+ pickups?$/ }).innerText()).replace(/\D/g, ''),
  );
  await accessible(page);
  await today.getByRole('link', { name: /pickups?$/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Pickups' })).toBeVisible();
  await settled(page);
  await expect(rows(page)).toHaveCount(Math.min(pickups, 25));
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: 'Bookings' })).toBeVisible();
  await today.getByRole('link', { name: /manifests?$/ }).press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Manifests' })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: 'Bookings' })).toBeVisible();
  await page.getByRole('button', { name: 'Actions', exact: true }).press('Enter');
  for (const name of ['Manifests', 'Pickups'])
    await expect(page.getByRole('menuitem', { name })).toBeVisible();
  await page.getByRole('menuitem', { name: 'Book many consignments' }).click();
  await expect(
    page.getByRole('heading', { level: 1, name: 'Book many consignments' }),
  ).toBeVisible();
  for (const [typed, title] of [
    ['batch', 'Book many consignments'],
    ['pickups', 'Pickups'],
    ['manifests', 'Manifests'],
  ] as const) {
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog').getByRole('combobox').fill(typed);
    await page
      .getByRole('option', { name: new RegExp(`^${title}`) })
      .first()
      .click();
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  }
});

test('statuses and carriers can be combined', async ({ page }) => {
  const filters = page.getByRole('search', { name: 'Filter bookings' });
  await filters.getByRole('button', { name: 'Status' }).click();
  await page.getByRole('menuitemcheckbox', { name: /^Booked/ }).click();
  await page.getByRole('menuitemcheckbox', { name: /^Delivered/ }).click();
  await page.keyboard.press('Escape');
  await filters.getByRole('button', { name: 'Carrier' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Own fleet' }).click();
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(/status=Booked(,|%2C)Delivered/);
  await expect(page).toHaveURL(/carrier=own-fleet/);
  await settled(page);
  for (const row of await rows(page).all()) {
    await expect(row).toContainText(/Booked|Delivered/);
    await expect(row).toContainText('Own fleet');
  }
});

test('the list is sorted and paged by the server', async ({ page }) => {
  await page.getByRole('columnheader', { name: 'Connote' }).getByRole('button').click();
  await expect(page).toHaveURL(/sort=consignmentId/);
  await page.getByRole('columnheader', { name: 'Connote' }).getByRole('button').click();
  await expect(page).toHaveURL(/sort=-consignmentId/);
  await expect(page.getByRole('columnheader', { name: 'Connote' })).toHaveAttribute(
    'aria-sort',
    'descending',
  );
  await settled(page);
  const first = await connotes(page);
  const numbers = first.filter((name) => !name.startsWith('#'));
  expect(numbers).toEqual(numbers.toSorted().toReversed());

  await page
    .getByRole('navigation', { name: 'Pages' })
    .getByRole('button', { name: 'Next' })
    .click();
  await expect(page).toHaveURL(/skip=50/);
  await settled(page);
  const second = await connotes(page);
  expect(second.some((name) => first.includes(name))).toBe(false);
  await page.reload();
  await settled(page);
  expect(await connotes(page)).toEqual(second);
  await page.goBack();
  await expect.poll(() => connotes(page)).toEqual(first);
});

test(
  'rows are walked and ticked by keyboard, and a bulk operation tells ' +
    'beforehand what it will do and answers each',
  async ({ page }) => {
    await group(page, 'Delivered').click();
    await expect(page).toHaveURL(/group=delivered/);
    await settled(page);
    const [first, second] = await connotes(page);
    for (const key of ['j', 'x', 'j', 'x']) await page.keyboard.press(key);
    const bar = page.getByRole('toolbar', { name: 'Actions for the selected bookings' });
    await expect(bar).toContainText('2 bookings selected');

    // Delivered bookings can't be manifested.
    await expect(bar.getByRole('button', { name: 'Manifest 0 of 2' })).toBeDisabled();
    await expect(bar.getByRole('button', { name: 'Cancel 0 of 2…' })).toBeDisabled();
    await bar.getByRole('button', { name: 'Refresh tracking of 2 of 2' }).click();
    const outcome = page.getByRole('status', { name: 'Outcome' });
    for (const connote of [first, second])
      await expect(outcome.getByRole('listitem').filter({ hasText: connote ?? '' })).toContainText(
        /\w+ \w+/,
      );
    await outcome.getByRole('button', { name: 'Close results' }).click();

    await page.keyboard.press('/');
    await expect(page.getByRole('searchbox', { name: 'Search bookings' })).toBeFocused();
    await rows(page).nth(1).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: second ?? '' })).toBeVisible();
  },
);

test('a bulk action says what it leaves out and why, and a hold is undone', async ({ page }) => {
  await page.goto('/bookings?status=Booked,Delivered&sort=bookingStatus');
  await settled(page);
  const names = await rows(page).evaluateAll((all) =>
    all.map((row) => ({ id: row.getAttribute('data-row-id'), text: row.textContent ?? '' })),
  );
  const booked = names.find(({ text }) => text.includes('Booked'))?.id;
  const delivered = names.find(({ text }) => text.includes('Delivered'))?.id;
  const row = (id: string | null | undefined) => page.locator(`tr[data-row-id="${id}"]`);
  await row(booked).getByRole('checkbox').check();
  await row(delivered).getByRole('checkbox').check();
  const bar = page.getByRole('toolbar', { name: 'Actions for the selected bookings' });
  await expect(bar.getByRole('button', { name: 'Print 2 labels' })).toBeEnabled();
  await expect(bar.getByRole('button', { name: 'Manifest 1 of 2' })).toBeEnabled();
  await expect(bar).toContainText(/Manifest, Put on hold, Cancel booking: 1 Delivered skipped/);
  // Operations none of them allows are hidden.
  await expect(bar.getByRole('button', { name: /^Release/ })).toHaveCount(0);
  await accessible(page);
  await bar.getByRole('button', { name: 'Hold 1 of 2' }).click();
  const outcome = page.getByRole('status', { name: 'Outcome' });
  await expect(outcome).toContainText('1 of 1: put on hold');
  await outcome.getByRole('button', { name: 'Undo' }).click();
  await expect(outcome).toBeHidden();
  await expect(row(booked)).toContainText('Booked');
});

test('the chips count the day, and a key leads to the next exception', async ({ page }) => {
  await settled(page);
  const open = await count(page, 'Not manifested today');
  await group(page, 'Not manifested today').click();
  await expect(page).toHaveURL(/group=toManifest/);
  await expect(page.getByTestId('summary')).toHaveText(new RegExp(`^${open} bookings?`));
  await group(page, 'All').click();
  await settled(page);
  await page.keyboard.press('!');
  const focused = () => page.evaluate(() => document.activeElement?.textContent ?? '');
  await expect
    .poll(focused)
    .toMatch(/On hold|Delayed|Delivery attempted|Failed|Damaged|Returning|Lost/);
  const first = await focused();
  await page.keyboard.press('!');
  await expect.poll(focused).not.toBe(first);
});

test('what happens elsewhere shows without anybody asking', async ({ page, browser }) => {
  await page.goto('/bookings?status=Booked,OnHold&sort=consignmentId');
  await settled(page);
  const row = rows(page).filter({ hasText: 'Booked' }).first();
  const id = await row.getAttribute('data-row-id');
  const origin = new URL(page.url()).origin;
  const other = await (await browser.newContext()).newPage();
  await signIn(other, 'admin', origin);
  await other.goto(`${origin}/bookings-beta/details/${id}`);
  await other.getByRole('button', { name: 'Actions', exact: true }).click();
  await other.getByRole('menuitem', { name: 'Put on hold' }).click();
  await expect(page.locator(`tr[data-row-id="${id}"]`)).toContainText('On hold', { timeout: 8000 });
  await other.getByRole('button', { name: 'Release', exact: true }).click();
  await expect(page.locator(`tr[data-row-id="${id}"]`)).toContainText('Booked', { timeout: 8000 });
  await other.context().close();
});

test('a click with the shift key ticks what lies between, and all that match can be ticked', async ({
  page,
}) => {
  await settled(page);
  const boxes = rows(page).getByRole('checkbox');
  await boxes.nth(1).click();
  await boxes.nth(4).click({ modifiers: ['Shift'] });
  const bar = page.getByRole('toolbar', { name: 'Actions for the selected bookings' });
  await expect(bar).toContainText('4 bookings selected');
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
  await expect(bar).toContainText('50 bookings selected');
  const all = await count(page, 'All');
  await bar.getByRole('button', { name: `Select all ${all} that match` }).click();
  await expect(bar).toContainText(`${all} bookings selected`);

  await bar.getByRole('button', { name: /^Cancel \d+ of/ }).click();
  const question = page.getByRole('dialog', { name: /^Cancel \d+ bookings\?/ });
  await question.getByRole('button', { name: 'Keep' }).click();
  await expect(question).toBeHidden();
  // Escape clears the selection before it leaves the row.
  await rows(page).nth(2).focus();
  await page.keyboard.press('Escape');
  await expect(bar).toBeHidden();
  await expect(rows(page).nth(2)).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(rows(page).nth(2)).not.toBeFocused();
});

test('the keys are told, a page has room for many rows, and nothing that identifies one is cut', async ({
  page,
}) => {
  await settled(page);
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toContainText('Next row');
  await page.keyboard.press('Escape');
  await page.setViewportSize({ width: 1360, height: 900 });
  const seen = await rows(page).evaluateAll(
    (all) => all.filter((row) => row.getBoundingClientRect().bottom <= innerHeight - 40).length,
  );
  expect(seen).toBeGreaterThanOrEqual(22);
  expect((await rows(page).first().boundingBox())?.y).toBeLessThanOrEqual(220);
  for (const width of [1024, 390]) {
    await page.setViewportSize({ width, height: 900 });
    await expect(rows(page).first()).toBeVisible();
    if (width === 1024)
      expect((await rows(page).first().boundingBox())?.y).toBeLessThanOrEqual(220);
    const cut = await rows(page)
      .getByRole('link')
      .evaluateAll(
        (links) =>
          links.filter(
            (link) =>
              link.scrollWidth > link.clientWidth + 1 &&
              getComputedStyle(link).display !== 'inline',
          ).length,
      );
    expect(cut, `${width}`).toBe(0);
    expect(
      await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth),
      `${width} does not scroll sideways`,
    ).toBe(true);
  }
});

test('a failure is told within three seconds, and the rows that were there stay', async ({
  page,
}) => {
  await settled(page);
  const before = await connotes(page);
  await page.route('**/getbookings?**', (route) => route.fulfill({ status: 503, body: '' }));
  await page.getByRole('columnheader', { name: 'Connote' }).getByRole('button').click();
  await expect(page.getByText('The bookings could not be loaded')).toBeVisible({ timeout: 3000 });
  expect(await connotes(page)).toEqual(before);
  await page.unroute('**/getbookings?**');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('The bookings could not be loaded')).toBeHidden();
});

test('a booking is found and opened, and others are manifested, without the mouse', async ({
  page,
}) => {
  await settled(page);
  const wanted = (await connotes(page))[4] ?? '';
  await page.keyboard.press('/');
  await page.keyboard.type(wanted);
  await page.keyboard.press('Enter');
  await expect(rows(page).first()).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: wanted })).toBeVisible();

  await page.goto('/bookings?status=Booked');
  await settled(page);
  for (const key of ['j', 'x', 'm']) await page.keyboard.press(key);
  // A manifest cannot be undone, so it asks first.
  await expect(page.getByRole('dialog', { name: 'Manifest 1 consignment?' })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('status', { name: 'Outcome' })).toContainText('1 of 1: manifested');
});

test('the row in focus is edited by its key', async ({ page }) => {
  await page.goto('/bookings?status=Booked');
  await settled(page);
  await page.keyboard.press('j');
  await page.keyboard.press('e');
  await expect(page.getByRole('dialog', { name: /^Edit / })).toBeVisible();
  await expect(page).toHaveURL(/\/bookings-beta\/details\/\d+$/);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('a consignment on own vehicles gets more pieces at its new price, which is told first', async ({
  page,
}) => {
  const { items } = await call<{ items: { id: number }[] }>(
    page,
    'GET',
    '/api/customer/customer/getCustomers?maxResultCount=1',
  );
  const { id, consignmentId } = await book(page, items[0]!.id);
  const booking = async () =>
    await call<{ bookingStatus: string; pricingDetail: { total: { total: number } } }>(
      page,
      'GET',
      `/api/booking/booking/getbookingforEdit?id=${id}`,
    );
  const before = await booking();
  await page.goto(`/bookings-beta/details/${id}`);
  await expect(page.getByRole('heading', { level: 1, name: consignmentId })).toBeVisible();
  await settled(page);
  await page.keyboard.press('e');
  const form = page.getByRole('dialog', { name: /^Edit / });
  await form.getByLabel('Quantity').first().fill('9');
  await settled(page);
  await accessible(page);
  await form.getByRole('button', { name: 'Save' }).click();
  const question = page.getByRole('dialog', { name: /^Save at the new price of \$/ });
  await expect(question.getByText(/^So far the price is \$/)).toBeVisible();
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(form.getByText('Nothing is saved: the new price is not accepted.')).toBeVisible();
  expect(await booking()).toMatchObject({ pricingDetail: before.pricingDetail });
  await form.getByRole('button', { name: 'Save' }).click();
  await question.getByRole('button', { name: 'Save at this price' }).click();
  await expect(form).toBeHidden();
  const after = await booking();
  expect(after).toMatchObject({ bookingStatus: 'Booked', consignmentId });
  expect(after.pricingDetail.total.total).toBeGreaterThan(before.pricingDetail.total.total);
});

test('columns are chosen and remembered', async ({ page }) => {
  // Wide enough that no column leaves for want of room.
  await page.setViewportSize({ width: 1680, height: 900 });
  const header = (name: string) => page.getByRole('columnheader', { name, exact: true });
  await expect(header('Carrier')).toBeVisible();
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Carrier' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Manifest' }).click();
  await page.keyboard.press('Escape');
  await expect(header('Carrier')).toHaveCount(0);
  await page.reload();
  await expect(header('Manifest')).toBeVisible();
  await expect(header('Carrier')).toHaveCount(0);

  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('menuitem', { name: 'Column order…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Move To up' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Done' }).click();
  await expect
    .poll(async () => (await page.getByRole('columnheader').allInnerTexts()).join(' '))
    .toMatch(/\bTo From\b/);
});

test('the export holds every row of the filtered list', async ({ page }) => {
  await group(page, 'Delivered').click();
  await expect(page).toHaveURL(/group=delivered/);
  await settled(page);
  const total = await count(page, 'Delivered');
  await page.getByRole('button', { name: 'Actions', exact: true }).click();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'Export CSV' }).click(),
  ]);
  const lines = (await readFile(await file.path(), 'utf8')).trimEnd().split('\r\n');
  expect(lines[0]).toMatch(/^\uFEFFConnote,Status,Customer/);
  expect(lines).toHaveLength(total + 1);
  for (const line of lines.slice(1)) expect(line).toContain('Delivered');
});

test('a customer sees its own bookings only', async ({ page, browser }) => {
  await settled(page);
  const all = Number(
    (await page.getByTestId('summary').innerText()).replace(/ booking.*/, '').replace(/\D/g, ''),
  );
  const theirs = await (await browser.newContext()).newPage();
  await signIn(theirs, 'customer', new URL(page.url()).origin);
  await theirs.goto(`${new URL(page.url()).origin}/bookings`);
  await settled(theirs);
  await expect(theirs.getByTestId('summary')).toBeVisible();
  const own = Number(
    (await theirs.getByTestId('summary').innerText()).replace(/ booking.*/, '').replace(/\D/g, ''),
  );
  expect(own).toBeLessThan(all);
  await expect(theirs.getByRole('columnheader', { name: 'Customer' })).toHaveCount(0);
  await theirs.context().close();
});

test('booking, sheet and customer form are accessible in light and dark', async ({ page }) => {
  test.setTimeout(240_000);
  const booking = `/bookings-beta/details/${await rows(page).first().getAttribute('data-row-id')}`;
  for (const address of [booking, '/quotes/new', '/customers/new']) {
    await visit(page, address);
    await accessibleInBothThemes(page);
  }
});
