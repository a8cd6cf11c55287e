// Bank statements: upload, matching, acceptance by confidence.
import { accessible, expect, settled, signIn, test, type Page } from './harness.ts';
import { customerOf, posted, statusOf } from './invoices.ts';
import { call } from './people.ts';

async function upload(page: Page, name: string, text: string, template = ''): Promise<void> {
  await page.goto('/finance/bank');
  await page.getByRole('button', { name: 'Upload statement' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog
    .getByLabel('File', { exact: true })
    .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });
  if (template) await dialog.getByLabel('Table template').selectOption(template);
  await dialog.getByRole('button', { name: 'Upload', exact: true }).click();
}

test('lines of a bank statement are matched by keyboard', async ({ page }) => {
  await signIn(page, 'admin');
  const mark = Date.now().toString(36).toUpperCase();
  const name = `Matched ${mark}`;
  const customer = await customerOf(page, name);
  const invoices: Awaited<ReturnType<typeof posted>>[] = [];
  for (const net of [100, 200, 300, 400]) invoices.push(await posted(page, customer, [net]));
  const [first, second, third, fourth] = invoices.map(({ invoiceNumber }) => invoiceNumber);
  const lines = [
    `2026-03-02,110.00,${name},Invoice ${first}`,
    `2026-03-02,-9.00,Our bank ${mark},Account fee`,
    `2026-03-03,7.77,Interest ${mark},Interest`,
    `2026-03-03,220.00,${name},Invoice ${second}`,
    `2026-03-04,330.00,${name},Invoice ${third}`,
    `2026-03-04,440.00,${name},Invoice ${fourth}`,
    `2026-03-05,12.34,Unknown ${mark},`,
  ];

  await upload(page, `${mark}.csv`, `date,amount,payer,description\nsoon,1,,\n`);
  await expect(page.getByRole('dialog')).toContainText('Row 2, Date');
  await accessible(page);
  await page.keyboard.press('Escape');

  // The readable lines are stored.
  await upload(
    page,
    'part.csv',
    `date,amount,payer,description\nsoon,1,,\n2026-03-01,6.66,Part ${mark},\n`,
  );
  await expect(page.getByRole('dialog')).toContainText('The others were stored.');
  await accessible(page);
  await page.getByRole('button', { name: 'Match the stored lines' }).click();
  await page.waitForURL(/\/finance\/bank\/\d+/);
  await expect(page.locator('tr[data-row-id]').filter({ hasText: `Part ${mark}` })).toBeVisible();

  await upload(page, `${mark}.csv`, ['date,amount,payer,description', ...lines].join('\n'));
  await page.waitForURL(/\/finance\/bank\/\d+/);
  const row = (text: string) => page.locator('tr[data-row-id]').filter({ hasText: text });
  await expect(row(first ?? '')).toContainText(name);
  await settled(page);
  await accessible(page);

  await page.keyboard.press('j');
  await expect(page.getByRole('list', { name: 'Possible customers' })).toContainText(
    'Matching reference',
  );
  await page.keyboard.press('a');
  await expect
    .poll(() => statusOf(page, invoices[0]?.id ?? 0))
    .toMatchObject({ status: 'Paid', outstandingAmount: 0 });
  await expect(row(`Interest ${mark}`)).toBeFocused();
  await page.keyboard.press('i');
  await expect(row(second ?? '')).toBeFocused();
  // Accepted, undone and accepted again.
  await page.keyboard.press('1');
  await expect.poll(() => statusOf(page, invoices[1]?.id ?? 0)).toMatchObject({ status: 'Paid' });
  await page.getByRole('button', { name: /^All/ }).click();
  await row('220.00').focus();
  await page.keyboard.press('u');
  await expect
    .poll(() => statusOf(page, invoices[1]?.id ?? 0))
    .toMatchObject({ status: 'Posted', outstandingAmount: 220 });
  await expect(row('220.00')).toContainText('To match');
  await settled(page);

  await page.getByLabel('Confidence from').fill('90');
  await page.getByRole('button', { name: /^Accept 3 lines, \$990\.00…/ }).click();
  const question = page.getByRole('dialog');
  await expect(question).toContainText(third ?? '');
  await accessible(page);
  await question.getByRole('button', { name: 'Accept 3 lines' }).click();
  await expect(page.getByText('3 lines accepted', { exact: true })).toBeVisible();
  await expect.poll(() => statusOf(page, invoices[3]?.id ?? 0)).toMatchObject({ status: 'Paid' });

  // A payment without invoice is unallocated.
  await row(`Unknown ${mark}`).focus();
  await page.keyboard.press('c');
  await page.getByPlaceholder('Search customers…').fill(name);
  await page.locator('[cmdk-item]', { hasText: name }).click();
  await expect(row(`Unknown ${mark}`)).toContainText('Accepted');
  const { items } = await call<{ items: { unallocatedAmount: number }[] }>(
    page,
    'GET',
    '/api/finance/payment/getpayments?filter=' +
      encodeURIComponent(`customerId eq ${customer} and unallocatedAmount gt 0`),
  );
  expect(items).toMatchObject([{ unallocatedAmount: 12.34 }]);
  await settled(page);
  await accessible(page);

  // Uploading again adds nothing.
  await upload(page, `${mark}.csv`, ['date,amount,payer,description', ...lines].join('\n'));
  await expect(
    page.getByText(`All lines of ${mark}.csv were already imported`).first(),
  ).toBeVisible();
  await page.goto('/finance/bank');
  await expect(page.getByRole('row', { name: new RegExp(mark) }).last()).toContainText('Done');
  await settled(page);
  await accessible(page);
});

