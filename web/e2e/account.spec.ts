// Accounts: recovery, second factor, sessions, profile, registration, impersonation.
import { Mailbox, linkIn } from './mailbox.ts';
import {
  contentWidth,
  accessible,
  accessibleInBothThemes,
  expect,
  PASSWORD,
  settled,
  signIn,
  test,
  type Page,
} from './harness.ts';
import { call, enter, signOut, somebody, totp, tryToSignIn } from './people.ts';

const NEW_PASSWORD = 'Another-freight-7';
let mailbox: Mailbox;

test.beforeAll(async () => {
  mailbox = await Mailbox.open();
});
test.afterAll(() => mailbox.close());

const main = (page: Page) => page.getByRole('navigation', { name: 'Main' });

async function newPassword(page: Page, password: string, label = 'New password') {
  await page.getByLabel(label, { exact: true }).fill(password);
  await page.getByLabel('Confirm password').fill(password);
}

test('a forgotten password is replaced by a mailed link that works once', async ({ page }) => {
  const who = await somebody(page);
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await page.getByLabel('Email address').fill('robin');
  await page.getByRole('button', { name: 'Send link' }).click();
  await expect(page.getByText('The email address is incomplete')).toBeVisible();
  await page.getByLabel('Email address').fill(who.emailAddress);
  await page.getByRole('button', { name: 'Send link' }).click();
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible();
  const link = linkIn(
    await mailbox.next(who.emailAddress, (mail) => mail.text.includes('/auth/reset#')),
    'reset',
  );

  await page.goto(link);
  await page.getByLabel('New password', { exact: true }).fill('short');
  await page.getByRole('button', { name: 'Set new password' }).click();
  await expect(page.getByText('The password does not meet all requirements.')).toBeVisible();
  await accessible(page);
  await newPassword(page, NEW_PASSWORD);
  await page.getByRole('button', { name: 'Set new password' }).click();
  await expect(main(page)).toBeVisible();
  await signOut(page);

  await tryToSignIn(page, who.userName, who.password);
  await expect(page.getByRole('alert')).toHaveText('The user name or password is incorrect.');
  await tryToSignIn(page, who.emailAddress, NEW_PASSWORD);
  await expect(main(page)).toBeVisible();
  await signOut(page);

  await page.goto(link);
  await newPassword(page, 'Yet-another-freight-8');
  await page.getByRole('button', { name: 'Set new password' }).click();
  await expect(page.getByRole('alert')).toBeVisible();
  await expect(page).toHaveURL(/\/auth\/reset/);
});

test('a new user confirms the address by the mailed link and chooses a password', async ({
  page,
}) => {
  await signIn(page, 'admin');
  const mark = Date.now().toString(36);
  const emailAddress = `new-${mark}@people.test`;
  await call(page, 'POST', '/api/core/user/createorupdateuser', {
    user: {
      name: 'Nova',
      surname: 'New',
      userName: `new-${mark}`,
      emailAddress,
      phoneNumber: null,
      isActive: true,
      isLockoutEnabled: true,
      shouldChangePasswordOnNextLogin: false,
    },
    assignedRoleNames: ['Dispatcher'],
    sendActivationEmail: true,
  });
  await signOut(page);
  const link = linkIn(
    await mailbox.next(emailAddress, (mail) => mail.text.includes('/auth/activate#')),
    'activate',
  );
  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'Choose a password' })).toBeVisible();
  await newPassword(page, NEW_PASSWORD);
  await page.getByRole('button', { name: 'Set password' }).click();
  await expect(main(page)).toBeVisible();
  await expect(page.getByRole('link', { name: /View profile/ })).toContainText('Nova New');
});

test('links that were cut short say so', async ({ page }) => {
  for (const address of ['/auth/reset#userId=5', '/auth/activate#code=abc']) {
    await page.goto('about:blank');
    await page.goto(address);
    await expect(page.getByRole('alert')).toContainText('The link is incomplete.');
    await accessible(page);
  }
});

