// Many jobs at once: imported from a table, and made from a template.
import { accessible, accessibleInBothThemes, expect, settled, signIn, test } from './harness.ts';

test('jobs are imported from a table, whole or not at all', async ({ page }) => {
  test.setTimeout(120_000);
  await signIn(page, 'admin');
  const mark = `I${Date.now().toString(36)}`;
  await page.goto('/jobs');
  await settled(page);
  await page.getByRole('button', { name: 'Actions' }).click();
  await page.getByRole('menuitem', { name: 'Import jobs…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Import jobs' });
  await expect(dialog).toBeVisible();
  await accessible(page);
  const header =
    'Order number,Reference,Sender name,Sender suburb,Sender postcode,Sender state,' +
    'Receiver name,Receiver suburb,Receiver postcode,Receiver state,Qty,Weight\n';
  const line = (job: string, quantity: string) =>
    `${job},${mark},Bluegum Wines,Richmond,3121,VIC,Harbour Tools,Parramatta,2150,NSW,${quantity},12\n`;
  const choose = async (lines: string) => {
    await page.locator('input[type=file]').setInputFiles({
      name: 'jobs.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(header + lines),
    });
    await page.getByRole('button', { name: 'Continue' }).click();
  };
  await choose(line('1', 'many'));
  await expect(page.getByText(/Row 2, Quantity: /)).toBeVisible();
  await page.getByRole('button', { name: 'Choose another file' }).click();
  await choose(line('1', '2') + line('1', '3') + line('2', '1'));
  await expect(page.getByText(/2 new, 0 changed/)).toBeVisible();
  await settled(page);
  await accessible(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Import', exact: true }).click();
  await page.goto(`/jobs?q=${mark}`);
  await expect(page.getByRole('row', { name: /Richmond VIC/ })).toHaveCount(2);
  await expect(page.getByRole('row', { name: /Unallocated/ })).toHaveCount(2);
});

test('a template shows its next days, and makes a job at once', async ({ page }) => {
  test.setTimeout(120_000);
  await signIn(page, 'admin');
  const name = `Milk run ${Date.now().toString(36)}`;
  await page.goto('/jobs/templates');
  await expect(page.getByRole('heading', { level: 1, name: 'Job templates' })).toBeVisible();
  await settled(page);
  await accessibleInBothThemes(page);
  await page.keyboard.press('c');
  await expect(page.getByRole('heading', { level: 1, name: 'New template' })).toBeVisible();
  await page.getByLabel('Name', { exact: true }).fill(name);
  for (const [end, suburb, place] of [
    ['From', 'richmond', /Richmond.*VIC 3121/],
    ['To', 'parramatta', /^Parramatta\s*NSW 2150/],
  ] as const) {
    const group = page.getByRole('group', { name: end, exact: true });
    await group.getByRole('combobox', { name: 'Suburb', exact: true }).fill(suburb);
    await page.getByRole('option', { name: place }).first().click();
  }
  await page.getByLabel('Add goods').fill('3 ctn 40x30x25 12.5');
  await page.getByLabel('Add goods').press('Enter');
  await expect(page.getByText('No next day')).toBeVisible();
  for (const day of ['Monday', 'Thursday']) await page.getByLabel(day, { exact: true }).check();
  await expect(page.getByText(/Next days: .*(Mon|Thu).*(Mon|Thu)/)).toBeVisible();
  await page.getByLabel('Goods ready at').fill('08:00');
  await page.getByLabel('Deliver by').fill('17:00');
  await settled(page);
  await accessibleInBothThemes(page);
  await page.keyboard.press('Control+Enter');
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();

  await page.getByRole('button', { name: 'Make job…' }).click();
  const dialog = page.getByRole('dialog', { name: `Make a job of ${name}` });
  const day = new Date(Date.now() + 20 * 86_400_000).toISOString().slice(0, 10);
  await dialog.getByLabel('Pickup day').fill(day);
  await dialog.getByRole('button', { name: 'Make job' }).click();
  await expect(page.getByRole('heading', { level: 1, name: /^J\d+$/ })).toBeVisible();
  await expect(page.getByRole('row', { name: /3 Carton.*-001/ })).toBeVisible();

  // A new job can begin with it.
  await page.goto('/jobs/new');
  await expect(page.getByRole('heading', { level: 1, name: 'New job' })).toBeVisible();
  await page.getByRole('button', { name: /^Templates/ }).click();
  await page.getByRole('menuitem', { name }).click();
  await expect(
    page
      .getByRole('group', { name: 'To', exact: true })
      .getByRole('combobox', { name: 'Suburb', exact: true }),
  ).toHaveValue(/Parramatta/);
  await page.keyboard.press('Control+Enter');
  await expect(page.getByRole('heading', { level: 1, name: /^J\d+$/ })).toBeVisible();
  await page.goto('/jobs/templates');
  await expect(page.getByRole('row', { name })).toContainText('Mon, Thu');
});
