// Quote helpers: search, goods, prices.
import { expect, settled, signIn, type Page } from './harness.ts';

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

/** Counts pressed keys; Ctrl and Enter count as two. */
export class Keys {
  pressed = 0;
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  async type(text: string): Promise<void> {
    this.pressed += text.length;
    await this.page.keyboard.type(text);
  }

  async press(...keys: string[]): Promise<void> {
    for (const key of keys) {
      this.pressed += key.split('+').length;
      await this.page.keyboard.press(key);
    }
  }
}

export const toField = (page: Page) => page.getByRole('combobox', { name: 'To', exact: true });
export const receiver = (page: Page) => page.getByRole('group', { name: 'Deliver to' });

export async function beginSheet(page: Page): Promise<void> {
  await signIn(page, 'dispatcher');
  await page.goto('/quotes/new');
  await settled(page);
}

/** Sends to a new receiver, so the next is a repeat. */
export async function sendFirst(page: Page, company: string): Promise<void> {
  await chooseCustomer(page, 'bluegum', /Bluegum Wines/);
  await expect(page.getByRole('combobox', { name: 'From', exact: true })).toHaveValue(/Richmond/);
  await choosePlace(page, 'To', 'parramatta', /^Parramatta\s*NSW 2150/);
  await receiver(page).getByLabel('Company').fill(company);
  await receiver(page).getByLabel('Street address').fill('8 Macquarie Street');
  await addGoods(page, '3 ctn 40x30x25 12.5');
  await pricesAreIn(page);
  await prices(page)
    .getByRole('radio', { name: /Own fleet/ })
    .first()
    .check();
  await bookOnly(page);
}