test(
  'a second step: set up with an app, asked for at sign-in, replaced by a ' +
    'recovery code, remembered, switched off',
  async ({ page }) => {
    const who = await somebody(page);
    await enter(page, who);
    await page.goto('/settings/profile/security');
    await page.getByRole('button', { name: 'Set up two-factor authentication' }).click();
    await page.getByRole('button', { name: 'Set up app' }).click();
    await expect(
      page.getByRole('img', { name: 'QR code for the authenticator app' }),
    ).toBeVisible();
    await page.getByText('Cannot scan the QR code?').click();
    const secret = (await page.getByTestId('secret').textContent()) ?? '';
    await accessible(page);
    await page.getByLabel('Code from your authenticator app').fill('000000');
    await page.getByRole('button', { name: 'Confirm', exact: true }).click();
    await expect(page.getByLabel('Code from your authenticator app')).toHaveAttribute(
      'aria-invalid',
      'true',
    );
    await page.getByLabel('Code from your authenticator app').fill(totp(secret));
    await page.getByRole('button', { name: 'Confirm', exact: true }).click();
    const listed = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
    await expect(listed).toHaveCount(10);
    const codes = await listed.allTextContents();
    expect(new Set(codes).size).toBe(10);
    await accessible(page);
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save as file' }).click();
    expect((await saved).suggestedFilename()).toBe('recovery-codes.txt');
    await page.getByLabel('I have saved these codes').check();
    await page.getByRole('button', { name: 'Done' }).click();
    await expect(page.getByText('Recovery codes left')).toBeVisible();
    await signOut(page);

    await tryToSignIn(page, who.userName, who.password);
    await page.getByLabel('Code from your authenticator app').fill('000000');
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect(page.getByRole('alert')).toContainText('The code is incorrect');
    await accessible(page);
    // A code works once; the server allows a clock 30 seconds ahead.
    await page.getByLabel('Code from your authenticator app').fill(totp(secret, 1));
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect(main(page)).toBeVisible();
    await signOut(page);

    await tryToSignIn(page, who.userName, who.password);
    await page.getByRole('button', { name: 'Use a recovery code' }).click();
    await page.getByLabel('Recovery code').fill(codes[0] ?? '');
    await page.getByLabel('Remember this browser').check();
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect(main(page)).toBeVisible();
    await signOut(page);

    await enter(page, who);
    await page.goto('/settings/profile/security');
    await expect(page.getByRole('button', { name: 'Remove remembered browsers' })).toBeVisible();
    await page.getByRole('button', { name: 'Turn off' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Your password', { exact: true }).fill('not it');
    await dialog.getByRole('button', { name: 'Turn off' }).click();
    await expect(dialog.getByLabel('Your password', { exact: true })).toHaveAttribute(
      'aria-invalid',
      'true',
    );
    await dialog.getByLabel('Your password', { exact: true }).fill(who.password);
    await dialog.getByRole('button', { name: 'Turn off' }).click();
    await expect(
      page.getByRole('button', { name: 'Set up two-factor authentication' }),
    ).toBeVisible();
  },
);

test('a code by email is a second step too', async ({ page }) => {
  const who = await somebody(page);
  await enter(page, who);
  await page.goto('/settings/profile/security');
  await page.getByRole('button', { name: 'Set up two-factor authentication' }).click();
  await page.getByRole('button', { name: 'Set up email codes' }).click();
  const codeIn = (text: string) => /\b\d{6}\b/.exec(text)?.[0] ?? '';
  await page
    .getByLabel('Code from the email')
    .fill(codeIn((await mailbox.next(who.emailAddress)).text));
  await page.getByRole('button', { name: 'Confirm', exact: true }).click();
  await page.getByLabel('I have saved these codes').check();
  await page.getByRole('button', { name: 'Done' }).click();
  await signOut(page);
  await tryToSignIn(page, who.userName, who.password);
  await page.getByRole('button', { name: 'Send a code by email' }).click();
  await expect(page.getByRole('button', { name: /Send another code in/ })).toBeDisabled();
  await page
    .getByLabel('Code from the email')
    .fill(codeIn((await mailbox.next(who.emailAddress, (mail) => codeIn(mail.text) !== '')).text));
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(main(page)).toBeVisible();
});

test('a session elsewhere is listed, and ended from here', async ({ page, browser }) => {
  const who = await somebody(page);
  await enter(page, who);
  const elsewhere = await browser.newContext({
    baseURL: new URL(page.url()).origin,
    userAgent:
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) ' +
      'AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 ' +
      'Safari/604.1',
  });
  const other = await elsewhere.newPage();
  await enter(other, who);
  await page.goto('/settings/profile/sessions');
  const list = page.getByRole('list', { name: 'Sessions' });
  await expect(list.getByRole('listitem')).toHaveCount(2);
  await expect(list.getByRole('listitem').filter({ hasText: 'This session' })).toHaveCount(1);
  await accessible(page);
  await page.getByRole('button', { name: 'Sign out of Safari on iOS' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click();
  await expect(list.getByRole('listitem')).toHaveCount(1);
  await other.goto('/bookings');
  await expect(other).toHaveURL(/\/auth\/login/);

  await enter(other, who);
  await page.reload();
  await page.getByRole('button', { name: 'Sign out everywhere else' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out everywhere else' }).click();
  await expect(list.getByRole('listitem')).toHaveCount(1);
  await elsewhere.close();
});

test('details are changed, and the sidebar follows', async ({ page }) => {
  const who = await somebody(page);
  await enter(page, who);
  await page.getByRole('link', { name: /View profile/ }).click();
  await page.getByLabel('First name').fill('');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Enter your first name.').first()).toBeVisible();
  await page.getByLabel('First name').fill('Quinn');
  await page.getByLabel('Time zone').selectOption('Pacific/Auckland');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('link', { name: /View profile/ })).toContainText('Quinn');
  await page.reload();
  await expect(page.getByLabel('Time zone')).toHaveValue('Pacific/Auckland');

  // The new address is unconfirmed until its link is opened.
  const changed = who.emailAddress.replace('test-', 'moved-');
  await page.getByRole('textbox', { name: /Email address/ }).fill(changed);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(
    page.getByText('Enter your password to change the email address.').first(),
  ).toBeVisible();
  await page.getByLabel('Your password', { exact: true }).fill(who.password);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Not confirmed')).toBeVisible();
  await mailbox.next(changed, (mail) => mail.text.includes('/auth/activate#'));
});

test('a picture is looked at before it is taken, shows in the sidebar, and goes again', async ({
  page,
}) => {
  const who = await somebody(page);
  await enter(page, who);
  await page.goto('/settings/profile');
  await page.getByLabel('Picture file').setInputFiles({
    name: 'note.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from('not a picture'),
  });
  await expect(page.getByRole('alert')).toContainText('PNG, JPEG or WebP');
  await page
    .getByLabel('Picture file')
    .setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: Buffer.from(PIXEL, 'base64') });
  await expect(page.getByRole('img', { name: 'Preview of the new picture' })).toBeVisible();
  await page.getByRole('button', { name: 'Use this picture' }).click();
  const shown = page.getByRole('link', { name: /View profile/ }).locator('img');
  await expect(shown).toBeVisible();
  expect(
    await shown.evaluate((image: HTMLImageElement) =>
      image.decode().then(() => image.naturalWidth),
    ),
  ).toBeGreaterThan(0);
  await page.getByRole('button', { name: 'Remove', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(shown).toHaveCount(0);
});

const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';

test('a password is changed with the present one, by the rules', async ({ page }) => {
  const who = await somebody(page);
  await enter(page, who);
  await page.goto('/settings/profile/security');
  await page.getByLabel('Current password').fill('not it');
  await newPassword(page, NEW_PASSWORD);
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByLabel('Current password')).toHaveAttribute('aria-invalid', 'true');
  await page.getByLabel('Current password').fill(who.password);
  await page.getByLabel('Confirm password').fill('something else');
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByText('The passwords do not match.')).toBeVisible();
  await page.getByLabel('Confirm password').fill(NEW_PASSWORD);
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByText('Password changed', { exact: true }).first()).toBeVisible();
  await signOut(page);
  await enter(page, { ...who, password: NEW_PASSWORD });
});

test('a password set by someone else is changed before anything else', async ({ page }) => {
  const who = await somebody(page, { user: { shouldChangePasswordOnNextLogin: true } });
  await tryToSignIn(page, who.userName, who.password);
  await expect(page.getByRole('heading', { name: 'Choose a new password' })).toBeVisible();
  await accessible(page);
  await page.goto('/bookings');
  await expect(page).toHaveURL(/\/auth\/change-password\?returnTo=/);
  await page.getByLabel('Current password').fill(who.password);
  await newPassword(page, NEW_PASSWORD);
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page).toHaveURL(/\/bookings$/);
  await expect(main(page)).toBeVisible();
});

