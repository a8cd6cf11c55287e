// Card payments of invoices in the provider's frame.
import { BRAINTREE_CARDS, braintreeJs, hostedField, typeHosted } from './braintree-js.ts';
import { accessible, expect, settled, signIn, test, type Page } from './harness.ts';
import { posted, statusOf } from './invoices.ts';
import { call, ownCustomer } from './people.ts';
import { CARDS, cardFields, stripeJs, typeCard } from './stripe-js.ts';

const SETTINGS = '/api/core/tenantsettings/updateallsettings';
const PAY = '/api/finance/payment/createCreditCardPayment';

/** Separate card account, and an invoice over $110. */
async function prepared(page: Page, surcharges: { cardType?: string; percent: number }[] = []) {
  const own = await ownCustomer(page);
  await signIn(page, 'admin');
  const privateKey = `sk_test_${crypto.randomUUID().replaceAll('-', '')}`;
  await call(page, 'PUT', SETTINGS, {
    cardPayment: { provider: 'stripe', tokenizationKey: 'pk_test_journey', privateKey, surcharges },
  });
  const invoice = await posted(page, own, [100]);
  return { own, invoice };
}

async function asCustomer(page: Page, id: number) {
  await signIn(page, 'customer');
  await page.goto(`/finance/invoices/${id}`);
}

test.afterEach(async ({ page }) => {
  await page.unrouteAll();
  await signIn(page, 'admin');
  await call(page, 'PUT', SETTINGS, {
    cardPayment: {
      provider: '',
      tokenizationKey: '',
      merchantId: '',
      publicKey: '',
      privateKey: '',
      surcharges: [],
    },
  });
});

test("a customer's user pays an invoice by card, by keyboard, after one card was declined", async ({
  page,
}) => {
  const asked = await stripeJs(page);
  const { invoice } = await prepared(page, [
    { cardType: 'American Express', percent: 2.2 },
    { percent: 1.5 },
  ]);
  await asCustomer(page, invoice.id);
  expect(asked, 'no other page loads anything of the provider').toEqual([]);
  await page.getByRole('link', { name: 'Pay by card' }).click();
  await expect(page.getByRole('checkbox', { name: `Pay ${invoice.invoiceNumber}` })).toBeChecked();
  await expect(page.getByLabel(`Amount for ${invoice.invoiceNumber}`)).toHaveValue('110.00');
  await expect(cardFields(page).getByLabel('Credit or debit card number')).toBeVisible();
  await expect(
    page.getByText('Paying by card costs on top: American Express 2.2 %, other cards 1.5 %.'),
  ).toBeVisible();
  await settled(page);
  await accessible(page);

  const pay = page.getByRole('button', { name: /^Pay \$/ });
  await pay.press('Enter');
  await expect(page.getByText('Complete the card details.')).toBeVisible();
  await expect(cardFields(page).getByLabel('Credit or debit card number')).toBeFocused();

  await typeCard(page, CARDS.noFunds);
  await expect(page.getByRole('button', { name: 'Pay $111.65' })).toBeVisible();
  await pay.press('Enter');
  await expect(page.getByText('The card was declined: Your card was declined.')).toBeVisible();
  await expect(cardFields(page).getByLabel('Credit or debit card number')).toHaveValue(
    CARDS.noFunds,
  );
  await accessible(page);

  // Stripe's own words address programmers.
  await typeCard(page, CARDS.threeDSecure);
  await pay.press('Enter');
  await expect(page.getByText(/3-D Secure.*Nothing was charged/)).toBeVisible();

  await typeCard(page, CARDS.visa);
  await pay.press('Enter');
  const receipt = page.getByRole('heading', { name: '$111.65 paid' });
  await expect(receipt).toBeFocused();
  await expect(page.getByText('Visa ending in 4242')).toBeVisible();
  await settled(page);
  await accessible(page);
  await page.getByRole('link', { name: 'View payment' }).press('Enter');
  await expect(page).toHaveURL(/\/finance\/payments\/\d+/);
  await expect(page.getByRole('link', { name: invoice.invoiceNumber })).toBeVisible();
  expect(await statusOf(page, invoice.id)).toMatchObject({ status: 'Paid', outstandingAmount: 0 });
});

