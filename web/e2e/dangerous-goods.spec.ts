// Dangerous goods of the sheet: several UN numbers by item.
import { accessible, expect, settled, signIn, test } from './harness.ts';
import { call } from './people.ts';
import { addGoods, bookOnly, fillSheet, prices, pricesAreIn } from './quotes.ts';

test('items name several UN numbers, and a carrier that takes one says so', async ({ page }) => {
  await signIn(page, 'admin');
  const companyName = `Paint Shop ${Date.now().toString(36)}`;
  const { customer: sender } = await call<{ customer: { id: number } }>(
    page,
    'POST',
    '/api/customer/customer/createorupdatecustomer',
    { customer: { companyName, canSendDG: true } },
  );
  await page.goto(`/quotes/new?customer=${sender.id}`);
  await settled(page);
  await fillSheet(page, companyName);
  await addGoods(page, '2 drum 60x40x40 20');
  await page.getByRole('checkbox', { name: 'Dangerous goods' }).check();
  const declared = page.getByRole('group', { name: 'Dangerous goods' });
  const number = declared.getByRole('combobox', { name: 'UN Number' });
  await number.fill('1203');
  await expect(page.getByRole('option', { name: /UN1203/ })).toBeVisible();
  await number.press('Enter');
  await expect(number).toHaveValue('UN1203');
  await pricesAreIn(page);
  const post = page
    .getByRole('region', { name: 'Carriers without a price' })
    .getByRole('listitem')
    .filter({ hasText: 'UN number' });
  await expect(post).toHaveCount(0);

  // By keys: a second number, for the same goods.
  await declared.getByRole('button', { name: 'Add UN number' }).focus();
  await page.keyboard.press('Enter');
  const second = declared.getByRole('group', { name: 'UN number 2' });
  await expect(second.getByRole('combobox', { name: 'UN Number' })).toBeFocused();
  await page.keyboard.type('2014');
  await expect(page.getByRole('option', { name: /UN2014/ })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(second.getByRole('combobox', { name: 'UN Number' })).toHaveValue('UN2014');
  await expect(second.getByLabel('In item')).toHaveValue('1');
  await declared.getByLabel('In item').first().selectOption({ label: 'Item 2' });
  await pricesAreIn(page);
  await expect(post.first()).toHaveText(/Item 2 has 2 UN numbers; Australia Post accepts one/);
  await expect(
    page.getByText(/UN2014 .* and UN1203 Petrol .*must be loaded where they cannot mix/),
  ).toBeVisible();
  await accessible(page);
  await prices(page)
    .getByRole('radio', { name: /Own fleet/ })
    .first()
    .check();
  await bookOnly(page);
  await page.getByRole('link', { name: 'Open the booking' }).click();
  await expect(page.getByText('Item 2: UN2014, UN1203')).toBeVisible();
  await page.getByRole('button', { name: 'Actions', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Book again' }).click();
  // A copy has the same substances.
  await expect(second.getByRole('combobox', { name: 'UN Number' })).toHaveValue('UN2014');
  await second.getByRole('button', { name: 'Remove UN number 2' }).click();
  await expect(second).toHaveCount(0);
});
