// Tests of re-authentication.
import { accessible, expect, test } from './harness.ts';
import { call, enter, somebody } from './people.ts';

test('what asks for a fresh proof waits for the password, and a form stays as it was when it is not given', async ({
  page,
}) => {
  test.setTimeout(90_000);
  const who = await somebody(page, { roles: ['Admin'] });
  await enter(page, who);
  const { items } = await call<{ items: { id: number }[] }>(
    page,
    'GET',
    `/api/core/user/getusers?filter=userName eq '${who.userName}'`,
  );
  await page.goto(`/settings/users/${items[0]?.id}?tab=keys`);

  // The server's clock is fixed, so the rejection is faked.
  let old = true;
  await page.route('**/api/core/user/CreateAPIKey', async (route) => {
    if (!old) return route.continue();
    await route.fulfill({
      status: 403,
      contentType: 'application/json',
      body: JSON.stringify({
        result: null,
        targetUrl: null,
        success: false,
        error: {
          code: 3114,
          message: 'Confirm your identity to create an API key.',
          details: null,
          validationErrors: null,
        },
        unAuthorizedRequest: true,
        __abp: true,
      }),
    });
  });
  await page.route('**/api/core/profile/confirmidentity', async (route) => {
    const answer = await route.fetch();
    if (answer.ok()) old = false;
    await route.fulfill({ response: answer });
  });

  await page.getByRole('button', { name: 'New API key' }).click();
  const form = page.getByRole('dialog', { name: `New API key of ${who.fullName}` });
  await form.getByLabel('Name').fill('Night run');
  await form.getByRole('button', { name: 'Create key' }).click();
  const question = page.getByRole('dialog', { name: 'Confirm that it is you' });
  await expect(question).toBeVisible();
  await expect(question).toContainText('Confirm your identity to create an API key.');
  await expect(question.getByLabel('Your password')).toBeFocused();
  await accessible(page);
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(question).toBeHidden();
  await expect(form.getByLabel('Name')).toHaveValue('Night run');
  await expect(form.getByText('Confirm your identity to create an API key.')).toBeVisible();

  await form.getByRole('button', { name: 'Create key' }).click();
  await question.getByLabel('Your password').fill('wrong');
  await question.getByRole('button', { name: 'Confirm', exact: true }).click();
  await expect(question.getByText('is not your password', { exact: true })).toBeVisible();
  await question.getByLabel('Your password').fill(who.password);
  await question.getByRole('button', { name: 'Confirm', exact: true }).click();
  await expect(form.getByLabel('Client secret', { exact: true })).toBeVisible();
  await form.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByText('Night run')).toBeVisible();
});
