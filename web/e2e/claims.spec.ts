// Freight claims of a customer.
import { accessibleInBothThemes, expect, settled, signIn, test } from './harness.ts';
import { call, ownCustomer } from './people.ts';

test('claims of a customer are added, lodged, reopened and deleted by keyboard', async ({
  page,
}) => {
  await signIn(page, 'admin');
  const companyName = `Claim Keepers ${Date.now().toString(36)}`;
  const { customer } = await call<{ customer: { id: number } }>(
    page,
    'POST',
    '/api/customer/customer/createorupdatecustomer',
    { customer: { companyName } },
  );
  await page.goto(`/customers/${customer.id}/details?tab=claims`);
  await page.getByRole('button', { name: 'New claim' }).press('Enter');
  await expect(page.getByLabel('Consignment', { exact: true })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Enter the consignment number' })).toBeVisible();
  await page.getByLabel('Consignment', { exact: true }).focus();
  await page.keyboard.type('WB1000234');
  await page.keyboard.press('Tab');
  await page.keyboard.type('Damage');
  await page.keyboard.press('Tab');
  await page.keyboard.type('1000001');
  await page.keyboard.press('Enter');
  await expect(page.getByLabel(/^Amount/)).toHaveAccessibleDescription(/at most 1000000/);
  await page.getByLabel(/^Amount/).fill('1250.5');
  await page.keyboard.press('Tab');
  await page.keyboard.type('Two cartons crushed');
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByText('WB1000234 added').first()).toBeVisible();
  const row = page.getByRole('row', { name: /WB1000234/ });
  await expect(row).toHaveAccessibleName(/Damage.*1,250\.50.*Open/);
  await accessibleInBothThemes(page);

  const menu = async () => {
    await settled(page);
    await row.getByRole('button').last().press('Enter');
    return page.getByRole('menuitem');
  };
  const choose = async (action: string) => {
    await menu();
    await page.getByRole('menuitem', { name: action }).press('Enter');
    await expect(page.getByRole('dialog')).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  };
  await expect(await menu()).toHaveText([/^Lodge…/, /^Edit/, /^Delete…/]);
  await page.keyboard.press('Escape');
  await page.keyboard.press('s');
  await expect(page.getByRole('button', { name: 'Lodge', exact: true })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Claim WB1000234 lodged').first()).toBeVisible();
  await expect(row).toHaveAccessibleName(/Lodged/);
  await expect(await menu()).toHaveText([/^Accept…/, /^Decline…/]);
  await page.keyboard.press('Escape');
  await choose('Decline…');
  await expect(row).toHaveAccessibleName(/Declined/);
  await choose('Reopen…');
  await expect(row).toHaveAccessibleName(/Open/);

  await page.getByRole('searchbox', { name: 'Search claims' }).fill('crushed');
  await expect(row).toBeVisible();
  await page.getByRole('searchbox', { name: 'Search claims' }).fill('missing');
  await expect(page.getByText('No matching claims')).toBeVisible();
  await page.getByRole('button', { name: 'Show all' }).press('Enter');

  await menu();
  await page.getByRole('menuitem', { name: 'Delete…' }).press('Enter');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).press('Enter');
  await expect(page.getByText('WB1000234 deleted').first()).toBeVisible();
  await expect(page.getByText('No claims yet')).toBeVisible();
});

test('a customer makes a claim, which only staff process', async ({ page }) => {
  await ownCustomer(page);
  const consignment = `WB${Date.now().toString(36)}`;
  await page.goto('/company?tab=claims');
  await page.getByRole('button', { name: 'New claim' }).click();
  await page.getByLabel('Consignment', { exact: true }).fill(consignment);
  await page.keyboard.press('Enter');
  const row = page.getByRole('row', { name: consignment });
  await settled(page);
  await row.getByRole('button').last().press('Enter');
  await expect(page.getByRole('menuitem')).toHaveText([/^Edit/, /^Delete…/]);
});
