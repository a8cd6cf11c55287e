// Onboarding: role, user, activation, second factor.
import { Mailbox, linkIn } from './mailbox.ts';
import { expect, signIn, test } from './harness.ts';
import { signOut, totp, tryToSignIn } from './people.ts';

const CHOSEN = 'Another-freight-7';
/** Sidebar entries of a demo administrator. */
const OFFERED = ['Dashboard', 'Bookings', 'Bookings (beta)', 'Customers', 'Carriers', 'Settings'];
let mailbox: Mailbox;

test.beforeAll(async () => {
  mailbox = await Mailbox.open();
});
test.afterAll(() => mailbox.close());

test('from a new role to the permitted menu, by mail and a second step', async ({ page }) => {
  test.setTimeout(150_000);
  const mark = Date.now().toString(36);
  const role = `Desk ${mark}`;
  const emailAddress = `joins-${mark}@people.test`;
  const menu = page.getByRole('navigation', { name: 'Main' });
  await signIn(page, 'admin', '/');
  for (const entry of OFFERED)
    await expect(menu.getByRole('link', { name: entry, exact: true })).toBeVisible();

  await page.goto('/settings/roles/new');
  await page.getByLabel('Display name').fill(role);
  const tree = page.getByRole('tree', { name: 'Permissions' });
  await tree.getByRole('treeitem', { name: 'Bookings', exact: true }).focus();
  await page.keyboard.press('ArrowRight');
  await tree.getByRole('treeitem', { name: 'Create bookings', exact: true }).click();
  await page.getByRole('button', { name: 'Create role' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Roles' })).toBeVisible();

  await page.goto('/settings/users/new');
  await page.getByLabel('Name', { exact: true }).fill('Jo');
  await page.getByLabel(/^Surname/).fill(`Ins ${mark}`);
  await page.getByLabel('Email', { exact: true }).fill(emailAddress);
  await page.getByLabel('User name').fill(`joins-${mark}`);
  await page.getByRole('group', { name: 'Roles' }).getByLabel(role).check();
  await page.getByRole('button', { name: 'Create user' }).click();
  await expect(page.getByRole('heading', { level: 1, name: `Jo Ins ${mark}` })).toBeVisible();
  await signOut(page);

  await page.goto(
    linkIn(
      await mailbox.next(emailAddress, (mail) => mail.text.includes('/auth/activate#')),
      'activate',
    ),
  );
  await page.getByLabel('New password', { exact: true }).fill(CHOSEN);
  await page.getByLabel('Confirm password').fill(CHOSEN);
  await page.getByRole('button', { name: 'Set password' }).click();
  await expect(menu).toBeVisible();

  await page.goto('/settings/profile/security');
  await page.getByRole('button', { name: 'Set up two-factor authentication' }).click();
  await page.getByRole('button', { name: 'Set up app' }).click();
  await page.getByText('Cannot scan the QR code?').click();
  const secret = (await page.getByTestId('secret').textContent()) ?? '';
  await page.getByLabel('Code from your authenticator app').fill(totp(secret));
  await page.getByRole('button', { name: 'Confirm', exact: true }).click();
  await page.getByLabel('I have saved these codes').check();
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByText('Recovery codes left')).toBeVisible();
  await signOut(page);

  await tryToSignIn(page, `joins-${mark}`, CHOSEN);
  // A code works once; the server allows a clock 30 seconds ahead.
  await page.getByLabel('Code from your authenticator app').fill(totp(secret, 1));
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(menu).toBeVisible();
  const permitted = ['Dashboard', 'Bookings', 'Bookings (beta)', 'Settings'];
  for (const entry of OFFERED)
    await expect(menu.getByRole('link', { name: entry, exact: true })).toHaveCount(
      permitted.includes(entry) ? 1 : 0,
    );
});
