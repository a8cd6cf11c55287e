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

test('documents that expire are kept, and a track is followed', async ({ page }) => {
  await signIn(page, 'admin');
  const name = `Cy ${Date.now().toString(36)}`;
  const { driver } = await call<{ driver: { id: number } }>(
    page,
    'POST',
    '/api/drivers/driver/driver',
    { driver: { name } },
  );
  await page.goto(`/drivers/details/${driver.id}?tab=documents`);
  await page.getByRole('button', { name: 'New document' }).first().click();
  await page.getByLabel('Number', { exact: true }).fill('NSW 4711');
  await page.getByRole('button', { name: 'Add' }).click();
  await expect(
    page
      .getByRole('dialog')
      .getByText(/required/)
      .first(),
  ).toBeVisible();
  await page.getByLabel('Valid until').fill('2020-06-30');
  const licence = (name: string, text: string) => ({
    name,
    mimeType: 'text/plain',
    buffer: Buffer.from(text),
  });
  const file = page.getByRole('dialog').locator('input[type=file]');
  await file.setInputFiles(licence('licence.exe', '\u0000\u0001\u0002'));
  await expect(
    page.getByRole('dialog').getByText(/^licence\.exe could not be uploaded/),
  ).toBeVisible();
  await file.setInputFiles(licence('licence.txt', 'NSW 4711'));
  await expect(page.getByRole('dialog').getByText(/^licence\.txt/)).toBeVisible();
  await page.getByLabel('Valid until').press('Enter');
  await expect(page.getByRole('row', { name: /Licence.*NSW 4711.*Expired/ })).toBeVisible();
  const opened = page.waitForEvent('popup');
  await page.getByRole('button', { name: 'Open the file of Licence NSW 4711' }).click();
  await expect((await opened).getByText('NSW 4711')).toBeVisible();
  await settled(page);
  await accessible(page);

  await call(page, 'PUT', `/api/drivers/driver/available-for-work?driverId=${driver.id}`);
  for (const [latitude, longitude] of [
    [-33.86, 151.2],
    [-33.87, 151.21],
  ])
    await call(page, 'POST', '/api/drivers/waypoint/waypoint', {
      waypoint: { driverId: driver.id, latitude, longitude, creationTime: new Date() },
    });
  await page.getByRole('tab', { name: 'Track' }).click();
  await expect(page.getByText(/2 positions/)).toBeVisible();
  await settled(page);
  await accessible(page);
  await page.goto('/drivers/map');
  await expect(page.getByText(name).first()).toBeVisible();
  await settled(page);
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
  await page.goto(`/drivers/details/${driver.id}`);
  await page.getByRole('button', { name: 'Approve' }).click();
  await expect(page.getByText(`Bo ${mark} may drive`).first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Set available' })).toBeVisible();
});
