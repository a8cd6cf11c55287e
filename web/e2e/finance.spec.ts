// Finance: run, posting, part payments, customer access.
import { billable, book, createRun, previewRun } from './booked.ts';
import { accessible, expect, settled, signIn, test } from './harness.ts';
import { call, ownCustomer } from './people.ts';

interface Invoice {
  invoiceNumber: string;
  status: string;
  amount: number;
  outstandingAmount: number;
}

test('bookings are invoiced by a run, posted and paid in two parts', async ({ page }) => {
  await signIn(page, 'admin');
  const companyName = `Invoiced ${Date.now().toString(36)}`;
  const { customer } = await call<{ customer: { id: number } }>(
    page,
    'POST',
    '/api/customer/customer/createorupdatecustomer',
    { customer: { companyName, paymentTerms: '14 days', email: 'accounts@invoiced.test' } },
  );
  await book(page, customer.id, companyName);
  await book(page, customer.id, companyName);
  await billable(page, customer.id, 2);

  await previewRun(page, customer.id);
  const create = createRun(page);
  await expect(create).toBeFocused();
  const row = page.getByRole('row', { name: new RegExp(companyName) });
  await expect(row.getByRole('cell').nth(2)).toHaveText('2');
  await accessible(page);
  await page.keyboard.press('Enter');
  await expect(page.getByText(/invoices? created from 2 bookings/)).toBeVisible();

  await page.getByRole('button', { name: 'Undo run' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Undo run' }).click();
  await expect(page.getByText(/^The run is undone/)).toBeVisible();
  await page.getByRole('button', { name: 'New run' }).click();
  await page.getByRole('button', { name: 'Preview', exact: true }).click();
  await expect(create).toBeFocused();
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: 'View these invoices' }).click();
  await expect(page.getByRole('link', { name: /^#\d+$/ })).toBeVisible();
  await settled(page);
  await accessible(page);

  // Closed from the list, by keyboard: the first row, ticked, F.
  await page.keyboard.press('j');
  await page.keyboard.press('x');
  await page.keyboard.press('f');
  await expect(page.getByRole('button', { name: 'Close 1 invoice' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByText(/1 of 1: closed/)).toBeVisible();
  const link = page
    .getByRole('row', { name: new RegExp(companyName) })
    .getByRole('link')
    .first();
  await expect(link).toHaveText(/^[A-Z]+\d+$/);
  await link.click();
  await expect(page).toHaveURL(/\/finance\/invoices\/\d+/);
  const id = /invoices\/(\d+)/.exec(page.url())?.[1];
  const invoice = async () =>
    (
      await call<{ invoice: Invoice }>(
        page,
        'GET',
        `/api/finance/invoice/getinvoiceforedit?id=${id}`,
      )
    ).invoice;
  const { invoiceNumber, amount } = await invoice();
  await expect(page.getByRole('heading', { name: invoiceNumber })).toBeVisible();

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'PDF' }).click();
  expect((await download).suggestedFilename()).toBe(`${invoiceNumber}.pdf`);

  // Without a way back, it asks first.
  await page.getByRole('button', { name: 'Approve' }).click();
  const question = page.getByRole('dialog', { name: `Approve ${invoiceNumber}?` });
  await expect(question.getByText(/An approval cannot be withdrawn/)).toBeVisible();
  await question.getByRole('button', { name: 'Cancel' }).click();
  expect((await invoice()).status).toBe('Closed');
  await page.getByRole('button', { name: 'Approve' }).click();
  await expect(question.getByRole('button', { name: 'Approve' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(question).toBeHidden();
  await page.getByRole('button', { name: 'Post', exact: true }).click();
  await page.getByRole('dialog').getByLabel(/^Note/).fill('Checked');
  await page.getByRole('dialog').getByRole('button', { name: 'Post' }).click();
  await expect(page.getByText('Checked')).toBeVisible();
  await settled(page);
  await accessible(page);

  await page.getByRole('button', { name: 'Actions', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Mark as disputed' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Mark as disputed' }).click();
  await expect.poll(async () => (await invoice()).status).toBe('Disputed');
  await page.keyboard.press('z');
  await expect.poll(async () => (await invoice()).status).toBe('Posted');
  await settled(page);

  // Selected, so typing replaces it.
  await page.getByRole('link', { name: 'Record payment' }).click();
  await expect(page.getByLabel('Amount', { exact: true })).toBeFocused();
  await expect(page.getByLabel(`Amount for ${invoiceNumber}`)).toHaveValue(amount.toFixed(2));
  await page.keyboard.type('10.5');
  await expect(page.getByLabel(`Amount for ${invoiceNumber}`)).toHaveValue('10.50');
  await accessible(page);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Partially paid')).toBeVisible();
  expect(await invoice()).toMatchObject({
    status: 'PartiallyPaid',
    outstandingAmount: Math.round((amount - 10.5) * 100) / 100,
  });

  await page.goto(`/finance/remittances/new?customer=${customer.id}`);
  const share = page.getByLabel(`Amount for ${invoiceNumber}`);
  await share.fill('99999');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText('Correct the amounts of the invoices below.').first()).toBeVisible();
  await share.press('=');
  await expect(share).toHaveValue((amount - 10.5).toFixed(2));
  await accessible(page);
  await share.press('Control+Enter');
  await expect(page.getByRole('cell', { name: 'Pending' }).first()).toBeVisible();
  await settled(page);
  await accessible(page);

  await page.goto(`/finance/payments/new?customer=${customer.id}`);
  await page.getByRole('link', { name: /^REM\d+/ }).click();
  await expect(page.getByLabel('Amount', { exact: true })).toHaveValue((amount - 10.5).toFixed(2));
  await page.getByLabel('Amount', { exact: true }).press('Enter');
  await expect(page.getByRole('heading', { name: 'Payments' })).toBeVisible();
  expect(await invoice()).toMatchObject({ status: 'Paid', outstandingAmount: 0 });
  await settled(page);
  await accessible(page);
});

test("an ad hoc invoice is written by keyboard, and its customer's user reads it", async ({
  page,
}) => {
  const own = await ownCustomer(page);
  await signIn(page, 'admin');
  const { items } = await call<{ items: { companyName: string }[] }>(
    page,
    'GET',
    `/api/customer/customer/getCustomers?filter=${encodeURIComponent(`id eq ${own}`)}`,
  );
  const companyName = items[0]?.companyName ?? '';
  await page.goto('/finance/invoices/new');
  await page.getByRole('combobox', { name: 'Customer' }).click();
  await page.getByPlaceholder('Search customers…').fill(companyName);
  await page.locator('[cmdk-item]', { hasText: companyName }).click();
  const what = `Storage ${Date.now().toString(36)}`;
  await page.getByLabel('Description, line 1').fill(what);
  await page.getByLabel('Before tax, line 1').fill('100.005');
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Description, line 2')).toBeFocused();
  await page.keyboard.type('Duty');
  await page.getByLabel('Before tax, line 2').fill('20');
  await page.getByLabel('Tax, line 2', { exact: true }).fill('0');
  await expect(page.getByLabel('Totals')).toContainText('$130.01');
  await accessible(page);
  await page.keyboard.press('Control+Enter');
  await expect(page).toHaveURL(/\/finance\/invoices\/\d+/);
  await expect(page.getByRole('row', { name: /^Total/ }).last()).toContainText('$130.01');
  await page.getByRole('button', { name: 'Close invoice' }).click();
  await expect(page.getByRole('dialog').getByText(/It cannot be reopened/)).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: /^[A-Z]+\d+$/ })).toBeVisible();
  const address = page.url();
  const name = await page.getByRole('heading', { level: 1 }).innerText();

  await page.getByRole('button', { name: 'Actions', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Send by email' }).click();
  await page.getByLabel('To', { exact: true }).fill('accounts@people.test');
  await page.keyboard.press('Enter');
  // No mail server listens, so nothing is called sent.
  const emails = page.getByRole('list', { name: 'Emails' });
  await expect(emails).toContainText('accounts@people.test');
  await expect(emails).toContainText('Queued');
  await expect(emails).not.toContainText('Sent');

  await signIn(page, 'customer', '/');
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: 'Finance' })
    .click();
  await page.getByRole('link', { name }).click();
  await expect(page).toHaveURL(address);
  await expect(page.getByText(what)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Approve' })).toHaveCount(0);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'PDF' }).click();
  expect((await download).suggestedFilename()).toBe(`${name}.pdf`);
  await settled(page);
  await accessible(page);
});