test('an administrator enters as somebody, sees it all the time, and comes back', async ({
  page,
}) => {
  const who = await somebody(page);
  await signIn(page, 'admin', '/');
  const own = (await page.getByRole('link', { name: /View profile/ }).textContent()) ?? '';
  await page.goto('/settings');
  await page.getByRole('link', { name: 'Switch user' }).click();
  await page.getByLabel('Search users').fill(who.userName);
  await page.getByRole('button', { name: `Sign in as ${who.fullName}` }).click();
  const banner = page.getByRole('region', { name: 'Impersonation' });
  await expect(banner).toContainText(`you are signed in as ${who.fullName}`);
  await expect(page.getByRole('link', { name: /View profile/ })).toContainText(who.fullName);
  await expect(page.getByRole('link', { name: 'Switch user' })).toHaveCount(0);
  await accessible(page);
  await page.goto('/settings/profile');
  await expect(page.getByRole('note')).toContainText('Only they can change this');
  await expect(page.getByLabel('First name')).toBeDisabled();
  await page.goto('/auth/switch');
  await expect(page).not.toHaveURL(/\/auth\/switch/);
  await banner.getByRole('button', { name: 'End impersonation' }).click();
  await expect(banner).toHaveCount(0);
  await expect(page.getByRole('link', { name: /View profile/ })).toHaveText(own);
});

