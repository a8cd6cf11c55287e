// The main flow from quote to delivery.
import { readFile } from 'node:fs/promises';
import { accessible, expect, settled, signIn, tenantOrigin, test, type Page } from './harness.ts';
import {
  bookOnly,
  chooseCustomer,
  choosePlace,
  prices as priceTable,
  pricesAreIn,
} from './quotes.ts';

interface Measures {
  quantity: string;
  packageType: string;
  length: string;
  width: string;
  height: string;
  weight: string;
}

async function fillItem(page: Page, line: number, item: Measures): Promise<void> {
  const row = page.getByRole('group', { name: `Item ${line}` });
  await row.getByLabel('Quantity').fill(item.quantity);
  await row.getByLabel('Package').selectOption(item.packageType);
  await row.getByLabel('Length in cm').fill(item.length);
  await row.getByLabel('Width in cm').fill(item.width);
  await row.getByLabel('Height in cm').fill(item.height);
  await row.getByLabel('Weight per piece in kg').fill(item.weight);
}

async function addScan(
  page: Page,
  status: string,
  more: { where?: string; signedBy?: string } = {},
): Promise<void> {
  await page.getByRole('button', { name: 'Add scan' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a scan' });
  await dialog.getByLabel('Status').selectOption({ label: status });
  if (more.where) await dialog.getByLabel('Location').fill(more.where);
  if (more.signedBy) await dialog.getByLabel('Signed by').fill(more.signedBy);
  await dialog.getByRole('button', { name: 'Add scan' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.locator(':has(> h1) + *')).toHaveText(status);
}

test('a consignment is quoted, booked, manifested, scanned and delivered', async ({
  page,
  browser,
}) => {
  await signIn(page, 'dispatcher');
  await page.goto('/bookings');
  await page.getByRole('link', { name: 'New booking' }).first().click();
  await expect(page.getByRole('heading', { level: 1, name: 'Quote & book' })).toBeVisible();

  await chooseCustomer(page, 'bluegum', /Bluegum Wines/);
  await choosePlace(page, 'From', 'richmond', /Richmond.*VIC 3121/);
  await choosePlace(page, 'To', 'parramatta', /^Parramatta\s*NSW 2150/);
  await page.getByLabel('Reference').fill('PO 4711');
  await fillItem(page, 1, {
    quantity: '3',
    packageType: 'Carton',
    length: '40',
    width: '30',
    height: '30',
    weight: '12.5',
  });
  await expect(page.getByLabel('Totals')).toContainText('37.5 kg');

  // Prices load automatically.
  await pricesAreIn(page);
  const prices = priceTable(page);
  await expect(prices.getByRole('radio', { name: /Own fleet/ }).first()).toBeVisible();
  await expect(prices.getByRole('radio', { name: /Australia Post/ }).first()).toBeVisible();

  // A pallet is requoted; carriers that reject it give the reason.
  await page.getByRole('button', { name: 'Add item' }).click();
  await fillItem(page, 2, {
    quantity: '1',
    packageType: 'Pallet',
    length: '120',
    width: '120',
    height: '150',
    weight: '420',
  });
  await expect(page.getByLabel('Totals')).toContainText('567 kg');
  const refusal = page
    .getByRole('region', { name: 'Carriers without a price' })
    .getByRole('listitem')
    .filter({ hasText: 'Australia Post eParcel' });
  await expect(refusal).toHaveText(/Australia Post.*\w+ \w+ \w+/);
  await pricesAreIn(page);
  const names = await prices
    .getByRole('radio')
    .evaluateAll((radios) => radios.map((radio) => radio.getAttribute('aria-label') ?? ''));
  const amounts = names.map((text) =>
    Number(/\$([\d,]+\.\d\d)$/.exec(text)?.[1]?.replaceAll(',', '')),
  );
  expect(amounts.length).toBeGreaterThan(0);
  expect(amounts).toEqual(amounts.toSorted((a, b) => a - b));
  await prices
    .getByRole('button', { name: /Price lines of Own fleet/ })
    .first()
    .click();
  await expect(prices.getByRole('table', { name: 'Price breakdown' })).toContainText('Total');

  await prices
    .getByRole('radio', { name: /Own fleet/ })
    .first()
    .check();
  const receiver = page.getByRole('group', { name: 'Deliver to' });
  await expect(page.getByRole('group', { name: 'Pickup from' }).getByLabel('Company')).toHaveValue(
    'Bluegum Wines',
  );
  await page.getByRole('button', { name: 'Book only' }).click();
  await expect(
    page
      .getByRole('alert')
      .getByRole('button', { name: 'To, Street address: enter the street and number' }),
  ).toBeVisible();
  await receiver.getByLabel('Company').fill('Harbour Tools');
  await receiver.getByLabel('Contact').fill('Sam Fields');
  await receiver.getByLabel('Street address').fill('8 Macquarie Street');
  let booked = 0;
  page.on('request', (request) => {
    if (/createorupdatebatchbooking/i.test(request.url())) booked += 1;
  });
  await page.getByRole('button', { name: 'Book only' }).dblclick();
  const connote = await page.getByTestId('connote').innerText();
  expect(connote).toMatch(/^[A-Z]{2,}\d+$/);
  expect(booked, 'two presses book once').toBe(1);

  const [label] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download label' }).click(),
  ]);
  expect((await readFile(await label.path())).subarray(0, 5).toString()).toBe('%PDF-');

  await page.getByRole('link', { name: 'Open the booking' }).click();
  await expect(page.getByRole('heading', { level: 1, name: connote })).toBeVisible();
  const status = page.locator(':has(> h1) + *');
  await expect(status).toHaveText('Booked');
  await expect(page.getByText('4 pieces · 457.5 kg')).toBeVisible();

  // Addresses of an own-fleet booking stay editable until the manifest; a note is next to them.
  await page.getByRole('button', { name: 'Actions', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  const edit = page.getByRole('dialog', { name: `Edit ${connote}` });
  await edit
    .getByRole('group', { name: /Deliver to/ })
    .getByLabel('Contact')
    .fill('Sam Woods');
  await edit.getByLabel('Reference').fill('PO 4712');
  await edit.getByLabel('Delivery instructions').fill('Dock 4, forklift on site');
  await edit.getByRole('button', { name: 'Save' }).click();
  await expect(edit).toBeHidden();
  await expect(page.getByText('PO 4712')).toBeVisible();
  await expect(page.getByRole('region', { name: 'To', exact: true })).toContainText('Sam Woods');
  await expect(page.getByText('Dock 4, forklift on site')).toBeVisible();
  await page.getByLabel('Add a note').fill('Rang ahead');
  await page.getByRole('button', { name: 'Add note' }).click();
  await expect(page.getByRole('listitem').filter({ hasText: 'Rang ahead' })).toBeVisible();

  await page.getByRole('button', { name: 'Manifest', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Manifest', exact: true }).click();
  await expect(status).toHaveText('Manifested');

  await addScan(page, 'Picked up', { where: 'Richmond' });
  await addScan(page, 'In transit');
  await addScan(page, 'Out for delivery', { where: 'Parramatta' });
  await addScan(page, 'Delivered', { where: 'Parramatta', signedBy: 'S. Fields' });
  const timeline = page.getByRole('list', { name: 'Timeline' });
  await expect(timeline.locator('[data-kind=scan]')).toHaveCount(4);
  await expect(timeline.getByRole('listitem').first()).toContainText(
    /^Delivered.*signed by S. Fields/,
  );
  for (const text of ['Rang ahead', 'Manifested', 'Booked'])
    await expect(timeline).toContainText(text);
  await expect(page.getByRole('application', { name: `Route of ${connote}` })).toBeVisible();
  await expect(
    page.getByRole('list', { name: 'Progress' }).locator('[aria-current=step]'),
  ).toHaveText('Delivered');
  await expect(page.getByRole('button', { name: 'Add scan' })).toBeHidden();

  const address = new URL(page.url()).pathname;
  const other = await (await browser.newContext()).newPage();
  const acme = tenantOrigin(page, 'acme');
  await signIn(other, 'dispatcher', acme);
  await other.goto(`${acme}/bookings?q=${connote}`);
  await expect(other.getByText('No matching bookings')).toBeVisible();
  await other.goto(acme + address);
  await expect(other.getByText('Booking not found')).toBeVisible();
  await other.context().close();
});

test('the same is sent again, and cancelled', async ({ page }) => {
  await signIn(page, 'dispatcher');
  await page.goto('/bookings?group=delivered&carrier=own-fleet');
  await page.locator('tr[data-row-id]').getByRole('link').first().click();
  const from = await page.getByRole('region', { name: 'From' }).innerText();
  await page.getByRole('button', { name: 'Actions', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Book again' }).click();
  await expect(page).toHaveURL(/\/quotes\/new\?copy=\d+/);
  await expect(page.getByRole('combobox', { name: 'From', exact: true })).not.toHaveValue('');
  const suburb = (
    await page.getByRole('combobox', { name: 'From', exact: true }).inputValue()
  ).replace(/ [A-Z]+ \d{4}$/, '');
  expect(from).toContain(suburb);
  await pricesAreIn(page);
  await page
    .getByRole('radio', { name: /Own fleet/ })
    .first()
    .check();
  await bookOnly(page);

  // Cancelling needs confirmation and removes the copy from the list.
  await page.getByRole('link', { name: 'Open the booking' }).click();
  await page.getByRole('button', { name: 'Actions', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Cancel booking' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel booking' }).click();
  await expect(page.locator(':has(> h1) + *')).toHaveText('Cancelled');
  // Its one step is a copy.
  await page.getByRole('button', { name: 'Book again' }).click();
  await expect(page).toHaveURL(/\/quotes\/new\?copy=\d+/);
});

test('the sheet says what is missing, and loses nothing when it is left', async ({ page }) => {
  await signIn(page, 'dispatcher');
  await page.goto('/quotes/new');
  await settled(page);
  await page.getByRole('button', { name: 'Book only' }).click();
  const problems = page.getByRole('alert');
  await problems.getByRole('button', { name: 'To: choose a suburb from the list' }).click();
  await expect(page.getByRole('combobox', { name: 'To', exact: true })).toBeFocused();
  await page.getByRole('group', { name: 'Item 1' }).getByLabel('Length in cm').fill('-4');
  await page.getByRole('button', { name: 'Book only' }).click();
  await expect(problems).toContainText('Item 1, Length in cm: enter more than 0');

  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: 'Dashboard' })
    .click();
  await expect(page).toHaveURL(/\/dashboard$/);
  await page.goBack();
  await expect(page.getByRole('group', { name: 'Item 1' }).getByLabel('Length in cm')).toHaveValue(
    '-4',
  );
});

test('a customer quotes for itself', async ({ page }) => {
  await signIn(page, 'customer');
  await page.goto('/quotes/new');
  await expect(page.getByRole('combobox', { name: 'To', exact: true })).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'Customer' })).toHaveCount(0);
  // Goods leave from the booking's own address.
  await expect(page.getByRole('combobox', { name: 'From', exact: true })).toHaveValue(
    /Richmond VIC 3121/,
  );
});

test('scans are entered one after the other by letters alone', async ({ page }) => {
  await signIn(page, 'dispatcher');
  await page.goto('/bookings?status=Manifested');
  await page.locator('tr[data-row-id]').getByRole('link').first().click();
  await page.getByRole('button', { name: 'Add scan' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a scan' });
  const field = dialog.getByLabel('Status');
  await dialog.getByLabel('Stay open for the next scan').check();
  await field.focus();
  await page.keyboard.type('picked');
  await expect(field).toHaveValue('PickedUp');
  await page.keyboard.press('Enter');
  // The usual next status is preselected.
  await expect(field).toHaveValue('InTransit');
  await expect(field).toBeFocused();
  // Type-ahead combines letters within a second.
  await page.waitForTimeout(1_100);
  await page.keyboard.type('out');
  await expect(field).toHaveValue('OutForDelivery');
  await page.keyboard.press('Enter');
  await expect(field).toHaveValue('Delivered');
  // Nothing holds the keyboard: Tab leads on, Escape out.
  await page.keyboard.press('Tab');
  await expect(field).not.toBeFocused();
  await accessible(page);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(page.locator(':has(> h1) + *')).toHaveText('Out for delivery');
  await expect(
    page.getByRole('list', { name: 'Timeline' }).locator('[data-kind=scan]').first(),
  ).toContainText('Out for delivery');
});
