// Drivers: added, given a vehicle, set available; an invited driver joins and is approved.
import { accessible, expect, settled, signIn, test } from './harness.ts';
import { call } from './people.ts';

test('a driver is added by keyboard and gets a vehicle', async ({ page }) => {
  await signIn(page, 'admin');
  const name = `Ann ${Date.now().toString(36)}`;
  await page.goto('/drivers');
  await page.getByRole('button', { name: 'New driver' }).first().click();
  await expect(page.getByLabel('Name', { exact: true })).toBeFocused();
  await page.keyboard.type(name);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  await page.getByRole('button', { name: 'Set available' }).click();
  await expect(page.getByText(`${name} is available`).first()).toBeVisible();

  await page.getByRole('tab', { name: 'Vehicles' }).click();
  await page.getByRole('button', { name: 'New vehicle' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Van 1');
  const registration = `R${Date.now().toString(36).slice(-6)}`.toUpperCase();
  await page.getByLabel('Registration number').fill(registration);
  await page.getByLabel('Payload').fill('1200');
  await page.getByLabel('Gross vehicle mass').fill('3500');
  await page.getByLabel('Current vehicle').check();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('row', { name: new RegExp(`Van 1.*${registration}`) })).toBeVisible();
  await settled(page);
  await accessible(page);

  await page.goto('/drivers');
  await expect(
    page.getByRole('row', { name: new RegExp(`${name}.*Van 1.*Available`) }),
  ).toBeVisible();
  await accessible(page);
});

test('a driver who registers is approved', async ({ page }) => {
  await signIn(page, 'admin');
  const mark = Date.now().toString(36);
  const { driver } = await call<{ driver: { id: number } }>(
    page,
    'POST',
    '/api/drivers/driver/driver',
    { driver: { name: `Bo ${mark}`, isactive: false } },
  );
  await page.goto(`/drivers/${driver.id}/details`);
  await page.getByRole('button', { name: 'Approve' }).click();
  await expect(page.getByText(`Bo ${mark} may drive`).first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Set available' })).toBeVisible();
});
