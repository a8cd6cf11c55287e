// Number series, invoice periods and card surcharges.
import { accessible, expect, settled, signIn, test, type Page } from './harness.ts';
import { customerOf, posted } from './invoices.ts';
import { call } from './people.ts';

const set = (page: Page, groups: Record<string, unknown>) =>
  call(page, 'PUT', '/api/finance/settings/updatesettings', groups);
const save = async (page: Page) => {
  await page.getByRole('main').getByRole('button', { name: 'Save', exact: true }).first().click();
  await expect(page.getByText('Settings saved', { exact: true }).first()).toBeVisible();
};

test('a series shows its next number before it is saved, and the proof finds no gap', async ({
  page,
}) => {
  await signIn(page, 'admin');
  await set(page, { numbering: null });
  await page.goto('/settings/number-series');
  await page.getByRole('button', { name: 'Add series' }).click();
  const added = page.getByRole('group', { name: 'Invoices', exact: true });
  await added.getByLabel('Documents').selectOption('AdHocInvoice');
  const series = page.getByRole('group', { name: 'Ad hoc invoices' });
  await series.getByLabel('Prefix', { exact: true }).fill('AH');
  await series.getByLabel('Each year separately').check();
  await page.getByRole('main').getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('must contain {yyyy}', { exact: false }).first()).toBeVisible();
  // Unique: other runs' numbers aren't counted.
  const mark = Date.now().toString(36).replaceAll(/\d/g, 'x').toUpperCase();
  await series.getByLabel('Prefix', { exact: true }).fill(`AH${mark}-{yyyy}-`);
  await series.getByLabel('Digits', { exact: true }).fill('4');
  const year = new Date().getFullYear();
  const number = new RegExp(`AH${mark}-${year}-\\d{4}$`);
  const next = series.getByRole('status');
  await expect(next).toHaveText(number);
  const shown = (await next.innerText()).replace(/^.*: ?/, '').trim();
  await save(page);
  await settled(page);
  await accessible(page);

  const customer = await customerOf(page, `Numbered ${Date.now().toString(36)}`);
  const invoice = await posted(page, customer, [10]);
  expect(invoice.invoiceNumber).toBe(shown);
  await page.reload();
  await expect(page.getByText(/^No number is missing/)).toBeVisible();
  const proof = page.getByRole('region', { name: 'Series' });
  const row = proof.getByRole('row', { name: new RegExp(`Ad hoc invoices.*${year}`) });
  await expect(row).toContainText(shown);
  await expect(row).toContainText('None');
  await settled(page);
  await accessible(page);
  await set(page, { numbering: null });
});

test('a year of invoice periods is added, and one of its days moved', async ({ page }) => {
  await signIn(page, 'admin');
  await set(page, { invoiceCalendar: null });
  await page.goto('/settings/invoice-periods');
  await expect(page.getByText('No custom periods')).toBeVisible();
  await page.getByLabel('From', { exact: true }).fill('2026-06-29');
  await page.getByRole('button', { name: 'Add year' }).click();
  const table = page.getByRole('region', { name: 'Periods' });
  await expect(table.getByRole('row')).toHaveCount(14);
  const second = page.getByLabel('First day of period 2');
  await expect(second).toHaveValue('2026-07-27');
  await second.fill('2026-06-01');
  await page.getByRole('main').getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('This must be after the day above').first()).toBeVisible();
  await second.fill('2026-07-28');
  await save(page);
  await page.reload();
  await expect(second).toHaveValue('2026-07-28');
  await settled(page);
  await accessible(page);
  await set(page, { invoiceCalendar: null });
});

test('a surcharge by card type says what is charged', async ({ page }) => {
  await signIn(page, 'admin');
  await page.goto('/settings/card-payments');
  await page.getByRole('button', { name: 'Add surcharge' }).click();
  await page.getByLabel('Cards', { exact: true }).selectOption('american express');
  await page.getByLabel('Surcharge (%)').fill('11');
  await page.getByRole('main').getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Enter 0 to 10 %').first()).toBeVisible();
  await page.getByLabel('Surcharge (%)').fill('1.5');
  await expect(page.getByText('$100.00 is charged as $101.50')).toBeVisible();
  await save(page);
  await page.reload();
  await expect(page.getByLabel('Cards', { exact: true })).toHaveValue('american express');
  await settled(page);
  await accessible(page);
  await page.getByRole('button', { name: 'Remove American Express' }).click();
  await save(page);
  await expect(page.getByText('No surcharge', { exact: true })).toBeVisible();
});
