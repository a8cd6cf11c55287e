// The batch sheet: paste, errors, booking, retries.
import { accessible, expect, settled, signIn, test, type Page } from './harness.ts';
import { workbook, type Cell } from './workbook.ts';

const grid = (page: Page) => page.getByRole('grid', { name: 'Consignments' });
const cellAt = (page: Page, row: number, column: string) =>
  grid(page).getByRole('gridcell', { name: new RegExp(`^Row ${row}, ${column}`) });

const HEADINGS = [
  'Order No',
  'Deliver to company',
  'Receiver street',
  'Receiver suburb',
  'Receiver state',
  'Receiver postcode',
  'Qty',
  'Package',
  'L',
  'W',
  'H',
  'Weight',
  'Colour',
];
const line = (reference: string, change: Record<number, Cell> = {}): Cell[] =>
  [
    reference,
    'Corner Shop',
    '2 Church St',
    'Parramatta',
    'NSW',
    '2150',
    2,
    'Carton',
    40,
    30,
    30,
    12.5,
    'red',
  ].map((value, at) => change[at] ?? value);

async function begin(page: Page): Promise<void> {
  await signIn(page, 'dispatcher');
  await page.goto('/bookings/batch');
  await expect(
    page.getByRole('heading', { level: 1, name: 'Book many consignments' }),
  ).toBeVisible();
  await page.getByRole('combobox', { name: 'Customer' }).click();
  await page.getByPlaceholder('Search customers').fill('bluegum');
  await page.getByRole('option', { name: /Bluegum Wines/ }).click();
}

async function paste(page: Page, text: string): Promise<void> {
  await grid(page).evaluate((element, pasted) => {
    const data = new DataTransfer();
    data.setData('text/plain', pasted);
    element.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
    );
  }, text);
}

test(
  'a workbook is matched, its mistakes are on their cells, and good rows ' +
    'are booked while refused ones stay to be sent again',
  async ({ page }) => {
    test.setTimeout(120_000);
    await begin(page);
    const name = `B${Date.now() % 100_000}`;
    await page.getByLabel('Open a file').setInputFiles({
      name: 'orders.xlsx',
      mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      buffer: workbook([
        HEADINGS,
        line(`${name}-1`),
        line(`${name}-2`, { 11: 'heavy' }),
        line('long '.repeat(60).trim()),
      ]),
    });
    const dialog = page.getByRole('dialog', { name: 'Match the columns' });
    await expect(dialog.getByLabel('Field for Order No')).toHaveValue('reference');
    await expect(dialog.getByLabel('Field for Colour')).toHaveValue('');
    await expect(dialog.getByLabel('Field for H', { exact: true })).toHaveValue('height');
    await settled(page);
    await accessible(page);
    await dialog.getByRole('button', { name: 'Fill in 3 rows' }).click();
    await expect(dialog).toBeHidden();
    await expect(cellAt(page, 1, 'Reference')).toHaveText(`${name}-1`);
    await expect(cellAt(page, 2, 'Result')).toHaveText('1 cell to correct');
    await settled(page);
    await accessible(page);

    await page.getByRole('button', { name: /row to correct/ }).click();
    await expect(grid(page)).toBeFocused();
    await expect(page.getByText('Enter a number above 0')).toBeVisible();

    // Rows are checked and priced before anything is booked.
    let sent = 0;
    page.on('request', (request) => {
      if (/createorupdatebatchbooking/i.test(request.url())) sent += 1;
    });
    await page.getByRole('button', { name: 'Check and price 2 rows' }).click();
    const standing = page.getByRole('status', { name: 'Rows' });
    await expect(standing).toContainText(/2 priced, \$[\d.,]+ in all/, { timeout: 60_000 });
    await grid(page).press('Home');
    await expect(cellAt(page, 1, 'Result')).toHaveText(/^\$[\d.,]+ · /);
    expect(sent).toBe(0);
    await page.getByRole('button', { name: /^Book 2 rows for \$/ }).click();
    const question = page.getByRole('dialog', { name: /^Book 2 rows for \$[\d.,]+\?/ });
    await expect(question).toContainText('1 row without a price is skipped');
    await question.getByRole('button', { name: 'Book', exact: true }).click();
    await expect(standing).toContainText('1 booked', { timeout: 60_000 });
    await grid(page).press('Home');
    await expect(cellAt(page, 1, 'Result')).toHaveText(/^\S+ · \$[\d.,]+ · /);
    await expect(cellAt(page, 3, 'Result')).toHaveText('1 cell to correct');
    await grid(page).press('Home');
    await expect(
      grid(page).locator('[aria-invalid=true][aria-label^="Row 3, Reference"]'),
    ).toBeAttached();

    // A reload loses nothing; booked rows are not sent again.
    await page.reload();
    await expect(standing).toContainText('1 booked');
    const booked = await cellAt(page, 1, 'Result').innerText();
    await page.getByRole('button', { name: /rows to correct/ }).click();
    await expect(page.getByText('Enter a number above 0')).toBeVisible();
    await page.keyboard.type('12.5');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: /row to correct/ }).click();
    await page.keyboard.type(`${name}-3`);
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Check and price 2 rows' }).click();
    await page.getByRole('button', { name: /^Book 2 rows for \$/ }).click({ timeout: 60_000 });
    await page.getByRole('dialog').getByRole('button', { name: 'Book', exact: true }).click();
    await expect(standing).toContainText('3 booked', { timeout: 60_000 });
    await grid(page).press('Home');
    await expect(cellAt(page, 1, 'Result')).toHaveText(booked);
    await expect(page.getByRole('button', { name: 'Print 3 labels' })).toBeVisible();
    await page.goto(`/bookings?q=${name}`);
    await expect(page.locator('tr[data-row-id]')).toHaveCount(3);
  },
);

