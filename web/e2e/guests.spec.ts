// Guests: from the sign-in page to the printed confirmation.
import type { Browser } from '@playwright/test';
import { accessible, expect, originOf, settled, signIn, test, type Page } from './harness.ts';
import { call } from './people.ts';
import { fillSheet, prices } from './quotes.ts';

const SETTINGS = '/api/core/tenantsettings/updateallsettings';
const FINANCE = '/api/finance/settings/updatesettings';
const ACCOUNT = {
  accountName: 'Waybill Freight',
  bankCode: '083-004',
  accountNumber: '12 345 678',
};
const NO_ACCOUNT = { accountName: '', bankCode: '', accountNumber: '' };

const guestsMay = (page: Page, guests: { canBook: boolean; onAccount: boolean }) =>
  call(page, 'PUT', SETTINGS, { guests });

test.afterEach(async ({ page }) => {
  await signIn(page, 'admin');
  await guestsMay(page, { canBook: false, onAccount: false });
  await call(page, 'PUT', FINANCE, { payment: NO_ACCOUNT });
});

/** Prices of a new guest, who came by the sign-in page. */
async function priced(page: Page, browser: Browser, sender: string): Promise<Page> {
  const guest = await (await browser.newContext()).newPage();
  await guest.goto(`${originOf(page)}/auth/login`);
  await settled(guest);
  await accessible(guest);
  await guest.getByRole('link', { name: 'Book without an account' }).click();
  await expect(guest.getByRole('heading', { name: 'Quote & book' })).toBeVisible();
  await fillSheet(guest, sender);
  await guest.getByRole('button', { name: 'Get quotes' }).click();
  await expect(prices(guest).getByRole('radio').first()).toBeVisible();
  // Prices are below the form; the page scrolls to them.
  await expect(prices(guest)).toBeInViewport();
  return guest;
}

async function book(guest: Page, email: string): Promise<void> {
  const field = guest.getByLabel('Email address');
  const button = guest.getByRole('button', { name: /^Book for \$/ });
  await field.fill('');
  await button.click();
  await expect(field).toBeFocused();
  await expect(guest.getByText('Enter a complete email address.')).toBeVisible();
  await field.fill(email);
  await button.click();
  await expect(guest).toHaveURL(/\/guest\/booking#bookingId=\d+/);
}

test('a guest books from the sign-in page and prints the confirmation', async ({
  page,
  browser,
}) => {
  await signIn(page, 'admin');
  await guestsMay(page, { canBook: true, onAccount: true });
  const guest = await priced(page, browser, 'Lee Street Ceramics');
  const table = prices(guest);
  await expect(table.getByRole('columnheader', { name: 'Total with tax' })).toBeVisible();
  await expect(table.getByRole('columnheader', { name: 'Service' })).toBeVisible();
  await expect(table.getByRole('columnheader', { name: 'Account' })).toHaveCount(0);
  await expect(table.getByRole('columnheader', { name: 'Sell before tax' })).toHaveCount(0);
  const names = await table
    .getByRole('radio')
    .evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')));
  expect(new Set(names).size).toBe(names.length);
  await expect(guest.getByText(`${names.length} prices`, { exact: true })).toBeVisible();
  await table
    .getByRole('radio', { name: /^Own fleet/ })
    .first()
    .check();
  await expect(guest.getByText(/^You receive an invoice for \$/)).toBeVisible();
  await settled(guest);
  await accessible(guest);
  await book(guest, 'lee@guests.test');
  await expect(guest.getByText(/^The carrier has the booking\. Connote [A-Z]+\d+/)).toBeVisible();
  await settled(guest);
  await accessible(guest);

  const [label] = await Promise.all([
    guest.waitForEvent('download'),
    guest.getByRole('button', { name: 'Download label' }).click(),
  ]);
  expect(label.suggestedFilename()).toMatch(/\.pdf$/);
  const link =
    (await guest.getByRole('link', { name: /\/guest\/booking#/ }).getAttribute('href')) ?? '';
  await guest.evaluate(() => {
    window.print = () => document.body.setAttribute('data-printed', 'yes');
  });
  await guest.getByRole('button', { name: 'Print this page' }).click();
  await expect(guest.locator('body')).toHaveAttribute('data-printed', 'yes');
  await guest.emulateMedia({ media: 'print' });
  await expect(guest.getByRole('button', { name: 'Print this page' })).toBeHidden();
  await expect(guest.getByText(/^The carrier has the booking\. Connote /)).toBeVisible();
  await guest.emulateMedia({ media: null });

  // The link on paper opens the booking again.
  await guest.goto('about:blank');
  await guest.goto(link);
  await expect(guest.getByRole('heading', { name: /^Booking \d+$/ })).toBeVisible();
  await expect(guest.getByRole('button', { name: 'Download label' })).toBeVisible();
  await guest.context().close();
});

test('a guest of a tenant without cards is told where to pay', async ({ page, browser }) => {
  await signIn(page, 'admin');
  await guestsMay(page, { canBook: true, onAccount: false });
  await call(page, 'PUT', FINANCE, { payment: ACCOUNT });
  const guest = await priced(page, browser, 'Mill Lane Prints');
  await prices(guest).getByRole('radio').first().check();
  await expect(guest.getByText(/by bank transfer\. The account is shown/)).toBeVisible();
  await book(guest, 'mill@guests.test');
  await expect(guest.getByRole('heading', { name: 'Pay by bank transfer' })).toBeVisible();
  await expect(guest.getByText('12 345 678')).toBeVisible();
  await expect(guest.getByText('083-004')).toBeVisible();
  await expect(guest.getByText(/is sent to the carrier once it is paid/)).toHaveCount(1);
  await expect(guest.getByText('Connote', { exact: true })).toHaveCount(0);
  await settled(guest);
  await accessible(guest);
  await guest.context().close();
});
