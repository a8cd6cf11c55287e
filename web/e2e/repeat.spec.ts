// Repeat consignments: keys from the home page and from sign-in to printed labels.
import { accessible, expect, PASSWORD, settled, test, type Page } from './harness.ts';
import {
  beginSheet as begin,
  Keys,
  pricesAreIn,
  receiver,
  sendFirst,
  toField as to,
} from './quotes.ts';

/** Signed in on the home page, with nothing begun. */
async function startCold(page: Page): Promise<Keys> {
  await page.goto('/dashboard');
  await settled(page);
  return new Keys(page);
}

const customer = (page: Page) => page.locator('[data-field=customerId]');

test('a repeat consignment takes at most eight keys after the address is chosen', async ({
  page,
  context,
}) => {
  const company = `Wren ${Date.now().toString(36)}`;
  await begin(page);
  await sendFirst(page, company);
  // The next sheet has sender and customer, and waits for its receiver.
  await expect(to(page)).toBeFocused();
  await expect(to(page)).toHaveValue('');
  await expect(page.getByRole('combobox', { name: 'From', exact: true })).toHaveValue(/Richmond/);
  const first = await page.getByTestId('connote').innerText();

  const keys = new Keys(page);
  await keys.type(company.toLowerCase());
  await keys.press('Enter');
  await expect(receiver(page).getByLabel('Street address')).toHaveValue('8 Macquarie Street');

  keys.pressed = 0;
  const label = context.waitForEvent('page');
  await expect(page.getByRole('combobox', { name: 'Add goods' })).toBeFocused();
  await expect(page.getByPlaceholder(/as last time, 3 × Carton 40×30×25, 12.5 kg/)).toBeVisible();
  await keys.press('Enter');
  await pricesAreIn(page);
  await expect(
    page.getByText(/^Will book Own fleet .*print 3 labels, and add it to the manifest of/),
  ).toBeVisible();
  await keys.press('Control+Enter');
  await expect(page.getByTestId('connote')).not.toHaveText(first);
  expect(keys.pressed).toBeLessThanOrEqual(8);

  await expect(page.getByRole('status', { name: 'Booked' })).toContainText(
    /Manifested.*label opened, on the manifest/,
  );
  expect((await label).url()).toMatch(/^(blob|about):/);
  await expect(to(page)).toBeFocused();
  await accessible(page);
});

test('a repeat consignment takes at most 25 keys from the home page, with its goods typed', async ({
  page,
}, info) => {
  await begin(page);
  await expect(customer(page)).toBeFocused();
  await sendFirst(page, `Wren ${Date.now().toString(36)}`);
  const first = await page.getByTestId('connote').innerText();
  const keys = await startCold(page);
  const began = Date.now();
  await keys.press('c');
  await expect(customer(page)).toBeFocused();
  // Typing opens the picker; the latest customer comes first.
  await keys.type('b');
  await keys.press('Enter');
  await expect(customer(page)).toContainText('Bluegum Wines');
  await expect(to(page)).toBeFocused();
  // The customer's most used receiver.
  await keys.press('Enter');
  await expect(receiver(page).getByLabel('Street address')).not.toHaveValue('');
  await expect(page.getByRole('combobox', { name: 'Add goods' })).toBeFocused();
  await keys.type('3 ctn 40x30x25 12.5');
  // Priced before they are added: the sheet books at a price that it has shown.
  await expect(page.getByText(/^Will book .*print 3 labels/)).toBeVisible();
  await keys.press('Control+Enter');
  await expect(page.getByTestId('connote')).not.toHaveText(first);
  await expect(page.getByRole('status', { name: 'Booked' })).toContainText('label opened');
  const seconds = (Date.now() - began) / 1000;
  // The time depends on the machine: it is reported, not asserted.
  info.annotations.push({ type: 'keys', description: `${keys.pressed} keys, ${seconds} s` });
  expect(keys.pressed).toBeLessThanOrEqual(25);
});

test('a repeat consignment takes at most 25 keys after a cold sign-in, to its printed labels', async ({
  page,
  browser,
}, info) => {
  await begin(page);
  await sendFirst(page, `Teal ${Date.now().toString(36)}`);
  const origin = new URL(page.url()).origin;
  // Another browser remembers neither the customer nor the sheet.
  const context = await browser.newContext({ baseURL: origin, locale: 'en-AU' });
  const cold = await context.newPage();
  await cold.goto('/auth/login');
  await expect(cold.getByLabel('User name or email')).toBeFocused();
  const keys = new Keys(cold);
  const opened = Date.now();
  await keys.type('dispatcher');
  await keys.press('Tab');
  await keys.type(PASSWORD);
  await keys.press('Enter');
  await expect(cold.getByRole('navigation', { name: 'Main' })).toBeVisible();
  await expect(cold.getByRole('link', { name: 'New booking' }).first()).toBeVisible();
  const signIn = { keys: keys.pressed, seconds: (Date.now() - opened) / 1000 };

  keys.pressed = 0;
  const began = Date.now();
  await keys.press('c');
  await expect(customer(cold)).toBeFocused();
  await keys.type('blu');
  await keys.press('Enter');
  await expect(customer(cold)).toContainText('Bluegum Wines');
  await expect(to(cold)).toBeFocused();
  // The customer's most used receiver, and the goods of its last consignment.
  await keys.press('Enter');
  await expect(receiver(cold).getByLabel('Street address')).not.toHaveValue('');
  await expect(cold.getByRole('combobox', { name: 'Add goods' })).toBeFocused();
  await expect(cold.getByPlaceholder(/^Enter: as /)).toBeVisible();
  await keys.press('Enter');
  await pricesAreIn(cold);
  await expect(cold.getByText(/^Will book .*print \d+ labels?/)).toBeVisible();
  const label = context.waitForEvent('page');
  await keys.press('Control+Enter');
  await expect(cold.getByRole('status', { name: 'Booked' })).toContainText('label opened');
  expect((await label).url()).toMatch(/^(blob|about):/);
  const seconds = (Date.now() - began) / 1000;
  info.annotations.push({
    type: 'keys',
    description: `sign-in ${signIn.keys} keys, ${signIn.seconds} s; then ${keys.pressed} keys, ${seconds} s`,
  });
  expect(keys.pressed).toBeLessThanOrEqual(25);
  await context.close();
});

test('a repeat consignment to a known receiver takes its goods and options of last time with one key', async ({
  page,
}, info) => {
  const company = `Lark ${Date.now().toString(36)}`;
  await begin(page);
  await page.getByRole('checkbox', { name: 'Tail-lift at delivery' }).check();
  await sendFirst(page, company);
  const first = await page.getByTestId('connote').innerText();
  const keys = await startCold(page);
  await keys.press('c');
  await expect(customer(page)).toBeFocused();
  await keys.type('blu');
  await keys.press('Enter');
  await expect(to(page)).toBeFocused();
  await keys.type('lark');
  await keys.press('Enter');
  await expect(receiver(page).getByLabel('Company')).toHaveValue(company);
  await expect(
    page.getByPlaceholder(/as last time, 3 × Carton 40×30×25, 12.5 kg, Tail-lift at delivery/),
  ).toBeVisible();
  await keys.press('Enter');
  await expect(page.getByRole('checkbox', { name: 'Tail-lift at delivery' })).toBeChecked();
  await pricesAreIn(page);
  await keys.press('Control+Enter');
  await expect(page.getByTestId('connote')).not.toHaveText(first);
  info.annotations.push({ type: 'keys', description: `${keys.pressed} keys` });
  expect(keys.pressed).toBeLessThanOrEqual(15);
});
