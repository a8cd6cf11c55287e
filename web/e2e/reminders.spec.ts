// Reminders: steps, sending, credit stop.
import { accessible, expect, settled, signIn, test, type Page } from './harness.ts';
import { dayFrom } from './booked.ts';
import { customerOf, posted } from './invoices.ts';
import { Mailbox } from './mailbox.ts';
import { call } from './people.ts';

const SETTINGS = '/api/finance/settings/updatesettings';
const off = (page: Page) => call(page, 'PUT', SETTINGS, { dunning: null, lowBalance: null });
const save = async (page: Page) => {
  await page.getByRole('main').getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Settings saved', { exact: true }).first()).toBeVisible();
};

test('the steps are set, and a word that is not known is refused at its field', async ({
  page,
}) => {
  await signIn(page, 'admin');
  await off(page);
  await page.goto('/settings/reminders');
  await expect(page.getByRole('heading', { level: 1, name: 'Reminders' })).toBeVisible();
  await settled(page);
  await accessible(page);
  await page.getByRole('button', { name: 'Add step' }).click();
  const added = page.getByRole('group', { name: 'Step 4' });
  await expect(added.getByLabel('Name', { exact: true })).toBeFocused();
  await page.keyboard.type('Last call');
  const last = page.getByRole('group', { name: 'Last call' });
  await expect(last.getByLabel(/^After/)).toHaveValue('59');
  await last.getByLabel('Text', { exact: true }).fill('Please pay {total}.');
  await page.getByRole('main').getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('{total} is unknown', { exact: false }).first()).toBeVisible();
  await last.getByLabel('Text', { exact: true }).fill('Hello {customer}, please pay {amount}.');
  await last.getByText('Example email').click();
  await expect(last.getByText('Hello Bluegum Wines, please pay 110.00 AUD.')).toBeVisible();
  await save(page);
  await page.reload();
  await expect(page.getByRole('group', { name: 'Last call' }).getByLabel(/^After/)).toHaveValue(
    '59',
  );
  await settled(page);
  await accessible(page);
  await off(page);
});

test('reminders are looked at and sent, credit stops, and a payment lifts the stop', async ({
  page,
}) => {
  const mailbox = await Mailbox.open();
  try {
    await signIn(page, 'admin');
    await off(page);
    const name = `Late ${Date.now().toString(36)}`;
    const customer = await customerOf(page, name);
    const invoice = await posted(page, customer, [10_000], {
      invoiceDate: dayFrom(-80),
      dueDate: dayFrom(-60),
    });

    await page.goto('/finance/receivables');
    await page.getByRole('link', { name: 'Reminders' }).first().click();
    await page.getByRole('link', { name: 'Due today' }).click();
    await expect(page.getByText(/^Reminders are off/)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Send now…' })).toBeDisabled();
    await page.getByRole('link', { name: 'Steps' }).click();
    await page.getByLabel('Send reminders each night').check();
    // Above the debts of the demo's customers.
    await page.getByLabel('Minimum amount').fill('5000');
    await save(page);
    await page.getByRole('link', { name: 'Reminders due today' }).click();
    await page.getByLabel('Search customers').fill(name);
    const due = page.getByRole('row', { name: new RegExp(name) });
    await expect(due).toContainText('Final notice');
    await expect(due).toContainText('Will be stopped');
    await due.getByRole('button', { expanded: false }).first().click();
    await expect(page.getByRole('region', { name: 'Email preview' })).toContainText(
      `${invoice.invoiceNumber}: 11000.00 AUD`,
    );
    await settled(page);
    await accessible(page);

    await page.getByRole('button', { name: 'Send now…' }).click();
    await expect(page.getByRole('dialog')).toContainText('can no longer book on account');
    await accessible(page);
    await page.getByRole('dialog').getByRole('button', { name: 'Send now' }).click();
    const mail = await mailbox.next('accounts@invoiced.test', ({ text }) => text.includes(name));
    expect(mail.subject).toContain('11000.00 AUD');
    expect(mail.text).toContain(invoice.invoiceNumber);
    await page.goto(`/finance/reminders?customer=${customer}`);
    await expect(page.getByRole('row', { name: new RegExp(name) })).toContainText('Stopped');
    await settled(page);
    await accessible(page);

    // The customer's page shows the stop; a payment lifts it.
    await page.goto(`/customers/${customer}/details?tab=finance`);
    await expect(
      page.getByText('Credit is stopped: the customer cannot book on account.'),
    ).toBeVisible();
    await expect(page.getByText(/“Final notice” of/)).toContainText('$11,000.00 was overdue');
    await expect(page.getByRole('region', { name: 'Latest reminders' })).toContainText(
      'Final notice',
    );
    await settled(page);
    await accessible(page);
    await call(page, 'POST', '/api/finance/payment/createpayment', {
      customerId: customer,
      paymentDate: dayFrom(0),
      paidAmount: 11_000,
      allocatedInvoicePayments: [{ invoiceId: invoice.id, amount: 11_000 }],
    });
    await expect(async () => {
      await page.reload();
      await expect(page.getByRole('region', { name: 'Latest reminders' })).toBeVisible();
      await expect(
        page.getByText('Credit is stopped: the customer cannot book on account.'),
      ).toHaveCount(0, { timeout: 500 });
    }).toPass();
  } finally {
    await off(page);
    await mailbox.close();
  }
});

test('a customer that pays ahead gets its own amount below which it is told', async ({ page }) => {
  await signIn(page, 'admin');
  await call(page, 'PUT', SETTINGS, { lowBalance: { isActive: true, threshold: 20 } });
  const customer = await customerOf(page, `Ahead ${Date.now().toString(36)}`);
  await call(page, 'POST', '/api/finance/payment/createpayment', {
    customerId: customer,
    paymentDate: dayFrom(0),
    paidAmount: 50,
    allocatedInvoicePayments: [],
  });
  await page.goto(`/customers/${customer}/details?tab=finance`);
  await expect(page.getByText('Email below $20.00, as for all customers.')).toBeVisible();
  await page.getByRole('button', { name: 'Change…' }).click();
  await page.getByLabel('Low balance threshold').fill('-1');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Enter an amount of 0 or more').first()).toBeVisible();
  await page.getByLabel('Low balance threshold').fill('75');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Email below $75.00, set for this customer.')).toBeVisible();
  await settled(page);
  await accessible(page);
  await off(page);
});
