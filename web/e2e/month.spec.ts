// A month: invoices, payments, credits, ledger, recharges.
import { billable, book, createRun, HEADINGS, previewRun, uploadCarrierInvoice } from './booked.ts';
import { accessible, expect, settled, signIn, test, type Page } from './harness.ts';
import { customerOf, statusOf } from './invoices.ts';
import { Mailbox } from './mailbox.ts';
import { call } from './people.ts';

interface Sums {
  invoiceNumber: string;
  amount: number;
  outstandingAmount: number;
  invoiceType: string;
  invoiceDetails: {
    id: number;
    taxExclusiveAmount: number;
    isRecharge: boolean;
    bookingId: number;
  }[];
}

const cents = (amount: number) => Math.round(amount * 100) / 100;
const dollars = (amount: number) => `$${amount.toFixed(2)}`;
const read = async (page: Page, id: number) =>
  (await call<{ invoice: Sums }>(page, 'GET', `/api/finance/invoice/getinvoiceforedit?id=${id}`))
    .invoice;
const idIn = (page: Page) => Number(/invoices\/(\d+)/.exec(page.url())?.[1]);

async function make(page: Page): Promise<number> {
  await expect(createRun(page)).toBeFocused();
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: 'View these invoices' }).click();
  await page.getByRole('link', { name: /^#\d+$/ }).click();
  await expect(page).toHaveURL(/\/finance\/invoices\/\d+/);
  return idIn(page);
}

async function post(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Close invoice' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Close invoice' }).click();
  await page.getByRole('button', { name: 'Approve' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
  await page.getByRole('button', { name: 'Post', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Post' }).click();
  await expect(page.getByText('Posted', { exact: true }).first()).toBeVisible();
}

/** The ledger reconciles with the documents. */
async function proved(page: Page): Promise<void> {
  await page.goto('/finance/ledger/accounts');
  await expect(page.getByText(/^The ledger agrees with the documents/)).toBeVisible();
  await expect(
    page
      .getByRole('row', { name: /^Total/ })
      .getByRole('cell')
      .last(),
  ).toHaveText('$0.00');
}

test('a month goes from bookings to a settled invoice and a balanced ledger', async ({ page }) => {
  const mailbox = await Mailbox.open();
  try {
    await signIn(page, 'admin');
    const name = `Monthly ${Date.now().toString(36)}`;
    const customer = await customerOf(page, name);
    for (let count = 0; count < 3; count += 1) await book(page, customer, name);
    await billable(page, customer, 3);
    await previewRun(page, customer);
    const id = await make(page);
    await post(page);
    const { invoiceNumber, amount, invoiceDetails } = await read(page, id);
    expect(new Set(invoiceDetails.map(({ bookingId }) => bookingId)).size).toBe(3);

    await page.getByRole('button', { name: 'Actions', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Send by email' }).click();
    await expect(page.getByRole('dialog').getByLabel('To', { exact: true })).toHaveValue(
      'accounts@invoiced.test',
    );
    await page.keyboard.press('Enter');
    const mail = await mailbox.next('accounts@invoiced.test', ({ subject }) =>
      subject.includes(invoiceNumber),
    );
    expect(mail.text).toContain(`To be paid: ${amount.toFixed(2)}`);
    await expect(page.getByRole('list', { name: 'Emails' })).toContainText('Sent');

    await page.getByRole('link', { name: 'Record payment' }).click();
    await expect(page.getByLabel('Amount', { exact: true })).toBeFocused();
    await page.keyboard.type('20');
    await page.keyboard.press('Enter');
    await expect(page.getByText('Partially paid')).toBeVisible();
    expect(await statusOf(page, id)).toMatchObject({
      status: 'PartiallyPaid',
      outstandingAmount: cents(amount - 20),
    });

    await page.goto(`/finance/credit-notes/new?invoice=${id}`);
    await page
      .getByLabel(/^Amount to credit for/)
      .first()
      .fill('5');
    await page.getByLabel('Reason', { exact: true }).selectOption('ServiceFailure');
    await page.getByLabel('Note', { exact: true }).fill('Delivered a day late');
    await page.getByRole('button', { name: 'Request credit' }).click();
    await page.waitForURL(/\/finance\/credit-notes\/\d+/);
    await page.getByRole('button', { name: 'Approve…' }).click();
    await page.getByRole('button', { name: 'Approve $5.00' }).click();
    await expect(page.getByRole('heading', { level: 1, name: /^CN\d+/ })).toBeVisible();
    await page.getByRole('button', { name: 'Apply to invoices…' }).click();
    await page.getByRole('dialog').getByLabel(`Amount for ${invoiceNumber}`).press('Control+Enter');
    await expect(page.getByText('Applied', { exact: true })).toBeVisible();
    expect(await statusOf(page, id)).toMatchObject({ outstandingAmount: cents(amount - 25) });

    await page.goto(`/finance/payments/new?customer=${customer}`);
    await expect(page.getByLabel(`Amount for ${invoiceNumber}`)).toBeVisible();
    await page.getByLabel('Amount', { exact: true }).fill(cents(amount - 25).toFixed(2));
    await page.getByLabel('Amount', { exact: true }).press('Enter');
    await expect(page.getByRole('heading', { name: 'Payments' })).toBeVisible();
    expect(await statusOf(page, id)).toMatchObject({ status: 'Paid', outstandingAmount: 0 });
    await page.goto(`/finance/statements/${customer}`);
    await expect(page.getByLabel('Balances')).toContainText('Closing balance$0.00');
    await settled(page);
    await accessible(page);
    await page.goto(`/finance/ledger?customer=${customer}`);
    await expect(page.getByRole('row', { name: /Payment received/ })).toHaveCount(2);
    await expect(page.getByRole('row', { name: /Credit note applied/ })).toContainText('$5.00');
    await proved(page);
    await settled(page);
    await accessible(page);
  } finally {
    await mailbox.close();
  }
});

test('what a carrier charges more, or less, is on the next invoice once', async ({ page }) => {
  await signIn(page, 'admin');
  const name = `Recharged ${Date.now().toString(36)}`;
  const customer = await customerOf(page, name);
  const [dear, cheap] = [await book(page, customer, name), await book(page, customer, name)];
  await billable(page, customer, 2);
  await previewRun(page, customer);
  await make(page);

  const line = ({ consignmentId, cost }: typeof dear, more: number) =>
    `${consignmentId},,ROAD,Road,20,${(cost + more).toFixed(2)},1.00,INV-${consignmentId},2026-01-31`;
  await uploadCarrierInvoice(page, [HEADINGS, line(dear, 33), line(cheap, -5)].join('\n'));
  await page.waitForURL(/\/reconciliation\/\d+/);
  const row = (consignmentId: string) =>
    page.locator('tr[data-row-id]').filter({ hasText: consignmentId });
  await expect(row(dear.consignmentId)).toBeVisible();
  await settled(page);
  for (const { consignmentId } of [dear, cheap]) {
    await row(consignmentId).focus();
    await page.keyboard.press('c');
    const note = page.getByRole('textbox', { name: 'Note', exact: true });
    await expect(note.or(row(consignmentId).getByText('Approved')).first()).toBeVisible();
    if (await note.isVisible()) {
      await note.fill('As the carrier weighed it');
      await page.keyboard.press('Enter');
    }
    await expect(row(consignmentId)).toContainText('Approved');
  }
  await expect(page.getByLabel('Totals before tax')).toContainText('Recharged$28.00');
  await settled(page);
  await accessible(page);

  await previewRun(page, customer);
  const id = await make(page);
  const { invoiceType, invoiceDetails } = await read(page, id);
  expect(invoiceType).toBe('Recharge');
  const charged = (bookingId: number) =>
    cents(
      invoiceDetails
        .filter((one) => one.bookingId === bookingId && one.isRecharge)
        .reduce((sum, one) => sum + one.taxExclusiveAmount, 0),
    );
  expect([charged(dear.id), charged(cheap.id)]).toEqual([33, -5]);
  expect(invoiceDetails.every(({ isRecharge }) => isRecharge)).toBe(true);
  await expect(page.getByRole('row', { name: /^Total/ }).last()).toContainText(dollars(30.8));
  await post(page);
  await settled(page);
  await accessible(page);
  await previewRun(page, customer);
  await expect(page.getByText('Nothing to invoice')).toBeVisible();
  await proved(page);
});