test('a bank file with other headings is matched', async ({ page }) => {
  await signIn(page, 'admin');
  const mark = Date.now().toString(36).toUpperCase();
  const table = `Konto 12 345\n\nTag;Summe;Zahler;Zweck\n02.03.2026;1.110,50;Bluegum ${mark};Danke\n`;
  await upload(page, `${mark}.csv`, table);
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('No column has the date.')).toBeVisible();
  await dialog.getByLabel('Field for Tag').selectOption('Date');
  await dialog.getByLabel('Field for Summe').selectOption('Amount, below 0 when paid out');
  await dialog.getByLabel('Field for Zahler').selectOption('Payer');
  await settled(page);
  await accessible(page);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await page.waitForURL(/\/finance\/bank\/\d+/);
  await expect(
    page.locator('tr[data-row-id]').filter({ hasText: `Bluegum ${mark}` }),
  ).toContainText('1,110.50');
});

test('a template says how the bank’s table is read', async ({ page }) => {
  await signIn(page, 'admin');
  const name = `Bank ${Date.now().toString(36)}`;
  await page.goto('/settings/bank-templates');
  await page.getByRole('button', { name: 'New template' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name', { exact: true }).fill(name);
  const table =
    'Buchungstag;Betrag;Auftraggeber;Verwendungszweck\n02.03.2026;1.110,50;Bluegum;Danke\n';
  await dialog
    .getByLabel('Sample file')
    .setInputFiles({ name: 'sample.csv', mimeType: 'text/csv', buffer: Buffer.from(table) });
  await expect(dialog.getByLabel(/^Payer(?!’)/)).toHaveValue('Auftraggeber');
  await expect(dialog.getByRole('table', { name: 'The first rows' })).toContainText('1.110,50');
  await accessible(page);
  await dialog.getByRole('button', { name: 'Add' }).click();
  await expect(page.getByRole('cell', { name, exact: true })).toBeVisible();
  const mark = Date.now().toString(36).toUpperCase();
  await upload(page, `${mark}.csv`, table.replace('Danke', mark), name);
  await page.waitForURL(/\/finance\/bank\/\d+/);
  await expect(page.locator('tr[data-row-id]').first()).toContainText('$1,110.50');
});
