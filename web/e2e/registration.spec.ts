// Tests of registration.
import { accessible, expect, signIn, test, type Page } from './harness.ts';
import { linkIn, Mailbox } from './mailbox.ts';
import { call, signOut } from './people.ts';

async function fillRegistration(page: Page, name: string, email: string, password: string) {
  await page.getByLabel(/^(Your|Contact) name$/).fill(name);
  await page.getByLabel('Phone number').fill('0400 000 111');
  await page.getByLabel('Email address').fill(email);
  await page.getByLabel('Street and number').fill('1 Swan Street');
  await page.getByRole('combobox', { name: 'Suburb or postcode' }).fill('3121');
  await page
    .getByRole('option', { name: /Richmond/ })
    .first()
    .click();
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel('Confirm password').fill(password);
}

async function registerPerson(page: Page, name: string, email: string, password: string) {
  await page.getByText('Individual', { exact: true }).click();
  await fillRegistration(page, name, email, password);
  await page.getByRole('button', { name: 'Register' }).click();
}

test('customers register where the tenant allows it, and only there', async ({ page }) => {
  await signIn(page, 'admin');
  const settings = await call<{ userManagement: Record<string, unknown> }>(
    page,
    'GET',
    '/api/core/tenantsettings/getallsettings',
  );
  const set = (userManagement: Record<string, unknown>) =>
    call(page, 'PUT', '/api/core/tenantsettings/updateallsettings', { userManagement });
  await set({ ...settings.userManagement, allowSelfRegistration: false });
  await signOut(page);
  try {
    await page.goto('/auth/login');
    await expect(page.getByRole('link', { name: 'Forgot your password?' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Register as a customer' })).toHaveCount(0);
    await page.goto('/auth/register');
    await expect(page.getByText(/does not offer self-registration/)).toBeVisible();

    await signIn(page, 'admin', '/');
    await set({
      ...settings.userManagement,
      allowSelfRegistration: true,
      isNewRegisteredUserActiveByDefault: true,
      isEmailConfirmationRequiredForLogin: false,
    });
    await signOut(page);
    await page.getByRole('link', { name: 'Register as a customer' }).click();
    await page.getByRole('button', { name: 'Register' }).click();
    await expect(page.getByLabel('Company name')).toBeFocused();
    await accessible(page);
    const email = `registers-${Date.now().toString(36)}@people.test`;
    await registerPerson(page, 'Kim Registers', email, 'Another-freight-7');
    await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
    await expect(page.getByRole('link', { name: /View profile/ })).toContainText('Kim Registers');
    await expect(page.getByRole('link', { name: 'Switch user' })).toHaveCount(0);
    await signOut(page);

    // Same response, to prevent enumeration.
    await page.getByRole('link', { name: 'Register as a customer' }).click();
    await registerPerson(page, 'Kim Again', email, 'Different-harbour-8');
    await expect(page.getByRole('heading', { name: 'Registration received' })).toBeVisible();
  } finally {
    await signIn(page, 'admin');
    await set(settings.userManagement);
  }
});

test('a business registers, confirms its address by mail and sees its own portal', async ({
  page,
}) => {
  const mailbox = await Mailbox.open();
  await signIn(page, 'admin');
  const settings = await call<{ userManagement: Record<string, unknown> }>(
    page,
    'GET',
    '/api/core/tenantsettings/getallsettings',
  );
  const set = (userManagement: Record<string, unknown>) =>
    call(page, 'PUT', '/api/core/tenantsettings/updateallsettings', { userManagement });
  await set({
    ...settings.userManagement,
    allowSelfRegistration: true,
    isNewRegisteredUserActiveByDefault: true,
    isEmailConfirmationRequiredForLogin: true,
  });
  await signOut(page);
  try {
    const company = `Wattle Works ${Date.now().toString(36)}`;
    const email = `wattle-${Date.now().toString(36)}@people.test`;
    await page.goto('/auth/register');
    await page.getByText('Business', { exact: true }).click();
    await page.getByLabel('Company name').fill(company);
    await fillRegistration(page, 'Vera Wattle', email, 'Another-freight-7');
    await page.getByRole('button', { name: 'Register' }).click();
    await expect(page.getByRole('heading', { name: 'Registration received' })).toBeVisible();

    const link = linkIn(
      await mailbox.next(email, (mail) => mail.text.includes('/auth/activate#')),
      'activate',
    );
    await page.goto(link);
    await expect(
      page.getByRole('heading', { name: 'Your email address is confirmed' }),
    ).toBeVisible();
    await mailbox.next(email, (mail) => mail.subject.startsWith('Welcome to '));
    await page.getByRole('link', { name: 'Sign in' }).click();
    await page.getByLabel('Password', { exact: true }).fill('Another-freight-7');
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();

    const menu = page.getByRole('navigation', { name: 'Main' });
    await expect(menu).toBeVisible();
    await expect(menu.getByRole('link', { name: 'Bookings', exact: true })).toBeVisible();
    await expect(menu.getByRole('link', { name: 'Customers' })).toHaveCount(0);
    await page.goto('/quotes/new');
    await expect(page.getByRole('combobox', { name: 'From', exact: true })).toHaveValue(
      /Richmond VIC 3121/,
    );
    await expect(page.getByRole('combobox', { name: 'Customer' })).toHaveCount(0);
    await signOut(page);
  } finally {
    await page.context().clearCookies();
    await signIn(page, 'admin');
    await set(settings.userManagement);
    await mailbox.close();
  }
});
