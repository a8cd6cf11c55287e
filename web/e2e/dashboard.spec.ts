// Dashboard of staff and of a customer.
import { contentWidth, accessible, expect, settled, signIn, test, type Page } from './harness.ts';

const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const count = async (page: Page, name: string) =>
  Number(
    (
      await page
        .getByRole('list', { name: 'Bookings by group' })
        .getByRole('link', { name: new RegExp(`^${name}`) })
        .innerText()
    ).replace(/\D/g, ''),
  );

test('a dispatcher sees the counts of a period, what to do next, and what today brings', async ({
  page,
}) => {
  await signIn(page, 'dispatcher');
  await page.goto('/dashboard');
  await settled(page);
  const month = await count(page, 'All');
  expect(month).toBeGreaterThan(0);
  await page.getByLabel('Created').selectOption({ label: 'Today' });
  await settled(page);
  expect(await count(page, 'All')).toBeLessThan(month);
  await page.reload();
  await settled(page);
  await expect(page.getByLabel('Created')).toHaveValue('today');
  await page.getByLabel('Created').selectOption({ label: 'Last 30 days' });

  const held = part(page, 'Exceptions').getByRole('region', { name: 'Release or cancel' });
  await expect(held.getByRole('link').first()).toContainText(/On hold/);
  await expect(
    part(page, 'Exceptions').getByRole('region', { name: 'Arrange another delivery' }),
  ).toContainText(/Unassigned|Last with/);
  for (const name of [
    'Booked, not manifested',
    "Today's pickups",
    "Today's manifests",
    'Bookings by status',
    'Margin by carrier',
  ])
    await expect(part(page, name)).toBeVisible();
  await settled(page);
  await accessible(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  // Colours animate.
  await settled(page);
  await accessible(page);

  const delivered = await count(page, 'Delivered');
  await page
    .getByRole('list', { name: 'Bookings by group' })
    .getByRole('link', { name: /^Delivered/ })
    .click();
  await expect(page).toHaveURL(/group=delivered/);
  await expect(page.getByTestId('summary')).toHaveText(new RegExp(`^${delivered} bookings?`));
});

test('whoever worked on an exception last has it', async ({ page }) => {
  await signIn(page, 'dispatcher');
  await page.goto('/bookings-beta?work=all&status=OnHold');
  const preview = page.getByRole('region', { name: 'Preview' });
  await expect(preview.locator('h2 + *')).toHaveText('On hold');
  const name = await preview.getByRole('heading', { level: 2 }).innerText();
  await page.keyboard.press('h');
  await expect(preview.locator('h2 + *')).not.toHaveText('On hold');
  // Keys are ignored while an operation runs.
  await expect(page.getByText(`${name}: released`).first()).toBeVisible();
  await page.keyboard.press('h');
  await expect(preview.locator('h2 + *')).toHaveText('On hold');
  await page.goto('/dashboard');
  await expect(part(page, 'Exceptions').getByRole('link').filter({ hasText: name })).toContainText(
    'Last with Dana Okafor',
  );
});

test('a customer sees its own, and nothing of the dock', async ({ page }) => {
  await signIn(page, 'customer');
  await page.goto('/dashboard');
  await settled(page);
  await expect(part(page, 'On the way')).toBeVisible();
  for (const name of [
    'Booked, not manifested',
    "Today's pickups",
    "Today's manifests",
    'Margin by carrier',
  ])
    await expect(part(page, name)).toHaveCount(0);
  await expect(page.getByText(/Last with|Unassigned/)).toHaveCount(0);
  await accessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await contentWidth(page)).toBeLessThanOrEqual(390);
});
