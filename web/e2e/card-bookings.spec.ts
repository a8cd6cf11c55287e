// Bookings paid by card, by customers and guests.
import { accessible, expect, originOf, settled, signIn, test, type Page } from './harness.ts';
import { call, ownCustomer, signOut } from './people.ts';
import { fillSheet, prices, pricesAreIn } from './quotes.ts';
import { CARDS, cardFields, stripeJs, typeCard } from './stripe-js.ts';

const SETTINGS = '/api/core/tenantsettings/updateallsettings';
const FIELD = 'Credit or debit card number';

/** Sets the demo customer's payment terms; returns its id. */
async function customerPays(page: Page, type: 'Payg' | 'Prepaid' | 'Account'): Promise<number> {
  const id = await ownCustomer(page);
  await signIn(page, 'admin');
  await call(page, 'POST', '/api/customer/customer/createorupdatecustomer', {
    customer: { id, type },
  });
  return id;
}

async function cardsAreTaken(page: Page): Promise<void> {
  const privateKey = `sk_test_${crypto.randomUUID().replaceAll('-', '')}`;
  await call(page, 'PUT', SETTINGS, {
    cardPayment: {
      provider: 'stripe',
      tokenizationKey: 'pk_test_journey',
      privateKey,
      surcharges: [],
    },
  });
}

test.afterEach(async ({ page }) => {
  await page.unrouteAll();
  await signOut(page);
  await customerPays(page, 'Account');
  await call(page, 'PUT', SETTINGS, {
    cardPayment: { provider: '', tokenizationKey: '', privateKey: '' },
    guests: { canBook: false, onAccount: false },
  });
});

/** A priced sheet of the demo's customer. */
async function priced(page: Page, type: 'Payg' | 'Prepaid'): Promise<void> {
  await stripeJs(page);
  await customerPays(page, type);
  await cardsAreTaken(page);
  await signIn(page, 'customer');
  await page.goto('/quotes/new');
  await settled(page);
  await fillSheet(page, 'Bluegum Wines');
  await pricesAreIn(page);
  await prices(page)
    .getByRole('radio', { name: /Own fleet/ })
    .first()
    .check();
}

test('who pays as it goes books by card, after one was declined', async ({ page }) => {
  await priced(page, 'Payg');
  await expect(page.getByText(/ is reserved on your card when you book/)).toBeVisible();
  await expect(cardFields(page).getByLabel(FIELD)).toBeVisible();
  await settled(page);
  // At the end of the page the bar with the buttons covers no price.
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  await accessible(page);

  const book = page.getByRole('button', { name: 'Book only' });
  await book.press('Enter');
  await expect(page.getByText('Complete the card details.')).toBeVisible();
  await expect(cardFields(page).getByLabel(FIELD)).toBeFocused();
  await typeCard(page, CARDS.noFunds);
  await book.press('Enter');
  await expect(page.getByText(/^The card was declined/)).toBeVisible();
  await typeCard(page, CARDS.visa);
  await book.press('Enter');
  await expect(page.getByTestId('connote')).toHaveText(/^[A-Z]{2,}\d+$/);
  const { items } = await call<{
    items: { bookingId: number | null; transaction: { status: string } }[];
  }>(page, 'GET', '/api/finance/payment/gettransactioninfo?sorting=id desc&maxResultCount=2');
  expect(items.map(({ transaction }) => transaction.status)).toEqual([
    expect.stringMatching(/^(Authorized|SubmittedForSettlement)$/),
    'ProcessorDeclined',
  ]);
});

test('who pays ahead may pay by card instead', async ({ page }) => {
  await priced(page, 'Prepaid');
  await expect(page.getByText('Paid from your prepaid balance.')).toBeVisible();
  await page.getByRole('checkbox', { name: 'Pay by card instead' }).check();
  await typeCard(page, CARDS.visa);
  await page.getByRole('button', { name: 'Book only' }).click();
  await expect(page.getByTestId('connote')).toHaveText(/^[A-Z]{2,}\d+$/);
});

test('a guest pays by card', async ({ page, browser }) => {
  await signIn(page, 'admin');
  await cardsAreTaken(page);
  await call(page, 'PUT', SETTINGS, { guests: { canBook: true, onAccount: false } });
  const guest = await (await browser.newContext()).newPage();
  await stripeJs(guest);
  await guest.goto(`${originOf(page)}/guest/quote`);
  // Creates a customer; other tests use other names.
  await fillSheet(guest, 'Kim Park Pottery');
  await guest.getByRole('button', { name: 'Get quotes' }).click();
  await prices(guest).getByRole('radio').first().check();
  await guest.getByLabel('Email address').fill('kim@guests.test');
  await expect(cardFields(guest).getByLabel(FIELD)).toBeVisible();
  await settled(guest);
  await accessible(guest);
  await typeCard(guest, CARDS.noFunds);
  const book = guest.getByRole('button', { name: /^Book for \$/ });
  await book.click();
  await expect(guest.getByText(/^The card was declined/)).toBeVisible();
  await typeCard(guest, CARDS.visa);
  await book.click();
  await expect(guest.getByText(/^The carrier has the booking\. Connote /)).toBeVisible();
  await guest.context().close();
});
