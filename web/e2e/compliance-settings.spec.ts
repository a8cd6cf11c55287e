// Tests of the settings of drivers' compliance and of files.
import { accessible, expect, settled, signIn, test, type Page } from './harness.ts';
import { call } from './people.ts';

const open = async (page: Page, path: string, heading: string) => {
  await page.goto(`/settings/${path}`);
  await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
  await settled(page);
};
const save = (page: Page) =>
  page.getByRole('main').getByRole('button', { name: 'Save', exact: true }).click();
const saved = (page: Page) =>
  expect(page.getByText('Settings saved', { exact: true }).first()).toBeVisible();

test('a checklist before a shift gets a check, in its place, that bars the shift', async ({
  page,
}) => {
  await signIn(page);
  const before = await call<{ compliance: object }>(
    page,
    'GET',
    '/api/core/tenantsettings/getallsettings',
  );
  await open(page, 'driver-compliance', 'Driver compliance');
  try {
    const engine = page.locator('[data-field="compliance.checklists.engine"]');
    await engine.getByRole('button', { name: 'Add check' }).click();
    await save(page);
    await expect(engine.getByText('Enter what the driver checks')).toBeVisible();
    await engine.getByRole('textbox').last().fill('Belts');
    await engine.getByRole('checkbox', { name: 'Belts bars the shift' }).check();
    await engine.getByRole('button', { name: 'Move Belts up' }).press('Enter');
    await engine.getByRole('button', { name: 'Move Belts up' }).press('Enter');
    await expect(engine.getByRole('button', { name: 'Move Belts down' })).toBeFocused();
    await page.getByLabel(/^Keep positions of drivers for/).fill('4000');
    await save(page);
    await expect(page.getByText('Enter whole days from 0 to 3650').first()).toBeVisible();
    await page.getByLabel(/^Keep positions of drivers for/).fill('30');
    await page.getByLabel('Rules for drivers of heavy vehicles').selectOption('basic');
    await save(page);
    await saved(page);
    await page.reload();
    await expect(engine.getByRole('textbox').first()).toHaveValue('Belts');
    await expect(engine.getByRole('checkbox', { name: 'Belts bars the shift' })).toBeChecked();
    await settled(page);
    await accessible(page);
    const { checklists } = await call<{ checklists: { engine: object[] } }>(
      page,
      'GET',
      '/api/compliance/pre-start-check/checklists',
    );
    expect(checklists.engine[0]).toEqual({ title: 'Belts', bars: true });
  } finally {
    const { compliance } = before;
    await call(page, 'PUT', '/api/core/tenantsettings/updateallsettings', { compliance });
  }
});

test('only ticked kinds of files are accepted, up to a size', async ({ page }) => {
  await signIn(page);
  const { files, audit } = await call<{ files: object; audit: object }>(
    page,
    'GET',
    '/api/core/tenantsettings/getallsettings',
  );
  await open(page, 'files', 'Files and audit log');
  try {
    await page.getByRole('checkbox', { name: 'PDF', exact: true }).check();
    await page.getByLabel(/^Maximum size/).fill('51');
    await page.getByLabel(/^Keep entries for/).fill('7');
    await save(page);
    await expect(page.getByText('Enter a whole number from 1 to 50').first()).toBeVisible();
    await expect(page.getByText('Enter whole days from 30 to 3650, or 0').first()).toBeVisible();
    await page.getByLabel(/^Maximum size/).fill('10');
    await page.getByLabel(/^Keep entries for/).fill('0');
    await save(page);
    await saved(page);
    await page.reload();
    await expect(page.getByRole('checkbox', { name: 'PDF', exact: true })).toBeChecked();
    await settled(page);
    await accessible(page);
  } finally {
    await call(page, 'PUT', '/api/core/tenantsettings/updateallsettings', { files, audit });
  }
});
