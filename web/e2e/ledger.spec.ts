// Ledger: postings, codes, journal, locks, refunds.
import { accessible, expect, PASSWORD, settled, signIn, test, type Page } from './harness.ts';
import { customerOf, posted, statusOf } from './invoices.ts';
import { call } from './people.ts';

async function prove(page: Page, done: RegExp): Promise<void> {
  const field = page.getByLabel('Password', { exact: true });
  await expect(field.or(page.getByText(done)).first()).toBeVisible();
  if (!(await field.isVisible())) return;
  await field.fill(PASSWORD);
  await page.keyboard.press('Enter');
}

test('movements are listed and proved, and a period is locked and opened again', async ({
  page,
}) => {
  await signIn(page, 'admin');
  const customer = await customerOf(page, `Booked ${Date.now().toString(36)}`);
  const invoice = await posted(page, customer, [100]);
  await page.goto(`/finance/ledger?customer=${customer}`);
  await expect(
    page.getByRole('row', { name: new RegExp(`${invoice.invoiceNumber}.*Revenue`) }),
  ).toContainText('$100.00');
  await settled(page);
  await accessible(page);

  await page.getByRole('link', { name: 'Balances and verification' }).click();
  await expect(page.getByText(/^The ledger agrees with the documents/)).toBeVisible();
  await page.getByRole('button', { name: 'Account codes' }).click();
  await page.getByLabel('Receivable', { exact: true }).fill('=1');
  await page.keyboard.press('Enter');
  await expect(page.getByText('1 to 10 letters, digits, points and hyphens').first()).toBeVisible();
  await page.getByLabel('Receivable', { exact: true }).fill('1-1200');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('cell', { name: '1-1200' })).toBeVisible();
  await settled(page);
  await accessible(page);

  await page.goto('/finance/ledger');
  await page.getByRole('button', { name: 'Download journal…' }).click();
  await page.getByLabel('For', { exact: true }).selectOption('xero');
  const today = new Date().toISOString().slice(0, 10);
  await page.getByLabel('Last day').fill(today);
  await accessible(page);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download', exact: true }).click();
  expect((await download).suggestedFilename()).toMatch(/xero/i);

  await page.goto('/finance/ledger/locks');
  const note = `Handed on ${Date.now().toString(36)}`;
  await page.getByRole('button', { name: 'Lock period' }).first().click();
  // No other run has locked this day.
  const day = new Date(Date.UTC(2001, 0, 1) + (Math.floor(Date.now() / 1000) % 8000) * 86_400_000)
    .toISOString()
    .slice(0, 10);
  await page.getByLabel('First day').fill(day);
  await page.getByLabel('Last day').fill(day);
  await page.getByLabel(/^Note/).fill(note);
  await page.getByRole('dialog').getByRole('button', { name: 'Lock period' }).click();
  await prove(page, new RegExp(note));
  const row = page.getByRole('row', { name: new RegExp(note) });
  await expect(row).toBeVisible();
  await settled(page);
  await accessible(page);
  await row.getByRole('button', { name: /^Actions for/ }).click();
  await page.getByRole('menuitem', { name: 'Reopen…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Reopen' }).click();
  await prove(page, /reopened/);
  await expect(row).toHaveCount(0);
});

test('a payment is allocated later by keyboard, refunded and reversed', async ({ page }) => {
  await signIn(page, 'admin');
  const customer = await customerOf(page, `Paying ${Date.now().toString(36)}`);
  const invoice = await posted(page, customer, [100]);
  const pay = async (paidAmount: number, shares: { invoiceId: number; amount: number }[]) =>
    (
      await call<{ payment: { id: number } }>(page, 'POST', '/api/finance/payment/createpayment', {
        customerId: customer,
        paymentDate: new Date().toISOString().slice(0, 10),
        paidAmount,
        allocatedInvoicePayments: shares,
      })
    ).payment;
  const payment = await pay(150, []);
  await page.goto('/finance/invoices');
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: 'Payments' })
    .click();
  // A draft invoice may have the same number.
  await expect(page.getByRole('heading', { level: 1, name: 'Payments' })).toBeVisible();
  await page.getByRole('link', { name: `#${payment.id}`, exact: true }).click();
  await page.getByRole('button', { name: 'Allocate…' }).click();
  const share = page.getByLabel(`Amount for ${invoice.invoiceNumber}`);
  await expect(share).toHaveValue('110.00');
  await share.focus();
  await page.keyboard.type('60');
  await expect(page.getByText('$90.00 left')).toBeVisible();
  await accessible(page);
  await page.keyboard.press('Control+Enter');
  await expect(page.getByRole('region', { name: 'Paid invoices' })).toContainText('$60.00');
  expect(await statusOf(page, invoice.id)).toMatchObject({
    status: 'PartiallyPaid',
    outstandingAmount: 50,
  });

  await page.getByRole('button', { name: 'Refund…' }).click();
  await page.getByRole('dialog').getByLabel('Refund from').selectOption(String(invoice.id));
  await page
    .getByRole('dialog')
    .getByLabel(/^Amount/)
    .fill('10');
  await accessible(page);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('region', { name: 'Refunds' })).toContainText('$10.00');
  expect(await statusOf(page, invoice.id)).toMatchObject({ outstandingAmount: 60 });

  // A refunded payment can't be reversed.
  const bounced = await pay(60, [{ invoiceId: invoice.id, amount: 60 }]);
  expect(await statusOf(page, invoice.id)).toMatchObject({ status: 'Paid' });
  await page.getByRole('button', { name: 'Actions', exact: true }).click();
  await expect(page.getByRole('menuitem', { name: 'Reverse…' })).toHaveCount(0);
  await page.goto(`/finance/payments/${bounced.id}`);
  await page.getByRole('button', { name: 'Actions', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Reverse…' }).click();
  await page.getByRole('dialog').getByLabel(/^Note/).fill('Bounced');
  await page.getByRole('dialog').getByRole('button', { name: 'Reverse payment' }).click();
  await expect(page.getByText('No paid invoices')).toBeVisible();
  expect(await statusOf(page, invoice.id)).toMatchObject({
    status: 'PartiallyPaid',
    outstandingAmount: 60,
  });
  await settled(page);
  await accessible(page);
});
