// Rate cards: services, zones, rates, imports.
import { accessible, expect, settled, signIn, test } from './harness.ts';
import { workbook } from './workbook.ts';

test('a rate card is made, filled and imported into', async ({ page }) => {
  const code = `J${Date.now().toString(36)}`.toUpperCase();
  await signIn(page, 'admin', '/');
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: 'Rates', exact: true })
    .click();
  await page.getByRole('button', { name: 'New rate card' }).first().click();
  await expect(page.getByLabel('Code', { exact: true })).toBeFocused();
  await page.keyboard.type(code);
  await page.keyboard.press('Tab');
  await page.keyboard.type('Road express');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: `${code} v1` })).toBeVisible();
  await expect(page.getByText('Draft', { exact: true })).toBeVisible();
  await settled(page);
  await accessible(page);

  await page.getByRole('button', { name: 'Add levy' }).click();
  const levy = page.getByRole('group', { name: 'Levy 1' });
  await levy.getByLabel('Code').fill('TL');
  await levy.getByLabel('Name').fill('Tail lift');
  await levy.getByLabel('Charged when').selectOption({ label: 'Option booked' });
  await levy.getByLabel('Option', { exact: true }).fill('tail-lift');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(
    page.getByText('Enter an amount, an amount per item or a percentage').first(),
  ).toBeVisible();
  await levy.getByLabel('Amount', { exact: true }).fill('55');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText(`${code} v1 saved`).first()).toBeVisible();

  await page.getByRole('tab', { name: 'Services' }).click();
  await page.getByRole('button', { name: 'New service' }).click();
  await page.getByRole('dialog').getByLabel('Code', { exact: true }).fill('EXP');
  await page.getByRole('dialog').getByLabel('Name', { exact: true }).fill('Express');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('row', { name: /EXP.*Express/ })).toBeVisible();

  await page.getByRole('tab', { name: 'Zones' }).click();
  for (const [zone, name, first, last] of [
    ['MEL', 'Melbourne', '3000', '3207'],
    ['SYD', 'Sydney', '2000', '2234'],
  ] as const) {
    await page.getByRole('button', { name: 'New zone' }).click();
    await page.getByRole('dialog').getByLabel('Code', { exact: true }).fill(zone);
    await page.getByRole('dialog').getByLabel('Name', { exact: true }).fill(name);
    await page.keyboard.press('Enter');
    const row = page.getByRole('row', { name: new RegExp(`${zone}.*${name}`) });
    await row.getByRole('button').last().click();
    await page.getByRole('menuitem', { name: 'Places' }).click();
    await page.getByLabel('Postcode', { exact: true }).fill(first);
    await page.getByLabel('Up to postcode').fill(last);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('row', { name: new RegExp(`${first}–${last} AU`) })).toBeVisible();
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click();
  }

  await page.getByRole('tab', { name: 'Rates' }).click();
  await page.getByRole('button', { name: 'New rate' }).click();
  const form = page.getByRole('dialog');
  // The only service there is is chosen already.
  await expect(form.getByLabel('Service')).toHaveValue(/\d+/);
  await form.getByLabel('From zone').fill('mel');
  await form.getByLabel('To zone').fill('syd');
  await form.getByRole('group', { name: 'Line 1' }).getByLabel('Up to').fill('50');
  await form.getByRole('group', { name: 'Line 1' }).getByLabel('Price').fill('2');
  // By keyboard: the new line begins at its break.
  await form.getByRole('button', { name: 'Add line' }).press('Enter');
  await expect(form.getByRole('group', { name: 'Line 2' }).getByLabel('Up to')).toBeFocused();
  await form.getByRole('group', { name: 'Line 2' }).getByLabel('Price').fill('1');
  await settled(page);
  await accessible(page);
  await form.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(page.getByRole('row', { name: /MEL → SYD.*EXP.*up to 50 kg/ })).toBeVisible();
  // A higher break can cost less: saved with a warning.
  await expect(page.getByText('MEL → SYD was saved. Please check:')).toBeVisible();
  await expect(page.getByText(/Line 2: .*makes a little more than 50 cost/)).toBeVisible();

  // A table with an error stores nothing.
  const header = 'fromZone,toZone,service,calculationMethod,rateType,break,basic,value\n';
  const choose = async (lines: string) => {
    await page.locator('input[type=file]').setInputFiles({
      name: 'rates.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(header + lines),
    });
    await page.getByRole('button', { name: 'Continue' }).click();
  };
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await choose('SYD,MEL,EXP,PerKg,Break,,,dear\n');
  await expect(page.getByText(/Row 2, Price: must be a number/)).toBeVisible();
  await expect(
    page.getByRole('dialog').getByRole('button', { name: 'Import', exact: true }),
  ).toBeDisabled();
  await page.getByRole('button', { name: 'Choose another file' }).click();
  await choose(
    'SYD,MEL,EXP,PerKg,Break,100,5,0.9\nSYD,MEL,EXP,PerKg,Break,,5,0.8\nMEL,MEL,EXP,Flat,Flat,,,15\n',
  );
  await expect(page.getByText(/3 rows: 2 new, 0 changed/)).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: 'Import', exact: true }).click();
  await expect(page.getByText('2 new, 0 changed').first()).toBeVisible();
  const undo = page.getByRole('button', { name: 'Undo', exact: true });
  await expect(undo).toBeVisible();
  await expect(page.getByRole('row', { name: /SYD → MEL.*up to 100 kg/ })).toBeVisible();
  await expect(page.getByRole('row', { name: /MEL → MEL.*Flat/ })).toBeVisible();
  await undo.click();
  await expect(page.getByText('2 rates removed, 0 restored').first()).toBeVisible();
  await expect(page.getByRole('row', { name: /SYD → MEL/ })).toHaveCount(0);

  const columns = [
    'fromZone',
    'toZone',
    'service',
    'calculationMethod',
    'rateType',
    'basic',
    'value',
  ];
  const chooseWorkbook = async (price: string | number) => {
    const buffer = workbook([columns, ['SYD', 'MEL', 'EXP', 'PerKg', 'Break', 5, price]]);
    await page.locator('input[type=file]').setInputFiles({
      name: 'rates.xlsx',
      mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      buffer,
    });
    await page.getByRole('button', { name: 'Continue' }).click();
  };
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await chooseWorkbook('dear');
  await expect(page.getByText(/G2, Price: must be a number/)).toBeVisible();
  await page.getByRole('button', { name: 'Choose another file' }).click();
  await chooseWorkbook(0.85);
  await expect(page.getByText(/1 row: 1 new, 0 changed/)).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: 'Import', exact: true }).click();
  await expect(page.getByRole('row', { name: /SYD → MEL/ })).toBeVisible();
  const [exported] = await Promise.all([
    page.waitForEvent('download'),
    page
      .getByRole('button', { name: 'Export', exact: true })
      .click()
      .then(() => page.getByRole('menuitem', { name: 'Excel (.xlsx)' }).click()),
  ]);
  expect(exported.suggestedFilename()).toBe(`rates-${code}-1.xlsx`);
  await page.getByRole('tab', { name: 'Imports' }).click();
  const imported = page.getByRole('row', { name: /rates\.xlsx.*1 new, 0 changed/ });
  await expect(imported).toBeVisible();
  await settled(page);
  await accessible(page);
  await imported.getByRole('button').last().click();
  await page.getByRole('menuitem', { name: 'Undo import' }).click();
  await page
    .getByRole('alertdialog')
    .or(page.getByRole('dialog'))
    .getByRole('button', { name: 'Undo import' })
    .click();
  await expect(page.getByText('1 rate removed, 0 restored').first()).toBeVisible();
  await expect(page.getByRole('row', { name: /rates\.xlsx.*Undone by/ })).toBeVisible();

  await page.getByRole('button', { name: 'Put in force' }).click();
  await page
    .getByRole('alertdialog')
    .or(page.getByRole('dialog'))
    .getByRole('button', { name: 'Put in force' })
    .click();
  await expect(page.getByText('In effect')).toBeVisible();

  // The next version has all of it, and differs in nothing.
  await page.getByRole('button', { name: 'New version' }).click();
  await page.getByRole('dialog').getByLabel('First day').fill('2099-01-01');
  await page.getByRole('button', { name: 'Add version' }).click();
  await expect(page.getByRole('heading', { name: `${code} v2` })).toBeVisible();
  await expect(page.getByText('Upcoming')).toBeVisible();
  await page.getByRole('button', { name: 'Compare' }).click();
  await expect(page.getByText('0 added, 0 removed, 0 changed')).toBeVisible();
  await expect(page.getByText('All rates are the same')).toBeVisible();
  await page.keyboard.press('Escape');

  // Retired together from the list.
  await page.goto(`/rates?q=${code}`);
  await page.getByRole('checkbox', { name: `Select ${code} v1` }).check();
  await page.getByRole('checkbox', { name: `Select ${code} v2` }).check();
  await page.getByRole('button', { name: 'Retire', exact: true }).click();
  await page
    .getByRole('alertdialog')
    .or(page.getByRole('dialog'))
    .getByRole('button', { name: 'Retire' })
    .click();
  await expect(page.getByRole('row', { name: /Retired/ })).toHaveCount(2);
  // One is activated again by its key.
  await page.keyboard.press('Escape');
  await page.keyboard.press('j');
  await page.keyboard.press('u');
  await expect(page.getByRole('row', { name: /Retired/ })).toHaveCount(1);
  await settled(page);
  await accessible(page);
});