test('a thousand rows are pasted and undone, and only those in sight are drawn', async ({
  page,
}) => {
  await begin(page);
  const rows = [HEADINGS, ...Array.from({ length: 1000 }, (_, at) => line(`R${at + 1}`))]
    .map((cells) => cells.join('\t'))
    .join('\n');
  await grid(page).click();
  await paste(page, rows);
  const dialog = page.getByRole('dialog', { name: 'Match the columns' });
  await dialog.getByRole('button', { name: 'Fill in 1,000 rows' }).click();
  await expect(page.getByRole('status', { name: 'Rows' })).toContainText('1,000 rows');
  expect(await grid(page).getByRole('row').count()).toBeLessThan(80);
  await grid(page).focus();
  await page.keyboard.press('Control+End');
  await expect(cellAt(page, 1000, 'Pickup postcode')).toBeAttached();
  await page.keyboard.press('Control+Home');
  await expect(cellAt(page, 1, 'Result')).toBeAttached();
  await page.keyboard.press('PageDown');
  expect(await grid(page).getByRole('row').count()).toBeLessThan(80);
  await page.keyboard.press('Control+z');
  await expect(page.getByRole('status', { name: 'Rows' })).toContainText('0 rows');
  await page.keyboard.press('Control+y');
  await expect(page.getByRole('status', { name: 'Rows' })).toContainText('1,000 rows');
});

test('zeros that a spreadsheet took off are offered, and go back in one step', async ({ page }) => {
  await begin(page);
  await page.getByLabel('Open a file').setInputFiles({
    name: 'orders.xlsx',
    mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    buffer: workbook([
      [...HEADINGS, 'Receiver phone'],
      [...line('N1', { 3: 'Darwin City', 4: 'NT', 5: 800 }), 412_345_678],
      [...line('N2', { 3: 'Darwin City', 4: 'NT', 5: { value: 800, format: '0000' } }), ''],
    ]),
  });
  await page.getByRole('button', { name: 'Fill in 2 rows' }).click();
  const note = page.getByText('1 postcode seems to have lost its leading zero');
  await expect(note).toBeVisible();
  await expect(page.getByText(/412345678 → 0412345678/)).toBeVisible();
  await expect(cellAt(page, 1, 'Result')).toHaveText('1 cell to correct');
  await expect(cellAt(page, 2, 'Result')).toHaveText('Ready');
  await settled(page);
  await accessible(page);
  await page.getByRole('button', { name: 'Put the zeros back' }).click();
  await expect(note).toBeHidden();
  await expect(cellAt(page, 1, 'Result')).toHaveText('Ready');
  await expect(grid(page)).toBeFocused();
  await page.keyboard.press('Control+z');
  await expect(note).toBeVisible();
});