test('entering as someone is offered to those who are permitted', async ({ page }) => {
  await signIn(page, 'dispatcher');
  await page.goto('/auth/switch');
  await expect(page.getByRole('heading', { name: 'Switch user' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Sign in as another user' })).toHaveCount(0);
});

test('a driver arrives at something useful, a customer at the dashboard', async ({ page }) => {
  await signIn(page, 'driver', '/');
  await expect(page.getByText(/You are not permitted/)).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await signIn(page, 'customer', '/');
  await expect(page).toHaveURL(/\/dashboard$/);
});

test('a way of signing in that failed elsewhere is explained', async ({ page }) => {
  for (const [word, sentence] of [
    ['OAuthAccountNotLinked', 'already exists'],
    ['OAuthCallback', 'could not be trusted'],
    ['AccessDenied', 'cannot sign in right now'],
  ] as const) {
    await page.goto(`/api/auth/error?error=${word}`);
    await expect(page).toHaveURL(/\/auth\/login/);
    await expect(page.getByRole('alert')).toContainText(sentence);
  }
});

test('axe finds nothing on the pages of the account, light or dark', async ({ page }) => {
  for (const address of ['/auth/forgot', '/auth/register', '/auth/enter']) {
    await page.goto(address);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await test.step(address, () => accessibleInBothThemes(page));
  }
  await signIn(page, 'admin');
  for (const address of [
    '/settings/profile',
    '/settings/profile/security',
    '/settings/profile/sessions',
    '/auth/switch',
  ]) {
    await page.goto(address);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await settled(page);
    await test.step(address, () => accessibleInBothThemes(page));
  }
});

test('on a small screen nothing of it scrolls sideways', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const narrow = async (address: string) => {
    await page.goto(address);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await settled(page);
    expect(await contentWidth(page), address).toBeLessThanOrEqual(390);
  };
  for (const address of [
    '/auth/login',
    '/auth/forgot',
    '/auth/register',
    '/auth/reset#userId=5&code=abc',
  ])
    await narrow(address);
  await tryToSignIn(page, 'admin', PASSWORD);
  await expect(page.getByRole('button', { name: 'Open the menu' })).toBeVisible();
  for (const address of [
    '/settings/profile',
    '/settings/profile/security',
    '/settings/profile/sessions',
    '/auth/switch',
  ])
    await narrow(address);
});

test('an address under /auth that is none says so, and leads on', async ({ page }) => {
  await page.goto('/auth/nope');
  await expect(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible();
  await accessible(page);
  await page.getByRole('link', { name: 'Go to start page' }).click();
  await expect(page).toHaveURL(/\/auth\/login/);
});

test('signing in never leads to a foreign address', async ({ page }) => {
  for (const returnTo of ['https://elsewhere.test/', '//elsewhere.test/', '//']) {
    await page.goto(`/auth/login?returnTo=${encodeURIComponent(returnTo)}`);
    await page.getByLabel('User name or email').fill('admin');
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect(page).toHaveURL(/\/dashboard$/);
    await signOut(page);
  }
});
