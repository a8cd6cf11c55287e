// Tests of receivables and statements.
import { accessible, expect, settled, signIn, test } from './harness.ts';
import { customerOf, posted } from './invoices.ts';
import { call } from './people.ts';

const DAY_MS = 86_400_000;
const day = (ago: number) => new Date(Date.now() - ago * DAY_MS).toISOString().slice(0, 10);

test('receivables lead to a statement, which is downloaded and sent', async ({ page }) => {
  await signIn(page, 'admin');
  const name = `Owing ${Date.now().toString(36)}`;
  const customer = await customerOf(page, name);
  const late = await posted(page, customer, [100], { invoiceDate: day(80), dueDate: day(45) });
  const recent = await posted(page, customer, [40]);
  await call(page, 'POST', '/api/finance/payment/createpayment', {
    customerId: customer,
    paymentDate: day(0),
    paidAmount: 14,
    paymentReferenceNumber: 'PART',
    allocatedInvoicePayments: [{ invoiceId: recent.id, amount: 14 }],
  });

  await page.goto('/finance/receivables');
  await page.getByLabel('Search customers').fill(name);
  const row = page.getByRole('row', { name: new RegExp(name) });
  await expect(row).toContainText('$140.00');
  const chart = page.getByRole('group', { name: 'Outstanding by how late it is' });
  await chart.getByRole('button', { name: /^31–60 days/ }).click();
  await expect(row).toContainText('$110.00');
  await settled(page);
  await accessible(page);
  await chart.getByRole('button', { name: /^91–120 days/ }).click();
  await expect(page.getByText('No matching customers')).toBeVisible();
  await chart.getByRole('button', { name: /^91–120 days/ }).click();
  await row.getByRole('link').click();

  await page.waitForURL(/\/finance\/statements\/\d+/);
  await expect(page.getByRole('heading', { level: 1 })).toContainText(name);
  const balances = page.getByLabel('Balances');
  await expect(balances).toContainText('Closing balance$140.00');
  await expect(page.getByRole('region', { name: 'Movements' })).toContainText('PART');
  // Earlier movements are in the opening balance.
  await page.getByRole('button', { name: 'This month' }).click();
  await page.getByLabel('From', { exact: true }).fill(day(60));
  await page.keyboard.press('Enter');
  await expect(balances).toContainText('Opening balance$110.00');
  await settled(page);
  await accessible(page);
  await page.getByLabel('Search movements').fill('part');
  await expect(page.getByRole('link', { name: late.invoiceNumber })).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'Movements' })).toContainText('PART');

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'PDF' }).click();
  expect((await download).suggestedFilename()).toMatch(/\.pdf$/);
  await page.getByRole('button', { name: 'Send by email' }).click();
  await expect(page.getByRole('dialog').getByLabel('To', { exact: true })).toHaveValue(
    'accounts@invoiced.test',
  );
  await accessible(page);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('a customer’s user sees the statement of its own company alone', async ({ page }) => {
  await signIn(page, 'admin');
  const other = await customerOf(page, `Foreign ${Date.now().toString(36)}`);
  await signIn(page, 'customer');
  await page.goto('/finance/statements');
  await page.waitForURL(/\/finance\/statements\/\d+/);
  await expect(page.getByRole('heading', { name: 'Your statement' })).toBeVisible();
  await settled(page);
  await accessible(page);
  await page.goto(`/finance/statements/${other}`);
  await expect(page.getByText('Customer not found')).toBeVisible();
});
