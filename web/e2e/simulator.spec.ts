// The rate simulator and repricing.
import { accessible, expect, settled, signIn, test, type Page } from './harness.ts';
import { call } from './people.ts';

interface Saved {
  id: number;
  rowVersion: number;
}
type Answer = Partial<Record<'rateCard' | 'rateService' | 'zone', Saved>> & { items?: Saved[] };

const callApi = (page: Page, method: 'GET' | 'POST' | 'PUT', path: string, body?: unknown) =>
  call<Answer>(page, method, `/api/rates/${path}`, body);

/** Melbourne to Sydney: 10 and 1.25 a kilogram. */
async function newCard(
  page: Page,
  code: string,
  kind: 'Sale' | 'Cost',
  value: number,
): Promise<number> {
  const card = (
    await callApi(page, 'POST', 'rate-card/rate-card', {
      rateCard: { code, name: `${code} with a name that is rather long for a column`, kind },
    })
  ).rateCard!.id;
  const made = await callApi(page, 'POST', 'service/rate-service', {
    rateService: { rateCardId: card, code: 'ROAD', name: 'Road express' },
  });
  const service = made.rateService!.id;
  for (const [zone, postCode] of [
    ['MEL', '3000'],
    ['SYD', '2000'],
  ] as const) {
    const { id } = (
      await callApi(page, 'POST', 'zone/zone', {
        zone: { rateCardId: card, code: zone, name: zone },
      })
    ).zone!;
    await callApi(page, 'POST', 'zone/add-zone-location', {
      zoneLocation: { zoneId: id, postCode, countryCode: 'AU' },
    });
  }
  const rateDetails = [
    { rateType: 'Basic', basic: 10, value: 0 },
    { rateType: 'Break', value },
  ];
  await callApi(page, 'POST', 'rate/rate', {
    rate: {
      rateServiceId: service,
      fromZone: 'MEL',
      toZone: 'SYD',
      calculationMethod: 'PerKg',
      transitTime: 2,
      rateDetails,
    },
  });
  return card;
}

async function choosePlace(page: Page, text: string, name: RegExp) {
  await page.keyboard.type(text);
  await expect(page.getByRole('option', { name }).first()).toBeVisible();
  await page.keyboard.press('Enter');
}

