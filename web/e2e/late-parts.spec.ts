// Parts that arrive late and move nothing under the pointer.
import type { Locator, Page } from '@playwright/test';
import { expect, settled, signIn, test } from './harness.ts';

/** Delays the answers of an address by a second. */
const delay = (page: Page, address: string) =>
  page.route(address, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    await route.continue();
  });

async function placeOf(part: Locator): Promise<{ x: number; y: number }> {
  await expect(part).toBeVisible();
  const { x, y } = (await part.boundingBox()) ?? { x: 0, y: 0 };
  return { x, y };
}

test('the sign-in page is shown once all of it is known', async ({ page }) => {
  await delay(page, '**/getlanguages*');
  await delay(page, '**/api/auth/providers');
  await page.goto('/auth/login');
  const link = page.getByRole('link', { name: 'Track a consignment' });
  const before = await placeOf(link);
  await expect(page.getByRole('combobox', { name: 'Language' })).toBeVisible();
  await settled(page);
  expect(await placeOf(link)).toEqual(before);
});

test('the tabs of a list have room for their counts', async ({ page }) => {
  await signIn(page, 'admin');
  await delay(page, '**/getbookingstatuscount*');
  await page.goto('/bookings');
  const tabs = page.getByRole('group', { name: 'Status groups' }).getByRole('button');
  const before = await placeOf(tabs.last());
  await expect(tabs.first()).toHaveText(/\d/);
  await settled(page);
  // Three digits take more than the room of two.
  expect(Math.abs((await placeOf(tabs.last())).x - before.x)).toBeLessThan(16);
});

test('the dashboard shows its lists below the exceptions', async ({ page }) => {
  await signIn(page, 'admin');
  await delay(page, '**/getbookings?*');
  await page.goto('/dashboard');
  const list = page.getByRole('region', { name: 'Booked, not manifested' });
  const before = await placeOf(list);
  await expect(list.getByRole('link').first()).toBeVisible();
  await settled(page);
  expect(await placeOf(list)).toEqual(before);
});
