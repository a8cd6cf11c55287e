// Head ports: added by keyboard, given a zone with places, imported, and found by place.
import { accessible, expect, settled, signIn, test } from './harness.ts';
import { call } from './people.ts';

/** A postcode that no demo zone has; each run takes its own. */
const postcode = () => String(8000 + Math.floor(Math.random() * 900));

test('a head port is added by keyboard and gets a zone with places', async ({ page }) => {
  await signIn(page, 'admin');
  const mark = Date.now().toString(36).slice(-6).toUpperCase();
  const code = postcode();
  await page.goto('/headports');
  await expect(page.getByRole('row', { name: /MEL.*Melbourne/ })).toBeVisible();
  await page.keyboard.press('c');
  await expect(page.getByLabel('Code', { exact: true })).toBeFocused();
  await page.keyboard.type(`P${mark}`);
  await page.getByLabel('Name', { exact: true }).fill(`Depot ${mark}`);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: `Depot ${mark}` })).toBeVisible();

  await page.getByRole('button', { name: 'New zone' }).click();
  await page.getByLabel('Code', { exact: true }).fill('METRO');
  await page.getByLabel('Name', { exact: true }).fill('Metro');
  await page.getByLabel('On-forwarding').check();
  await page.keyboard.press('Enter');
  const row = page.getByRole('row', { name: /METRO.*On-forwarding/ });
  await expect(row).toBeVisible();
  await row.getByRole('button', { name: /Actions|More/ }).click();
  await page.getByRole('menuitem', { name: 'Places' }).click();
  await page.getByLabel('Postcode', { exact: true }).fill(code);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('row', { name: `${code} AU` })).toBeVisible();
  // Melbourne has it already.
  await page.getByLabel('Postcode', { exact: true }).fill('3000');
  await page.keyboard.press('Enter');
  await expect(page.getByText('is served by head port MEL Melbourne')).toBeVisible();
  await page.getByRole('button', { name: 'Close', exact: true }).last().click();
  await settled(page);
  await accessible(page);

  await page.goto('/headports');
  await page.getByRole('button', { name: 'Actions' }).click();
  await page.getByRole('menuitem', { name: 'Find by place' }).click();
  await page.getByLabel('Postcode', { exact: true }).fill(code);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('link', { name: `P${mark} Depot ${mark}` })).toBeVisible();
  await page.getByLabel('Postcode', { exact: true }).fill('0999');
  await page.keyboard.press('Enter');
  await expect(page.getByText('No head port serves this place.')).toBeVisible();
  await accessible(page);
});

test('zones are imported and shown on the map', async ({ page }) => {
  await signIn(page, 'admin');
  const mark = Date.now().toString(36).slice(-6).toUpperCase();
  const { headport } = await call<{ headport: { id: number } }>(
    page,
    'POST',
    '/api/jobs/head-port/head-port',
    { headport: { code: `I${mark}`, name: `Import ${mark}` } },
  );
  await page.goto(`/headports/${headport.id}/details`);
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await page.locator('input[type=file]').setInputFiles({
    name: 'zones.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`zone,postCode,suburb\nNORTH,7303,Suburb ${mark}\n`),
  });
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await dialog.getByRole('button', { name: /^Import/ }).click();
  await expect(page.getByRole('row', { name: /NORTH/ })).toBeVisible();
  await page.getByRole('button', { name: 'Map' }).click();
  await expect(page.getByRole('application', { name: 'Zone map' })).toBeVisible();
  await settled(page);
  await accessible(page);
});
