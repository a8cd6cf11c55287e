// Carrier invoices: upload, decisions, tolerances, templates.
import { readFile } from 'node:fs/promises';
import { book, HEADINGS, uploadCarrierInvoice as upload, type Booked } from './booked.ts';
import { accessible, expect, settled, signIn, test } from './harness.ts';
import { call } from './people.ts';

test('an invoice is approved, recharged and disputed by keyboard', async ({ page }) => {
  await signIn(page, 'admin', '/');
  const companyName = `Carried ${Date.now().toString(36)}`;
  const { customer } = await call<{ customer: { id: number } }>(
    page,
    'POST',
    '/api/customer/customer/createorupdatecustomer',
    { customer: { companyName } },
  );
  const bookings: Booked[] = [];
  for (let count = 0; count < 7; count += 1) bookings.push(await book(page, customer.id));
  const invoice = `INV-${Date.now().toString(36)}`;
  const over = [0, 5, 33, 0, 4, 0, 0];
  const line = ({ consignmentId, cost }: Booked, at: number) =>
    `${at === 3 ? `${consignmentId}001` : consignmentId},,ROAD,Road,` +
    `${20 + at},${(cost + (over[at] ?? 0)).toFixed(2)},1.00,${invoice},2026-01-31`;
  await upload(page, [HEADINGS, ...bookings.map(line)].join('\n'));
  await page.waitForURL(/\/reconciliation\/\d+/);
  const id = Number(/reconciliation\/(\d+)/.exec(page.url())?.[1]);
  const row = (at: number) =>
    page.locator('tr[data-row-id]').filter({ hasText: bookings[at]?.consignmentId });
  await expect(row(0)).toContainText('As quoted');
  await expect(row(1)).toContainText('Sold below cost');
  await expect(row(3)).toContainText('No booking');
  await settled(page);
  await accessible(page);

  let keys = 0;
  const press = async (...names: string[]) => {
    for (const name of names) await page.keyboard.press(name);
    keys += names.length;
  };
  const note = async (text: string) => {
    await expect(page.getByRole('textbox', { name: 'Note', exact: true })).toBeFocused();
    await page.keyboard.type(text);
    await press('Enter');
  };
  // A decision cannot be taken back: the second key confirms it.
  await press('j', 'a', 'Enter');
  await expect(row(0)).toContainText('Approved');
  await expect(row(1)).toBeFocused();
  await press('c');
  await note('Weighed again');
  await expect(row(1)).toContainText('Approved');
  await expect(row(2)).toBeFocused();
  await press('d');
  await note('Never carried');
  await expect(row(2)).toContainText('Disputed');
  await expect(row(3)).toBeFocused();
  await press('m', 'Enter');
  await expect(row(3)).toContainText('As quoted');
  await expect(row(3)).toBeFocused();
  await press('a', 'Enter');
  await expect(row(3)).toContainText('Approved');
  await expect(row(4)).toBeFocused();
  await press('o');
  const amount = page.getByLabel('Road');
  await expect(amount).toBeFocused();
  await page.keyboard.type(String(bookings[4]?.cost));
  await press('Tab');
  await note('As quoted');
  await expect(row(4)).toContainText('Approved');
  await expect(row(5)).toBeFocused();
  await press('h');
  await expect(row(5)).toContainText('Held');
  // A hold can be taken back, and the line is the next again.
  await press('z');
  await expect(row(5)).toContainText('As quoted');
  await expect(row(5)).toBeFocused();
  await press('h');
  await expect(row(5)).toContainText('Held');
  await press('k', 'r');
  await expect(row(5)).toContainText('As quoted');
  expect(keys).toBe(19);

  await expect(row(6)).toBeFocused();
  await call(page, 'POST', '/api/booking/reconciliation/ProcessReconciliationBookings', {
    id,
    operation: 'Absorb',
    ids: [Number(await row(6).getAttribute('data-row-id'))],
  });
  await press('c', 'Enter');
  await expect(row(6)).toContainText('Absorbed');
  await expect(row(6)).toContainText(/not possible/);

  await row(5).focus();
  await press('x', 'a', 'Enter');
  await expect(page.getByText('7 of 7 decided')).toBeVisible();
  await expect(page.getByText('Approved, with recharges')).toBeVisible();
  const totals = page.getByLabel('Totals before tax');
  await expect(totals).toContainText('Recharged$5.00');
  await accessible(page);

  await page.getByRole('button', { name: 'Actions', exact: true }).click();
  const [dispute] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'Dispute for the carrier (CSV)' }).click(),
  ]);
  const letter = await readFile(await dispute.path(), 'utf8');
  expect(letter).toContain('Never carried');
  expect(letter).toContain(bookings[2]?.consignmentId);
  await page.getByRole('button', { name: 'Actions', exact: true }).click();
  const [all] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'All lines (CSV)' }).click(),
  ]);
  expect((await readFile(await all.path(), 'utf8')).trim().split('\n').length).toBeGreaterThan(7);
});

