// Quote helpers: search, goods, prices.
import { expect, type Page } from './harness.ts';

export async function chooseCustomer(page: Page, text: string, name: RegExp): Promise<void> {
  await page.getByRole('combobox', { name: 'Customer' }).click();
  await page.getByPlaceholder('Search customers').fill(text);
  await page.getByRole('option', { name }).click();
}

export async function choosePlace(
  page: Page,
  field: 'From' | 'To',
  text: string,
  place: RegExp,
): Promise<void> {
  await page.getByRole('combobox', { name: field, exact: true }).fill(text);
  await page.getByRole('option', { name: place }).first().click();
}

export async function addGoods(page: Page, text: string): Promise<void> {
  const quick = page.getByRole('combobox', { name: 'Add goods' });
  await quick.fill(text);
  await quick.press('Enter');
  await expect(quick).toHaveValue('');
}

export const prices = (page: Page) => page.getByRole('radiogroup', { name: 'Choose a price' });

/** Waits until all carriers responded or timed out. */
export async function pricesAreIn(page: Page): Promise<void> {
  await expect(
    page.locator('section[aria-label=Prices][aria-busy=false]').getByRole('status'),
  ).toHaveText(/^\d+ prices?$/, { timeout: 20_000 });
}

export async function bookOnly(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Book only' }).click();
  const connote = page.getByTestId('connote');
  await expect(connote).toHaveText(/^[A-Z]{2,}\d+$/);
  return connote.innerText();
}

const place = (page: Page, end: 'Pickup from' | 'Deliver to') =>
  page.getByRole('group', { name: end });

/** Addresses and one carton. */
export async function fillSheet(page: Page, sender: string): Promise<void> {
  await choosePlace(page, 'From', 'richmond', /Richmond.*VIC 3121/);
  await choosePlace(page, 'To', 'parramatta', /^Parramatta\s*NSW 2150/);
  for (const [end, company, street] of [
    ['Pickup from', sender, '12 Church Street'],
    ['Deliver to', 'Harbour Tools', '8 Macquarie Street'],
  ] as const) {
    await place(page, end).getByLabel('Company').fill(company);
    await place(page, end).getByLabel('Street address').fill(street);
  }
  await addGoods(page, '1 ctn 40x30x25 5');
}
