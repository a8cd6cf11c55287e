// Lists: columns that fit, widths, and cells that are edited in place.
import { accessible, expect, settled, signIn, test, type Page } from './harness.ts';
import { call } from './people.ts';

const rows = (page: Page) => page.locator('tr[data-row-id]');
const heading = (page: Page, name: string) => page.getByRole('columnheader', { name, exact: true });

interface Listed {
  id: number;
  rowVersion: number;
  reference: string | null;
  toAddress: { companyName: string; addressLine1: string; postCode: string };
}
const list = async (page: Page, filter: string) =>
  await call<{ items: Listed[]; totalCount: number }>(
    page,
    'GET',
    `/api/booking/booking/getbookings?maxResultCount=1&filter=${encodeURIComponent(filter)}`,
  );

async function choose(page: Page, column: string): Promise<void> {
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('menuitemcheckbox', { name: column, exact: true }).click();
  await page.keyboard.press('Escape');
  await expect(heading(page, column)).toBeVisible();
}

test.beforeEach(async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await signIn(page, 'dispatcher');
  await page.goto('/bookings');
  await expect(rows(page).first()).toBeVisible();
});

test('receiver, street and post code are found, and less important columns leave first', async ({
  page,
}) => {
  const booking = (await list(page, "bookingStatus eq 'Delivered'")).items[0];
  const search = page.getByRole('searchbox', { name: 'Search bookings' });
  for (const text of [
    booking?.toAddress.companyName,
    booking?.toAddress.addressLine1,
    booking?.toAddress.postCode,
  ]) {
    await search.fill(text ?? '');
    await settled(page);
    await expect(page.locator(`tr[data-row-id="${booking?.id}"]`)).toBeVisible();
  }
  await search.fill('');
  await settled(page);
  await expect(heading(page, 'Receiver')).toBeVisible();
  await page.setViewportSize({ width: 1024, height: 800 });
  for (const name of ['Connote', 'Status', 'To', 'Price', 'ETA', 'Created'])
    await expect(heading(page, name)).toBeVisible();
  await expect(heading(page, 'Carrier')).toBeHidden();
  const frame = page.getByRole('region', { name: 'Bookings' });
  expect(await frame.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
  await accessible(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await expect(heading(page, 'Carrier')).toBeVisible();
});

test('a column is as wide as it was dragged, and fits its content again', async ({ page }) => {
  const column = heading(page, 'Customer');
  const width = async () => (await column.boundingBox())?.width ?? 0;
  const before = await width();
  // Hidden from readers: the heading itself takes the keys.
  const edge = column.locator('[role=separator]');
  const box = await edge.boundingBox();
  if (!box) throw new Error('The edge has no place.');
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width / 2 - 50, box.y + box.height / 2, { steps: 5 });
  await page.mouse.up();
  await expect.poll(width).toBeCloseTo(before - 50, -1);
  await page.reload();
  await expect(rows(page).first()).toBeVisible();
  await expect.poll(width).toBeCloseTo(before - 50, -1);
  await edge.dblclick();
  await expect.poll(width).toBeGreaterThan(before - 40);
  await heading(page, 'Connote').getByRole('button').focus();
  const first = (await heading(page, 'Connote').boundingBox())?.width ?? 0;
  await page.keyboard.press('Alt+ArrowRight');
  await expect
    .poll(async () => (await heading(page, 'Connote').boundingBox())?.width)
    .toBeCloseTo(first + 16, -1);
});

test('reference and status are changed in the row, and taken back', async ({ page }) => {
  await choose(page, 'Reference');
  const booking = (await list(page, "bookingStatus eq 'Quoted'")).items[0];
  const row = page.locator(`tr[data-row-id="${booking?.id}"]`);
  await page.getByRole('searchbox', { name: 'Search bookings' }).fill(`#${booking?.id}`);
  await settled(page);
  await row.focus();
  await page.keyboard.press('F2');
  await page.getByRole('textbox', { name: /^Reference of/ }).fill('PO 4711');
  await accessible(page);
  await page.keyboard.press('Enter');
  await expect(row).toContainText('PO 4711');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(row).not.toContainText('PO 4711');
  await settled(page);
  expect((await list(page, `id eq ${booking?.id}`)).items[0]?.reference).toBe(
    booking?.reference ?? null,
  );

  await row.getByRole('button', { name: /^Quoted: operations of/ }).click();
  await page.getByRole('menuitem', { name: 'Put on hold' }).click();
  await expect(row).toContainText('On hold');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(row).toContainText('Quoted');
});

test('an edit of an older version is refused, and the row shows the newer one', async ({
  page,
}) => {
  await choose(page, 'Reference');
  const booking = (await list(page, "bookingStatus eq 'Draft'")).items[0];
  const row = page.locator(`tr[data-row-id="${booking?.id}"]`);
  await page.getByRole('searchbox', { name: 'Search bookings' }).fill(`#${booking?.id}`);
  await settled(page);
  await row.focus();
  await page.keyboard.press('F2');
  const field = page.getByRole('textbox', { name: /^Reference of/ });
  await field.fill('Mine');
  // Someone else is quicker; the page learns of it only after its own save.
  const rowVersion = (await list(page, `id eq ${booking?.id}`)).items[0]?.rowVersion;
  await page.route('**/api/booking/booking/getbookings?**', (route) => route.abort());
  await call(page, 'POST', '/api/booking/booking/createorupdatebatchbooking', {
    bookings: [{ booking: { id: booking?.id, rowVersion, reference: 'Theirs' } }],
    operations: [],
  });
  await page.unroute('**/api/booking/booking/getbookings?**');
  await field.press('Enter');
  await expect(page.getByText(/was not saved/).first()).toBeVisible();
  await expect(row).toContainText('Theirs');
});

test('internal notes are told apart and hidden from the customer', async ({ page, browser }) => {
  const mine = (await list(page, "customer/companyName eq 'Bluegum Wines'")).items[0];
  await page.goto(`/bookings-beta/details/${mine?.id}`);
  const note = page.getByLabel('Add a note');
  const add = page.getByRole('button', { name: 'Add note' });
  const readers = page.getByRole('radiogroup', { name: 'Who reads the note' });
  await readers.getByText('Customer sees this').click();
  await note.fill('Arrives on Monday');
  await add.click();
  await expect(page.getByText('Arrives on Monday')).toBeVisible();
  await readers.getByText('Internal').click();
  await note.fill('Pays late');
  await add.click();
  const timeline = page.getByRole('list', { name: 'Timeline' }).getByRole('listitem');
  await expect(timeline.filter({ hasText: 'Pays late' })).toContainText('Internal');
  await expect(timeline.filter({ hasText: 'Arrives on Monday' })).toContainText(
    'Customer sees this',
  );
  await accessible(page);

  const context = await browser.newContext();
  const theirs = await context.newPage();
  await signIn(theirs, 'customer', new URL(page.url()).origin);
  await theirs.goto(page.url());
  await expect(theirs.getByText('Arrives on Monday')).toBeVisible();
  await expect(theirs.getByText('Pays late')).toHaveCount(0);
  await expect(theirs.getByRole('radio')).toHaveCount(0);
  await context.close();
});