test('a line is quoted anew by the weight that was charged, and a part of it recharged', async ({
  page,
}) => {
  await signIn(page, 'admin', '/');
  const companyName = `Weighed ${Date.now().toString(36)}`;
  const { customer } = await call<{ customer: { id: number } }>(
    page,
    'POST',
    '/api/customer/customer/createorupdatecustomer',
    { customer: { companyName } },
  );
  const { consignmentId, cost } = await book(page, customer.id);
  await upload(
    page,
    [
      HEADINGS,
      `${consignmentId},,ROAD,Road,400,${(cost + 60).toFixed(2)},1.00,INV-${Date.now().toString(36)},2026-01-31`,
    ].join('\n'),
  );
  await page.waitForURL(/\/reconciliation\/\d+/);
  const row = page.locator('tr[data-row-id]').filter({ hasText: consignmentId });
  await expect(row).toBeVisible();
  await settled(page);
  await page.keyboard.press('j');
  await page.keyboard.press('q');
  const services = page.getByRole('table', { name: 'Services' });
  await expect(services.getByRole('columnheader', { name: 'Customer requoted' })).toBeVisible();
  await accessible(page);
  // The requoted difference is proposed.
  await page.keyboard.press('Shift+C');
  const amount = page.getByLabel('Charged before tax');
  await expect(amount).toBeVisible();
  expect(Number(await amount.inputValue())).toBeGreaterThan(0);
});

test('a wrong file says which row and column; a second upload is known', async ({ page }) => {
  await signIn(page, 'admin', '/');
  const mark = Date.now().toString(36);
  await upload(page, `${HEADINGS}\nX${mark},,ROAD,Road,1,abc,1.00,,\n`);
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText(/Row 2, Amount before tax/)).toBeVisible();
  await accessible(page);
  const good = `${HEADINGS}\nX${mark},,ROAD,Road,1,12.00,1.20,,\n`;
  await upload(page, good);
  await page.waitForURL(/\/reconciliation\/\d+/);
  await upload(page, good);
  await expect(page.getByRole('dialog').getByText(/already uploaded/)).toBeVisible();
});

test('a tolerance and a template are kept, the template with a sample', async ({ page }) => {
  await signIn(page, 'admin');
  await page.goto('/settings/tolerances');
  await page.getByRole('button', { name: 'New tolerance' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Carrier account').selectOption({ index: 1 });
  await dialog.getByLabel('Applies to').selectOption('FuelLevy');
  await dialog.getByLabel(/^At most/).fill('2.5');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('row', { name: /2\.5 %.*Fuel levy.*Absorbed/ })).toBeVisible();
  await accessible(page);

  await page.goto('/settings/invoice-templates');
  await page.getByRole('button', { name: 'New template' }).first().click();
  const name = `Monthly ${Date.now().toString(36)}`;
  await dialog.getByLabel('Name', { exact: true }).fill(name);
  await dialog.getByLabel('Carrier', { exact: true }).selectOption('own-fleet');
  await dialog.getByLabel('Sample file').setInputFiles({
    name: 'sample.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('Connote;Net;Zone\nAB1;12,50;N\nAB2;9,00;S\n'),
  });
  await expect(dialog.getByLabel(/^Consignment/)).toHaveValue('Connote');
  await dialog.getByLabel('Before decimals').selectOption('Comma');
  await expect(dialog.getByRole('table', { name: 'The first rows' }).getByRole('row')).toHaveCount(
    3,
  );
  await accessible(page);
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  const row = page.getByRole('row', { name: new RegExp(name) });
  await expect(row).toContainText('Amount before tax: Net');
  await page.reload();
  await expect(row).toContainText('Consignment: Connote');
});

test('an invoice with other headings is matched', async ({ page }) => {
  await signIn(page, 'admin', '/');
  const companyName = `Matched ${Date.now().toString(36)}`;
  const { customer } = await call<{ customer: { id: number } }>(
    page,
    'POST',
    '/api/customer/customer/createorupdatecustomer',
    { customer: { companyName } },
  );
  const { consignmentId, cost } = await book(page, customer.id);
  await upload(page, `Sendung;Kosten\n${consignmentId};${cost.toFixed(2).replace('.', ',')}\n`);
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Field for Sendung').selectOption('Consignment');
  await dialog.getByLabel('Field for Kosten').selectOption('Amount before tax');
  await settled(page);
  await accessible(page);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await page.waitForURL(/\/reconciliation\/\d+/);
  await expect(page.locator('tr[data-row-id]').filter({ hasText: consignmentId })).toContainText(
    'As quoted',
  );
});
