// A customer's logo, for staff and its users.
import { accessible, expect, settled, signIn, test } from './harness.ts';
import { call, enter, signOut, somebody } from './people.ts';

const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

test("a customer's logo is set by staff and seen by the customer's users", async ({ page }) => {
  test.setTimeout(120_000);
  const companyName = `Logo Keepers ${Date.now().toString(36)}`;
  await signIn(page, 'admin');
  const { customer } = await call<{ customer: { id: number } }>(
    page,
    'POST',
    '/api/customer/customer/createorupdatecustomer',
    { customer: { companyName } },
  );
  await page.goto(`/customers/${customer.id}/details`);
  const chooser = page.getByLabel('Choose a picture');
  await chooser.setInputFiles({
    name: 'logo.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from('no picture'),
  });
  await expect(page.getByText('Choose a PNG, JPEG or GIF picture.')).toBeVisible();
  await chooser.setInputFiles({
    name: 'logo.png',
    mimeType: 'image/png',
    buffer: Buffer.alloc(1024 * 1024 + 1),
  });
  await expect(page.getByText('The picture is larger than 1 MB.')).toBeVisible();

  // The server's error is shown at the field, and nothing is stored.
  await page.route(
    '**/updateCustomerAccount',
    (route) =>
      route.fulfill({
        status: 400,
        json: {
          __abp: true,
          success: false,
          result: null,
          error: { code: 0, message: 'Not on Sundays.', details: null, validationErrors: null },
        },
      }),
    { times: 1 },
  );
  await chooser.setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: PIXEL });
  await expect(page.getByRole('img', { name: 'The new logo' })).toBeVisible();
  await page.getByRole('button', { name: 'Use this logo' }).click();
  await expect(page.getByRole('alert')).toContainText('Not on Sundays.');
  const files = () =>
    call<{ totalCount: number }>(
      page,
      'GET',
      `/api/core/Document/GetDocuments?entityType=Customer&entityId=${customer.id}`,
    );
  await expect.poll(async () => (await files()).totalCount).toBe(0);
  await page.getByRole('button', { name: 'Use this logo' }).click();
  await expect(page.getByText('Logo saved').first()).toBeVisible();
  const logo = page.getByRole('img', { name: `The logo of ${companyName}` });
  await expect(logo).toBeVisible();
  await expect(page.getByRole('button', { name: 'Choose another' })).toBeFocused();

  await chooser.setInputFiles({ name: 'new.png', mimeType: 'image/png', buffer: PIXEL });
  await page.getByRole('button', { name: 'Use this logo' }).click();
  await expect(page.getByRole('img', { name: 'The new logo' })).toHaveCount(0);
  await expect(logo).toBeVisible();
  expect((await files()).totalCount).toBe(1);
  await page.reload();
  await expect(logo).toBeVisible();
  await settled(page);
  await accessible(page);

  await signOut(page);
  const who = await somebody(page, { roles: ['Customer'], user: { customerId: customer.id } });
  await enter(page, who);
  await page.goto('/company');
  await expect(logo).toBeVisible();
  await expect(page.getByLabel('Choose a picture')).toHaveCount(0);
  await settled(page);
  await accessible(page);

  await signIn(page, 'admin');
  await page.goto(`/customers/${customer.id}/details`);
  await page.getByRole('button', { name: 'Remove', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByText('Logo removed').first()).toBeVisible();
  await expect(logo).toHaveCount(0);
  expect((await files()).totalCount).toBe(0);
});