test('a consignment is tried by keyboard against a card and its next version', async ({ page }) => {
  const code = `S${Date.now().toString(36)}`.toUpperCase();
  await signIn(page, 'admin');
  const card = await newCard(page, code, 'Sale', 1.25);
  const cost = await newCard(page, `${code}C`, 'Cost', 1);
  await page.goto(`/rates/${card}`);
  await page.getByRole('button', { name: 'Actions', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Try in the simulator' }).click();
  await expect(page.getByRole('heading', { name: 'Simulator' })).toBeVisible();
  await expect(page.getByText('Prices show as you type')).toBeVisible();
  await settled(page);
  await accessible(page);

  await page.getByLabel('From', { exact: true }).focus();
  await choosePlace(page, '3000', /Melbourne/);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(page.getByLabel('To', { exact: true })).toBeFocused();
  await choosePlace(page, '2000', /Sydney/);
  const item = page.getByRole('group', { name: 'Item 1' });
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(item.getByLabel('Quantity')).toBeFocused();
  await page.keyboard.type('4');
  await page.keyboard.press('Tab');
  for (const value of ['40', '30', '10', '5']) {
    await page.keyboard.press('Tab');
    await page.keyboard.type(value);
  }
  await page.keyboard.press('Enter');
  const prices = page.getByRole('region', { name: 'Prices' });
  const road = prices.getByRole('row', { name: /ROAD/ }).first();
  await expect(road).toContainText('$35.00');
  await prices.getByRole('button', { name: /ROAD/ }).press('Enter');
  await expect(prices.getByText('MEL → SYD').first()).toBeVisible();
  await expect(prices.getByText('20 kg', { exact: true })).toBeVisible();
  await expect(prices.getByText(/20 kg dead weight, 12 kg cubic weight/)).toBeVisible();
  await settled(page);
  await accessible(page);

  await item.getByLabel('Weight per piece in kg').fill('10');
  await expect(road).toContainText('$60.00');
  await item.getByLabel('Weight per piece in kg').fill('5');
  await expect(road).toContainText('$35.00');
  await expect(page).toHaveURL(/from=Melbourne/i);
  await page.reload();
  await expect(road).toContainText('$35.00');
  await expect(item.getByLabel('Length in cm')).toHaveValue('40');

  const next = (
    await callApi(page, 'POST', 'rate-card/new-version', { id: card, effectiveDate: '2099-01-01' })
  ).rateCard!.id;
  const rate = (await callApi(page, 'GET', `rate/rates?rateCardId=${next}`)).items![0]!;
  await callApi(page, 'PUT', 'rate/rate', {
    rate: { id: rate.id, rowVersion: rate.rowVersion, minimum: 50 },
  });
  await page.getByLabel('Add a card or a version').fill(code);
  await page.getByRole('option', { name: new RegExp(`${code} v2`) }).click();
  await expect(road).toContainText('$50.00');
  await expect(road).toContainText('+$15.00 (+42.9%)');
  await expect(prices.getByText('Not in effect that day')).toBeVisible();
  await expect(prices.getByText('Cheapest')).toBeVisible();
  // A cost card adds margins.
  await page.getByLabel('Add a card or a version').fill(`${code}C`);
  await page.getByRole('option', { name: new RegExp(`${code}C v1`) }).click();
  await expect(prices.getByText('Margin $5.00 (14.3%)')).toBeVisible();
  await page.getByRole('button', { name: `Put ${code} v2 first` }).press('Enter');
  await expect(road).toContainText('-$15.00 (-30%)');
  await settled(page);
  await accessible(page);

  // An unzoned place has no price, with a reason.
  await page.getByLabel('To', { exact: true }).fill('3121');
  await page
    .getByRole('option', { name: /Richmond/ })
    .first()
    .click();
  await expect(prices.getByText(/3121 Richmond is in no zone/i).first()).toBeVisible();
  await settled(page);
  await accessible(page);

  await page.goto(`/rates/${cost}`);
  await page.getByLabel('Rate engine').selectOption({ index: 1 });
  await page.getByLabel('Waiting is free for').fill('10');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Enter a price').first()).toBeVisible();
  await page.getByLabel('Price per interval').fill('4');
  await page.getByLabel(/^Interval/).fill('5');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText(`${code}C v1 saved`).first()).toBeVisible();
  await expect(page.getByRole('tab', { name: 'Zones' })).toBeVisible();
});

test('bookings of a period are priced anew with a card, by customer', async ({ page }) => {
  const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
  await signIn(page, 'admin');
  await page.goto('/rates/simulator?tab=re-price');
  const form = page.getByRole('form', { name: 'Re-price bookings' });
  await form.getByRole('button', { name: 'Re-price' }).click();
  await expect(form.getByText('Choose a rate card')).toBeVisible();
  await form.getByLabel('Rate card').focus();
  await page.keyboard.type('ROAD');
  await page
    .getByRole('option', { name: /ROAD-2026/ })
    .first()
    .click();
  await form.getByLabel('First day').fill(day(60));
  await form.getByLabel('Last day').fill(day(0));
  await page.keyboard.press('Enter');
  await expect(
    page.getByRole('heading', { name: /^Bookings at the prices of ROAD-2026/ }),
  ).toBeVisible({ timeout: 30_000 });
  const customers = page.getByRole('table', { name: 'By customer' });
  await expect(customers.getByRole('row')).not.toHaveCount(1);
  await settled(page);
  await accessible(page);

  // The address leads back to the result, and the file has every customer.
  await page.reload();
  await expect(customers.getByRole('row')).not.toHaveCount(1);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download CSV' }).click();
  expect((await download).suggestedFilename()).toMatch(/^re-priced-ROAD-2026/);
});
