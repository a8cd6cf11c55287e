// Booking emails: settings, recipients, history.
import { booked } from './booked.ts';
import { accessible, expect, settled, signIn, test, type Page } from './harness.ts';
import { Mailbox } from './mailbox.ts';
import { call } from './people.ts';

const SETTINGS = '/api/core/tenantsettings/updateallsettings';
const DEFAULTS = {
  mailedStatuses: [
    'Booked',
    'OutForDelivery',
    'DeliveryAttempted',
    'AwaitingCollection',
    'Delivered',
  ],
  mailsSender: false,
  mailsCustomer: false,
};

let mailbox: Mailbox;
test.beforeAll(async () => {
  mailbox = await Mailbox.open();
});
test.afterAll(() => mailbox.close());

async function toggle(page: Page, label: string | RegExp, isOn: boolean): Promise<void> {
  const tick = page.getByRole('main').getByRole('checkbox', { name: label, exact: true });
  await tick.focus();
  await page.keyboard.press('Space');
  await expect(tick).toBeChecked({ checked: isOn });
}

async function save(page: Page): Promise<void> {
  await page.getByRole('main').getByRole('button', { name: 'Save', exact: true }).press('Enter');
  await expect(page.getByText('Settings saved', { exact: true }).first()).toBeVisible();
}

test('who is written to of what is chosen, the mail arrives, and the booking tells of it', async ({
  page,
}) => {
  await signIn(page);
  await page.goto('/settings');
  await page
    .getByRole('main')
    .getByRole('searchbox', { name: 'Search the settings' })
    .fill('notifications');
  await page
    .getByRole('main')
    .getByRole('link', { name: /^Booking emails/ })
    .first()
    .press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Booking emails' })).toBeVisible();
  await settled(page);
  await expect(page.getByRole('checkbox', { name: 'Booked', exact: true })).toBeChecked();
  await expect(page.getByRole('main')).toContainText(
    'for customers with “Notify the receiver” in their settings',
  );
  try {
    await toggle(page, 'Picked up', true);
    await toggle(page, /^Senders/, true);
    await save(page);
    await page.reload();
    await expect(page.getByRole('checkbox', { name: 'Picked up', exact: true })).toBeChecked();
    await expect(page.getByRole('checkbox', { name: /^Senders/ })).toBeChecked();
    await expect(page.getByRole('checkbox', { name: /^Customers/ })).not.toBeChecked();
    await settled(page);
    await accessible(page);

    const email = `cellar-${Date.now().toString(36)}@bluegum.test`;
    const { id, consignmentId } = await booked(page, 'MAIL-1', { email });
    const mail = await mailbox.next(email);
    expect(mail.subject).toMatch(/^Booked: consignment /);
    // The link opens the consignment without anything being typed.
    const link = /\S+\/track#\S+/.exec(mail.text)?.[0] ?? '';
    await page.goto(link.replace(/^https?:\/\/[^/]+/, new URL(page.url()).origin));
    await expect(page.getByRole('heading', { name: consignmentId })).toBeVisible();
    await page.goto(`/bookings-beta/details/${id}`);
    const line = page
      .getByRole('list', { name: 'Timeline' })
      .getByRole('listitem')
      .filter({ hasText: 'Notification emailed' });
    await expect(line).toContainText(`Booked · ${email}`);
    await settled(page);
    await accessible(page);
  } finally {
    await call(page, 'PUT', SETTINGS, { bookings: DEFAULTS });
  }
});

test('without a status nobody is written to, and the page says so', async ({ page }) => {
  await signIn(page);
  await page.goto('/settings/booking-emails');
  try {
    for (const status of [
      'Booked',
      'Out for delivery',
      'Delivery attempted',
      'Awaiting collection',
      'Delivered',
    ])
      await toggle(page, status, false);
    await expect(page.getByText('No status is chosen: no emails are sent.')).toBeVisible();
    await save(page);
    await page.reload();
    await expect(page.getByText('No status is chosen: no emails are sent.')).toBeVisible();
    await accessible(page);
  } finally {
    await call(page, 'PUT', SETTINGS, { bookings: DEFAULTS });
  }
});
