// Passkeys with Chromium's authenticator.
import { accessible, expect, settled, test } from './harness.ts';
import { enter, signOut, somebody } from './people.ts';

test('a passkey is added, signs in without a password, is renamed and removed', async ({
  page,
  context,
}) => {
  test.setTimeout(90_000);
  const session = await context.newCDPSession(page);
  await session.send('WebAuthn.enable');
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  const who = await somebody(page);
  await enter(page, who);
  await page.goto('/settings/profile/security');
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a passkey' });
  await dialog.getByLabel('Name').fill('Test laptop');
  await dialog.getByRole('button', { name: 'Continue' }).click();
  const list = page.getByRole('list', { name: 'Passkeys' });
  await expect(list.getByText('Test laptop')).toBeVisible();
  await settled(page);
  await accessible(page);
  await signOut(page);

  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
  await expect(page.getByRole('link', { name: /View profile/ })).toContainText(who.fullName);

  await page.goto('/settings/profile/security');
  await expect(list.getByText(/last used/)).toBeVisible();
  await page.getByRole('button', { name: 'Rename Test laptop' }).click();
  await page.getByRole('dialog', { name: 'Rename passkey' }).getByLabel('Name').fill('Old laptop');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('button', { name: 'Remove Old laptop' }).click();
  await page
    .getByRole('dialog', { name: 'Remove Old laptop?' })
    .getByRole('button', { name: 'Remove' })
    .click();
  await expect(page.getByText('You have no passkeys yet.')).toBeVisible();
  await signOut(page);
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expect(page.getByRole('alert')).toHaveText(
    'The passkey was not accepted. Try again, or sign in another way.',
  );
});
