// Arabic: data keeps its own direction.
import { expect, settled, signIn, test, type Page } from './harness.ts';

/** Places of a text's first and last character on the page, from the left. */
const edges = (page: Page, selector: string) =>
  page
    .locator(selector)
    .first()
    .evaluate((element) => {
      const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
      const text = walker.nextNode() as Text;
      const at = (from: number) => {
        const range = document.createRange();
        range.setStart(text, from);
        range.setEnd(text, from + 1);
        return range.getBoundingClientRect().left;
      };
      return { first: at(0), last: at(text.data.length - 1) };
    });

test('phone numbers and weights are read in their own order', async ({ page }) => {
  await signIn(page);
  await page.addInitScript(() => localStorage.setItem('waybill.language', 'ar'));
  // The oldest first: bookings of other tests have no phone number.
  await page.goto('/bookings?sort=creationTime');
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl', { timeout: 30_000 });
  await settled(page);
  // The weight leaves narrower lists.
  await page.setViewportSize({ width: 1800, height: 900 });
  // Isolated, or the unit would stand before its number.
  const weight = page.locator('main td').filter({ hasText: / kg/ }).first();
  await expect(weight).toHaveText(/\u2066[\d.,]+ kg\u2069/);
  await page.locator('main a[href*="/bookings-beta/details/"]').first().click();
  await settled(page);
  const phone = await edges(page, 'a[href^="tel:"]');
  expect(phone.first).toBeLessThan(phone.last);

  await page.goto('/customers');
  const listed = page.locator('main td').filter({ hasText: '03 9000 1111' });
  await expect(listed).toBeVisible({ timeout: 30_000 });
  const inList = await edges(page, 'main td :text-is("03 9000 1111")');
  expect(inList.first).toBeLessThan(inList.last);
});
