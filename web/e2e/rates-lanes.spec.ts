// The lane matrix and the zone map.
import { accessible, expect, settled, signIn, test } from './harness.ts';

test('a lane matrix is filled by keyboard', async ({ page, context }) => {
  const code = `M${Date.now().toString(36)}`.toUpperCase();
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await signIn(page, 'admin');
  await page.goto('/rates');
  await page.getByRole('button', { name: 'New rate card' }).first().click();
  await page.getByLabel('Code', { exact: true }).fill(code);
  await page.getByLabel('Name', { exact: true }).fill('Lanes by keyboard');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: `${code} v1` })).toBeVisible();

  // Without a service there is nothing to fill, and the way to one is shown.
  await page.getByRole('tab', { name: 'Lanes' }).click();
  await page.getByRole('link', { name: 'Go to services' }).click();
  await page.getByRole('button', { name: 'New service' }).click();
  await page.getByRole('dialog').getByLabel('Code', { exact: true }).fill('EXP');
  await page.getByRole('dialog').getByLabel('Name', { exact: true }).fill('Express');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('row', { name: /EXP.*Express/ })).toBeVisible();
  await page.getByRole('tab', { name: 'Lanes' }).click();
  await page.getByRole('link', { name: 'Go to zones' }).click();
  const zones =
    'zone,postCode,postCodeTo,zoneName\nMEL,3000,3207,Melbourne\n' +
    'SYD,2000,2234,Sydney\nBNE,4000,4207,Brisbane\nPER,6000,6199,Perth\nXXX,0001,,Nowhere\n';
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'zones.csv', mimeType: 'text/csv', buffer: Buffer.from(zones) });
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Import', exact: true }).click();
  await expect(page.getByRole('row', { name: /PER.*Perth/ })).toBeVisible();

  // Zones are points on the map; one without coordinates is listed.
  await page.getByRole('button', { name: 'Map', exact: true }).click();
  await expect(page.getByText('1 of 5 places is not on the map')).toBeVisible();
  await page.getByRole('button', { name: /MEL Melbourne/ }).click();
  await expect(page.getByRole('button', { name: 'Places', exact: true })).toBeVisible();
  const melbourne = page.locator('path[data-group]').nth(1);
  await expect(melbourne).toHaveAttribute('stroke-width', '11');
  await settled(page);
  await accessible(page);
  await page.getByRole('button', { name: 'Places', exact: true }).click();
  const places = page.getByRole('dialog', { name: 'Places in MEL' });
  await expect(places.getByLabel('Postcode', { exact: true })).toBeFocused();
  await expect(places.getByRole('cell', { name: /^3000–3207/ })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(places).toHaveCount(0);

  await page.getByRole('tab', { name: 'Lanes' }).click();
  const sheet = page.getByRole('grid', { name: 'Rates from zone to zone' });
  const cell = (from: string, to: string) =>
    sheet.getByRole('gridcell', { name: new RegExp(`^${from} to ${to}:`) });
  await expect(cell('BNE', 'BNE')).toBeVisible();
  await sheet.focus();
  // Zone order by code: BNE, MEL, PER, SYD, XXX.
  await page.keyboard.type('1.5');
  await page.keyboard.press('Enter');
  await expect(cell('BNE', 'BNE')).toHaveText('1.50');
  await page.keyboard.press('F2');
  await page.keyboard.type('dear');
  await page.keyboard.press('Enter');
  await expect(page.getByText('dear is not a number')).toBeVisible();
  await page.keyboard.press('Control+Home');
  await page.keyboard.press('Delete');
  await expect(cell('BNE', 'BNE')).toHaveText('');
  await page.keyboard.press('Control+z');
  await expect(cell('BNE', 'BNE')).toHaveText('1.50');

  // A block of a spreadsheet comes in at the chosen cell.
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowRight');
  await page.evaluate(() => navigator.clipboard.writeText('2.25\t3\n4\t5.125\n'));
  await page.keyboard.press('Control+v');
  await expect(page.getByText('4 cells pasted')).toBeVisible();
  await expect(cell('MEL', 'PER')).toHaveText('3.00');
  await expect(cell('PER', 'PER')).toHaveText('5.125');
  await page.keyboard.press('Control+c');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('2.25\t3\n4\t5.125');
  await settled(page);
  await accessible(page);
  await page.getByRole('button', { name: 'Save 5 changes' }).click();
  await expect(page.getByText('5 changes saved').first()).toBeVisible();

  await page.reload();
  await expect(cell('MEL', 'MEL')).toHaveText('2.25');
  await page.getByLabel('From zones').fill('pert');
  await expect(sheet.getByRole('rowheader')).toHaveCount(1);
  await expect(cell('PER', 'MEL')).toHaveText('4.00');
  await page.getByLabel('From zones').fill('');

  await cell('SYD', 'SYD').click();
  await page.keyboard.type('9');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Save 1 change' })).toBeEnabled();
  await page.getByRole('tab', { name: 'Rates', exact: true }).click();
  await page
    .getByRole('alertdialog')
    .or(page.getByRole('dialog'))
    .getByRole('button', { name: 'Stay' })
    .click();
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(cell('SYD', 'SYD')).toHaveText('');

  await cell('MEL', 'PER').click();
  await page.getByRole('button', { name: 'Edit rate', exact: true }).click();
  await page.getByRole('dialog').getByLabel('Both directions').check();
  await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click();
  await expect(cell('MEL', 'PER')).toHaveAccessibleName(/both directions/);

  // A future rate leaves the lane empty today.
  await page.getByRole('button', { name: 'Edit rate', exact: true }).click();
  await page.getByRole('dialog').getByLabel('First day').fill('2099-01-01');
  await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click();
  await expect(cell('MEL', 'PER')).toHaveAccessibleName(/no rate/);
  await cell('MEL', 'PER').click();
  await page.keyboard.type('7');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Save 1 change' }).click();
  await expect(page.getByText('1 cell has errors.')).toBeVisible();
  await expect(cell('MEL', 'PER')).toHaveAttribute('aria-invalid', 'true');
  await cell('MEL', 'PER').click();
  await expect(
    page.getByRole('region', { name: 'Lane rate' }).getByText(/overlaps rate \d+ of this service/),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Undo in this lane' }).click();
  await expect(cell('MEL', 'PER')).toHaveText('');
});
