// Tests of the dispatcher's workbench.
import { contentWidth, accessible, expect, settled, signIn, test, type Page } from './harness.ts';

const rows = (page: Page) => page.locator('tr[data-row-id]');
const preview = (page: Page) => page.getByRole('region', { name: 'Preview' });
const work = (page: Page, name: string) =>
  page.getByRole('group', { name: 'Work' }).getByRole('button', { name: new RegExp(`^${name}`) });

async function open(page: Page, address = '/bookings-beta'): Promise<void> {
  await signIn(page, 'dispatcher');
  await page.goto(address);
  await expect(rows(page).first()).toBeVisible();
  await settled(page);
}

test('the exceptions come first, and keys walk them with everything about each beside it', async ({
  page,
}) => {
  await open(page);
  await expect(work(page, 'Exceptions')).toHaveAttribute('aria-pressed', 'true');
  for (const row of await rows(page).all())
    await expect(row).toContainText(/On hold|Delayed|attempted|Failed|Damaged|Lost|Return|expired/);
  await expect(page.getByRole('status').filter({ hasText: 'Live' })).toBeVisible();
  const names = await rows(page).evaluateAll((all) =>
    all.map((row) => row.querySelectorAll('td')[1]?.textContent ?? ''),
  );
  await expect(preview(page).getByRole('heading', { level: 2 })).toHaveText(names[0] ?? '');
  await expect(page.getByRole('columnheader', { name: 'Age', exact: true })).toHaveAttribute(
    'aria-sort',
    'descending',
  );
  const since = await rows(page)
    .locator('time')
    .evaluateAll((all) => all.map((time) => Date.parse(time.getAttribute('datetime') ?? '')));
  expect(since).toEqual(since.toSorted((one, other) => one - other));
  // Narrow rows have two lines without truncation.
  await page.setViewportSize({ width: 1024, height: 800 });
  await expect(page.getByRole('combobox', { name: 'Sort by' })).toBeVisible();
  for (const frame of await page.getByRole('region', { name: 'Workbench' }).all())
    expect(await frame.evaluate((at) => at.scrollWidth - at.clientWidth)).toBeLessThanOrEqual(0);
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.keyboard.press('j');
  await expect(preview(page).getByRole('heading', { level: 2 })).toHaveText(names[1] ?? '');
  await expect(
    preview(page).getByRole('application', { name: `Route of ${names[1]}` }),
  ).toBeVisible();
  await expect(page).toHaveURL(/\/bookings-beta$/);
  await accessible(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  // Colours animate.
  await settled(page);
  await accessible(page);
});

test('a booking is noted, held, released and manifested by letters alone', async ({ page }) => {
  await open(page, '/bookings-beta?work=all&status=Booked');
  const id = await rows(page).first().getAttribute('data-row-id');
  const status = preview(page).locator('h2 + *');
  await expect(status).toHaveText('Booked');
  await page.keyboard.press('n');
  await expect(preview(page).getByLabel('Add a note')).toBeFocused();
  await page.keyboard.type('Gate code 4711');
  await page.keyboard.press('Enter');
  const timeline = preview(page).getByRole('list', { name: 'Timeline' });
  await expect(timeline.getByRole('listitem').filter({ hasText: 'Gate code 4711' })).toContainText(
    'Dana Okafor',
  );
  await page.keyboard.press('Escape');

  await page.keyboard.press('h');
  await expect(status).toHaveText('On hold');
  // It left the list but stays selected.
  await expect(page.locator(`tr[data-row-id="${id}"]`)).toHaveCount(0);
  await expect(page.getByText(/: put on hold/).first()).toBeVisible();
  await page.keyboard.press('h');
  await expect(status).toHaveText('Booked');
  await expect(page.getByText(/: released/).first()).toBeVisible();
  // z takes the last change back: on hold again, and released.
  await page.keyboard.press('z');
  await expect(status).toHaveText('On hold');
  await expect(page.getByText('Undone', { exact: true }).first()).toBeVisible();
  await page.keyboard.press('h');
  await expect(status).toHaveText('Booked');
  // A manifest cannot be taken back: Enter confirms it.
  await page.keyboard.press('m');
  await expect(
    page.getByRole('dialog').getByRole('button', { name: 'Manifest', exact: true }),
  ).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(status).toHaveText(/Manifested|Manifesting/);
  await expect(timeline).toContainText('Put on hold');
  await expect(timeline).toContainText('Released');
  await expect(page).toHaveURL(/\/bookings-beta/);

  await page.keyboard.press('m');
  await expect(page.getByText('Manifest is not possible').first()).toBeVisible();
});

test('ticked bookings are done together on the bench as well', async ({ page }) => {
  await open(page, '/bookings-beta?work=all&status=Delivered');
  for (const key of ['j', 'x', 'j', 'x']) await page.keyboard.press(key);
  const bar = page.getByRole('toolbar', { name: 'Actions for the selected bookings' });
  await expect(bar).toContainText('2 bookings selected');
  await bar.getByRole('button', { name: 'Refresh tracking of 2 of 2' }).click();
  await expect(page.getByRole('status', { name: 'Outcome' }).getByRole('listitem')).toHaveCount(2);
});

test('a map that cannot be fetched says so and is tried again', async ({ page }) => {
  await page.route('**/assets/RouteMap-*.js', (route) => route.abort());
  await open(page);
  await expect(preview(page).getByText('The map could not be loaded')).toBeVisible({
    timeout: 15_000,
  });
  await expect(preview(page).getByRole('list', { name: 'Timeline' })).toBeVisible();
  await accessible(page);
});

test('on a small screen a row leads to its preview and back', async ({ page }) => {
  await open(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.reload();
  await expect(rows(page).first()).toBeVisible();
  await expect(preview(page)).toHaveCount(0);
  expect(await contentWidth(page)).toBeLessThanOrEqual(390);
  await rows(page).nth(1).click();
  await expect(preview(page).getByRole('heading', { level: 2 })).toBeVisible();
  await expect(rows(page).first()).toBeHidden();
  await accessible(page);
  await preview(page).getByRole('button', { name: 'Back to the list' }).click();
  await expect(rows(page).first()).toBeVisible();
});
