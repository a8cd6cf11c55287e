// Tests of API keys.
import { accessible, expect, settled, test } from './harness.ts';
import { call, enter, somebody } from './people.ts';

test('a key that is limited by its form is limited', async ({ page, playwright, baseURL }) => {
  test.setTimeout(90_000);
  const who = await somebody(page, { roles: ['Admin'] });
  await enter(page, who);
  const { items } = await call<{ items: { id: number }[] }>(
    page,
    'GET',
    `/api/core/user/getusers?filter=userName eq '${who.userName}'`,
  );
  await page.goto(`/settings/users/${items[0]?.id}?tab=keys`);
  await page.getByRole('button', { name: 'New API key' }).click();
  const form = page.getByRole('dialog', { name: `New API key of ${who.fullName}` });
  await form.getByLabel('Name').fill('Web shop');
  await form.getByLabel('Expires').selectOption('30');
  await form.getByLabel('Only from these addresses').fill('somewhere');
  await form.getByLabel('Permissions', { exact: true }).selectOption('some');
  await form.getByRole('button', { name: 'Create key' }).click();
  await expect(form.getByText('Choose at least one permission.').first()).toBeVisible();
  await form
    .getByRole('tree', { name: 'Permissions of the key' })
    .getByRole('treeitem', { name: 'Bookings' })
    .click();
  await accessible(page);
  await form.getByRole('button', { name: 'Create key' }).click();
  await expect(form.getByText(/must be an IP address or a range/).first()).toBeVisible();
  await form.getByLabel('Only from these addresses').fill('127.0.0.0/8 ::1');
  await form.getByRole('button', { name: 'Create key' }).click();
  const clientId = await form.getByLabel('Client ID', { exact: true }).inputValue();
  const secret = await form.getByLabel('Client secret', { exact: true }).inputValue();
  await form.getByRole('button', { name: 'Done' }).click();
  const row = page.getByRole('row', { name: /Web shop/ });
  await expect(row).toContainText('127.0.0.0/8, ::1');
  await settled(page);
  await accessible(page);

  const request = await playwright.request.newContext({ baseURL: baseURL ?? '' });
  const token = await request.post('/token', {
    form: { client_id: clientId, client_secret: secret, grant_type: 'client_credentials' },
  });
  const headers = {
    authorization: `Bearer ${((await token.json()) as { access_token: string }).access_token}`,
  };
  expect((await request.get('/api/booking/booking/getbookings', { headers })).status()).toBe(200);
  expect((await request.get('/api/core/user/getusers', { headers })).status()).toBe(403);
  await request.dispose();
});
