// Credit notes: request, approval, application, PDF.
import { accessible, expect, settled, signIn, test } from './harness.ts';
import { customerOf, posted, statusOf } from './invoices.ts';
import { ownCustomer } from './people.ts';

test('a customer’s user requests a credit, and staff approve a part of it and apply it', async ({
  page,
}) => {
  const customer = await ownCustomer(page);
  await signIn(page, 'admin');
  const invoice = await posted(page, customer, [100, 50]);

  await signIn(page, 'customer');
  await page.goto(`/finance/invoices/${invoice.id}`);
  await page.getByRole('button', { name: 'Actions', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Request credit' }).click();
  const first = page.getByLabel('Amount to credit for Freight 1');
  await first.focus();
  await page.keyboard.type('999');
  await expect(page.getByText('At most $110.00')).toBeVisible();
  await page.keyboard.press('=');
  await expect(first).toHaveValue('110.00');
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Amount to credit for Freight 2')).toBeFocused();
  await page.keyboard.type('20');
  await page.getByLabel('Reason', { exact: true }).selectOption('ServiceFailure');
  await page.getByLabel('Note').fill('Came two days late');
  await settled(page);
  await accessible(page);
  await page.getByLabel('Amount to credit for Freight 2').press('Control+Enter');
  await page.waitForURL(/\/finance\/credit-notes\/\d+/);
  await expect(page.getByText('$130.00 requested of')).toBeVisible();
  await expect(page.getByText('Came two days late')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Approve…' })).toHaveCount(0);
  const address = page.url();
  await settled(page);
  await accessible(page);

  await signIn(page, 'admin');
  await page.goto('/finance/credit-notes?group=decide');
  await expect(page.getByRole('row', { name: new RegExp(invoice.invoiceNumber) })).toContainText(
    '$130.00',
  );
  await settled(page);
  await accessible(page);
  await page.goto(address);
  await page.getByRole('button', { name: 'Approve…' }).click();
  await page.getByLabel('Approved amount of Freight 2').fill('0');
  await expect(page.getByRole('button', { name: 'Approve $110.00' })).toBeEnabled();
  await accessible(page);
  await page.getByLabel('Approved amount of Freight 2').press('Control+Enter');
  await expect(page.getByRole('heading', { level: 1, name: /^CN\d+/ })).toBeVisible();
  await expect(page.getByText('Approved in part')).toBeVisible();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'PDF' }).click();
  expect((await download).suggestedFilename()).toMatch(/^CN\d+\.pdf$/);

  await page.getByRole('button', { name: 'Apply to invoices…' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByLabel(`Amount for ${invoice.invoiceNumber}`)).toHaveValue('110.00');
  await accessible(page);
  await dialog.getByLabel(`Amount for ${invoice.invoiceNumber}`).press('Control+Enter');
  await expect(page.getByText('Applied', { exact: true })).toBeVisible();
  expect(await statusOf(page, invoice.id)).toMatchObject({ outstandingAmount: 55 });
  await page.goto(`/finance/invoices/${invoice.id}`);
  await expect(page.getByRole('link', { name: /^CN\d+/ })).toBeVisible();
  await settled(page);
  await accessible(page);
});

test('a request is rejected with a note, and another is taken back', async ({ page }) => {
  await signIn(page, 'admin');
  const customer = await customerOf(page, `Credited ${Date.now().toString(36)}`);
  const invoice = await posted(page, customer, [10]);
  const request = async () => {
    await page.goto(`/finance/credit-notes/new?invoice=${invoice.id}`);
    await page.getByLabel('Amount to credit for Freight 1').fill('5');
    await page.getByLabel('Note', { exact: true }).fill('Delivered a day late');
    await page.getByRole('button', { name: 'Request credit' }).click();
    await page.waitForURL(/\/finance\/credit-notes\/\d+/);
  };
  await request();
  await page.getByRole('button', { name: 'Reject…' }).click();
  await page.getByRole('dialog').getByLabel(/^Note/).fill('As agreed');
  await page.getByRole('dialog').getByRole('button', { name: 'Reject' }).click();
  await expect(page.getByText('Rejected', { exact: true })).toBeVisible();
  await expect(page.getByText('As agreed')).toBeVisible();
  await request();
  await page.getByRole('button', { name: 'Actions', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Delete request…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await page.waitForURL(/\/finance\/credit-notes$/);
});