test('an answer that is lost on the way is asked for again, and the card is charged once', async ({
  page,
}) => {
  await stripeJs(page);
  const { invoice } = await prepared(page);
  await asCustomer(page, invoice.id);
  await page.getByRole('link', { name: 'Pay by card' }).click();
  let lost = 0;
  await page.route(`**${PAY}`, async (route) => {
    if (lost > 0) return route.continue();
    lost += 1;
    await route.fetch();
    return route.abort('connectionreset');
  });
  await typeCard(page, CARDS.visa);
  await page.getByRole('button', { name: 'Pay $110.00' }).click();
  await expect(page.getByText('The payment is not confirmed yet')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Pay/ })).toHaveCount(0);
  await accessible(page);
  await expect(page.getByRole('heading', { name: '$110.00 paid' })).toBeVisible();
  const { totalCount } = await call<{ totalCount: number }>(
    page,
    'GET',
    `/api/finance/payment/gettransactioninfo?invoiceId=${invoice.id}`,
  );
  expect(totalCount).toBe(1);
});

test('staff pay a part for a customer; what the provider has not decided is told as such', async ({
  page,
}) => {
  await stripeJs(page);
  const { invoice } = await prepared(page);
  await page.goto(`/finance/pay?invoice=${invoice.id}`);
  const amount = page.getByLabel(`Amount for ${invoice.invoiceNumber}`);
  await amount.fill('999');
  await typeCard(page, CARDS.processing);
  await page.getByRole('button', { name: /^Pay \$/ }).click();
  await expect(page.getByText('Correct the amounts of the invoices.')).toBeVisible();
  await amount.fill('10.5');
  await page.getByRole('button', { name: 'Pay $10.50' }).click();
  await expect(page.getByText('The payment is not confirmed yet')).toBeVisible();
  await settled(page);
  await accessible(page);
});

test("a customer's user pays by Braintree's fields, after one card was declined", async ({
  page,
}) => {
  const asked = await braintreeJs(page);
  const { invoice } = await prepared(page);
  const id = crypto.randomUUID().replaceAll('-', '');
  await call(page, 'PUT', SETTINGS, {
    cardPayment: {
      provider: 'braintree',
      tokenizationKey: '',
      merchantId: 'bluegum',
      publicKey: `public_${id}`,
      privateKey: `private_${id}`,
    },
  });
  await asCustomer(page, invoice.id);
  await page.getByRole('link', { name: 'Pay by card' }).click();
  await expect(hostedField(page, 'number')).toBeVisible();
  expect(asked.map((path) => path.split('/').at(-1)).toSorted()).toEqual([
    'client.min.js',
    'hosted-fields.min.js',
  ]);
  await settled(page);
  await accessible(page);
  const pay = page.getByRole('button', { name: /^Pay \$/ });
  await pay.press('Enter');
  await expect(page.getByText('Complete the card details.')).toBeVisible();
  await expect(hostedField(page, 'number')).toBeFocused();
  await typeHosted(page, BRAINTREE_CARDS.declined);
  await pay.press('Enter');
  await expect(page.getByText(/^The card was declined/)).toBeVisible();
  await typeHosted(page, BRAINTREE_CARDS.visa);
  await pay.press('Enter');
  await expect(page.getByRole('heading', { name: '$110.00 paid' })).toBeFocused();
  expect(await statusOf(page, invoice.id)).toMatchObject({ status: 'Paid', outstandingAmount: 0 });
});

test("only the frame loads the provider's script", async ({ page, context }) => {
  await prepared(page);
  const other = await context.newPage();
  const asked = await stripeJs(other);
  await other.goto('/');
  await expect(other.getByRole('navigation', { name: 'Main' })).toBeVisible();
  const tried = await other.evaluate(
    () =>
      new Promise<string>((resolve) => {
        document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) =>
          resolve(effectiveDirective),
        );
        try {
          const script = document.createElement('script');
          script.addEventListener('load', () => resolve('loaded'));
          script.src = 'https://js.stripe.com/v3/';
          document.head.append(script);
        } catch {
          resolve('refused');
        }
      }),
  );
  expect(['refused', 'script-src-elem', 'require-trusted-types-for']).toContain(tried);
  // A top-level frame document does nothing.
  await other.goto('/plugins/stripe/frame');
  await expect(other).toHaveTitle('Stripe');
  expect(asked).toEqual([]);
  const answer = await other.request.get('/plugins/stripe/frame');
  expect(answer.headers()['content-security-policy']).toContain("frame-ancestors 'self'");
  await other.close();
});
