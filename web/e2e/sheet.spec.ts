// The quote sheet by keyboard.
import { accessible, expect, originOf, settled, signIn, test } from './harness.ts';
import { call } from './people.ts';
import {
  addGoods,
  beginSheet as begin,
  bookOnly,
  chooseCustomer,
  choosePlace,
  Keys,
  prices,
  pricesAreIn,
  receiver,
  sendFirst,
  toField as to,
} from './quotes.ts';

async function tabTo(keys: Keys, name: RegExp): Promise<void> {
  for (let step = 0; step < 60; step += 1) {
    await keys.press('Tab');
    const focused = await keys.page.evaluate(() => {
      const element = document.activeElement as HTMLInputElement | null;
      return (
        element?.getAttribute('aria-label') ??
        element?.labels?.[0]?.textContent ??
        element?.textContent?.trim() ??
        ''
      );
    });
    if (name.test(focused)) return;
  }
  throw new Error(`Tab never came to ${String(name)}`);
}

test('charged options of the last consignment are offered, and set by nothing but a key', async ({
  page,
}) => {
  await begin(page);
  const lift = page.getByRole('checkbox', { name: 'Tail-lift at delivery' });
  await lift.check();
  await sendFirst(page, `Teal ${Date.now().toString(36)}`);
  const offer = page.getByRole('button', { name: 'As last time: Tail-lift at delivery' });
  await expect(offer).toBeVisible();
  await expect(lift).not.toBeChecked();
  await choosePlace(page, 'To', 'geelong', /^Geelong\s*VIC 3220/);
  await addGoods(page, '1 ctn 40x30x25 5');
  await pricesAreIn(page);
  await expect(lift).not.toBeChecked();
  // An empty line of goods and Enter: as last time.
  await page.getByRole('combobox', { name: 'Add goods' }).press('Enter');
  await expect(lift).toBeChecked();
  await expect(offer).toBeHidden();
  await page.getByRole('button', { name: /^Templates/ }).click();
  await page.getByRole('menuitem', { name: 'Clear the sheet' }).click();
  await chooseCustomer(page, 'bluegum', /Bluegum Wines/);
  await expect(offer).toBeVisible();
  await expect(lift).not.toBeChecked();
});

test('errors move no prices, and the footer promises no price of yesterday', async ({ page }) => {
  await begin(page);
  await chooseCustomer(page, 'bluegum', /Bluegum Wines/);
  await choosePlace(page, 'To', 'parramatta', /^Parramatta\s*NSW 2150/);
  await addGoods(page, '1 ctn 40x30x25 5');
  await pricesAreIn(page);
  // The default day is one that is worked: no warning.
  await expect(page.getByText(/next pickup/)).toHaveCount(0);
  const top = async () =>
    page
      .locator('section[aria-label=Prices]')
      .evaluate((prices) => prices.getBoundingClientRect().top + scrollY);
  const before = await top();
  const line = page.getByRole('group', { name: 'Item 1' });
  await page.getByRole('button', { name: 'Book only' }).click();
  await expect(page.getByRole('alert')).toContainText('To, Street address: enter the street');
  expect(await top()).toBe(before);
  // A slow answer leaves the earlier price struck through.
  await page.route(/Quote\/Quote$/i, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1500));
    await route.continue();
  });
  await line.getByLabel('Weight per piece in kg').fill('9');
  const footer = page.getByText('Updating the price…');
  await expect(footer).toBeVisible();
  await expect(footer.locator('s')).toHaveText(/\$/);
  await expect(page.getByRole('button', { name: /^Updating…/ })).toBeVisible();
  await expect(page.getByText(/^Will book/)).toBeVisible({ timeout: 20_000 });
  // Nothing is promised for goods that cannot be priced.
  await line.getByLabel('Weight per piece in kg').fill('-1');
  await expect(page.getByText('Nothing to book yet: no price is chosen.')).toBeVisible();
});

test(
  'a receiver of long ago is found among all that the customer ever sent ' +
    'to, with one question as one types',
  async ({ page }) => {
    await begin(page);
    const { items: found } = await call<{ items: { id: number }[] }>(
      page,
      'GET',
      "/api/customer/customer/getCustomers?filter=contains(tolower(companyName),'bluegum')" +
        '&maxResultCount=1&skipCount=0',
    );
    const of = `customer/id eq ${found[0]?.id}`;
    const { items } = await call<{
      items: { toAddress: Record<'companyName' | 'addressLine1' | 'suburb', string | null> }[];
    }>(
      page,
      'GET',
      `/api/booking/booking/getbookings?filter=${encodeURIComponent(of)}` +
        `&sorting=creationTime asc, id asc&maxResultCount=50&skipCount=0`,
    );
    const oldest = items.find(
      ({ toAddress }) => toAddress.companyName && toAddress.addressLine1,
    )?.toAddress;
    const [company, street] = [oldest?.companyName ?? '', oldest?.addressLine1 ?? ''];
    expect([company, street]).not.toContain('');
    await chooseCustomer(page, 'bluegum', /Bluegum Wines/);
    await expect(page.getByRole('combobox', { name: 'From', exact: true })).toHaveValue(/Richmond/);
    await settled(page);
    const asked: string[] = [];
    page.on(
      'request',
      (request) => void asked.push(new URL(request.url()).pathname.split('/').at(-1) ?? ''),
    );
    await to(page).pressSequentially(company.toLowerCase(), { delay: 30 });
    const option = page
      .getByRole('option')
      .filter({ hasText: company })
      .filter({ hasText: street });
    await expect(option.first()).toBeVisible();
    await expect.poll(() => asked.filter((name) => name === 'getaddresses')).toHaveLength(1);
    expect(asked).not.toContain('getbookings');
    await option.first().click();
    await expect(receiver(page).getByLabel('Street address')).toHaveValue(street);
  },
);

test('a whole consignment needs no mouse', async ({ page }) => {
  await begin(page);
  const keys = new Keys(page);
  await page.getByRole('heading', { level: 1 }).focus();
  await tabTo(keys, /^Customer/);
  await keys.press('Enter');
  await keys.type('bluegum');
  await expect(page.getByRole('option', { name: /Bluegum Wines/ })).toBeVisible();
  await keys.press('Enter');
  await expect(page.getByRole('combobox', { name: 'From', exact: true })).toHaveValue(/Richmond/);
  await expect(to(page)).toBeFocused();
  // Enter may precede the response: the first result is taken.
  await keys.type('2150');
  await keys.press('Enter');
  await expect(to(page)).toHaveValue(/NSW 2150$/);
  if (!(await receiver(page).getByLabel('Street address').inputValue())) {
    await tabTo(keys, /^Company/);
    await keys.type('Harbour Tools');
    await tabTo(keys, /^Street address/);
    await keys.type('8 Macquarie Street');
    await tabTo(keys, /^Add goods/);
  }
  await expect(page.getByRole('combobox', { name: 'Add goods' })).toBeFocused();
  await keys.type('2 ctn 40x30x25 9,5 lamps');
  await keys.press('Enter');
  const line = page.getByRole('group', { name: 'Item 1' });
  await expect(line.getByLabel('Weight per piece in kg')).toHaveValue('9.5');
  await expect(line.getByRole('combobox', { name: /Description/ })).toHaveValue('lamps');
  await pricesAreIn(page);
  await tabTo(keys, /^Tail-lift at delivery/);
  await keys.press('Space');
  await pricesAreIn(page);
  // The cheapest is preselected; arrows move on.
  await tabTo(keys, /\$[\d,.]+$/);
  const ours = prices(page).getByRole('radio', { name: /^Own fleet/, checked: true });
  for (let step = 0; step < 8 && (await ours.count()) === 0; step += 1)
    await keys.press('ArrowDown');
  await expect(ours).toBeFocused();
  await tabTo(keys, /^Price lines of Own fleet/);
  await keys.press('Enter');
  await expect(page.getByRole('table', { name: 'Price breakdown' })).toBeVisible();
  await keys.press('Control+Enter');
  await expect(page.getByTestId('connote')).toHaveText(/^[A-Z]{2,}\d+$/);
  await expect(to(page)).toBeFocused();
});

test('a reload loses nothing, and what is booked is not kept', async ({ page }) => {
  await begin(page);
  await chooseCustomer(page, 'bluegum', /Bluegum Wines/);
  await choosePlace(page, 'To', 'geelong', /^Geelong\s*VIC 3220/);
  await receiver(page).getByLabel('Company').fill('Wattle & Sons');
  await receiver(page).getByLabel('Street address').fill('9 Dock Road');
  await addGoods(page, '1 plt 120x100x90 180');
  await page.getByRole('checkbox', { name: 'Hand unload' }).check();
  await expect(page.getByText(/^Draft saved/)).toBeVisible();
  await page.reload();
  await expect(receiver(page).getByLabel('Company')).toHaveValue('Wattle & Sons');
  await expect(to(page)).toHaveValue('Geelong VIC 3220');
  await expect(
    page.getByRole('group', { name: 'Item 1' }).getByLabel('Weight per piece in kg'),
  ).toHaveValue('180');
  await expect(page.getByRole('checkbox', { name: 'Hand unload' })).toBeChecked();

  await pricesAreIn(page);
  await page.keyboard.press('Control+s');
  await expect(page.getByTestId('connote')).toHaveText(/^Draft #\d+$/);
  const id = /\d+/.exec(await page.getByTestId('connote').innerText())?.[0] ?? '';
  await expect(page.getByText(`For booking #${id}`)).toBeVisible();
  await prices(page)
    .getByRole('radio', { name: /Own fleet/ })
    .first()
    .check();
  await bookOnly(page);
  await expect(page.getByRole('link', { name: 'Open the booking' })).toHaveAttribute(
    'href',
    new RegExp(`/${id}$`),
  );
  await page.reload();
  await expect(page.getByRole('combobox', { name: 'To', exact: true })).toHaveValue('');
});

test('a day of pickup is sent without a time, and moved to one on which the carrier comes', async ({
  page,
}) => {
  await begin(page);
  await chooseCustomer(page, 'bluegum', /Bluegum Wines/);
  await choosePlace(page, 'To', 'parramatta', /^Parramatta\s*NSW 2150/);
  await receiver(page).getByLabel('Company').fill('Harbour Tools');
  await receiver(page).getByLabel('Street address').fill('8 Macquarie Street');
  await addGoods(page, '1 ctn 40x30x25 5');
  await pricesAreIn(page);
  // No carrier works on Saturdays.
  const saturday = new Date();
  saturday.setUTCDate(saturday.getUTCDate() + ((6 - saturday.getUTCDay() + 7) % 7) + 7);
  const monday = new Date(saturday.getTime() + 2 * 86_400_000).toISOString().slice(0, 10);
  await page.getByLabel('Pickup day').fill(saturday.toISOString().slice(0, 10));
  await expect(page.getByText(/^No pickup on .+; next pickup /)).toBeVisible();
  const sent = page.waitForRequest((request) => /createorupdatebatchbooking/i.test(request.url()));
  await prices(page)
    .getByRole('radio', { name: /Own fleet/ })
    .first()
    .check();
  await page.getByRole('button', { name: 'Book only' }).click();
  const { bookings } = (await sent).postDataJSON() as {
    bookings: { booking: { pickupReadyTime: string; businessClosingTime: string } }[];
  };
  const { pickupReadyTime, businessClosingTime } = bookings[0]?.booking ?? {
    pickupReadyTime: '',
    businessClosingTime: '',
  };
  const day = (instant: string) =>
    new Intl.DateTimeFormat('en-CA', { timeZone: 'Australia/Melbourne' }).format(new Date(instant));
  expect([day(pickupReadyTime), day(businessClosingTime)]).toEqual([monday, monday]);
  await expect(page.getByTestId('connote')).toHaveText(/^[A-Z]{2,}\d+$/);
});

test('prices are sorted and marked, and a price that has changed is offered with one key', async ({
  page,
}) => {
  await begin(page);
  await chooseCustomer(page, 'bluegum', /Bluegum Wines/);
  await choosePlace(page, 'To', 'parramatta', /^Parramatta\s*NSW 2150/);
  await receiver(page).getByLabel('Company').fill('Harbour Tools');
  await receiver(page).getByLabel('Street address').fill('8 Macquarie Street');
  await addGoods(page, '2 ctn 40x30x25 12');
  await pricesAreIn(page);
  for (const mark of ['Cheapest', 'Fastest'])
    await expect(
      prices(page).getByText(mark, { exact: true }).filter({ visible: true }),
    ).toHaveCount(1);
  await prices(page).getByRole('button', { name: 'Arrives' }).click();
  await expect(prices(page).getByRole('columnheader', { name: 'Arrives' })).toHaveAttribute(
    'aria-sort',
    'ascending',
  );

  // As a concurrent edit would.
  await prices(page)
    .getByRole('radio', { name: /Own fleet/ })
    .first()
    .check();
  await page.route(/createorupdatebatchbooking/i, async (route) => {
    const body = route.request().postDataJSON() as {
      bookings: { booking: { items: { quantity: number }[] } }[];
    };
    for (const item of body.bookings[0]?.booking.items ?? []) item.quantity = 4;
    await route.continue({ postData: JSON.stringify(body) });
  });
  await page.getByRole('button', { name: 'Book only' }).click();
  const take = page.getByRole('button', { name: /^Book for \$/ });
  await expect(take).toBeFocused();
  await expect(page.getByText(/^The price is \$[\d,.]+ now, instead of \$/)).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.getByTestId('connote')).toHaveText(/^[A-Z]{2,}\d+$/);
});

test('a guest has a simpler sheet', async ({ page, browser }) => {
  await signIn(page, 'admin');
  const set = (guests: Record<string, unknown>) =>
    call(page, 'PUT', '/api/core/tenantsettings/updateallsettings', { guests });
  await set({ canBook: true });
  try {
    const guest = await (await browser.newContext()).newPage();
    await guest.goto(`${originOf(page)}/guest/quote`);
    await choosePlace(guest, 'From', 'richmond', /Richmond.*VIC 3121/);
    await choosePlace(guest, 'To', 'parramatta', /^Parramatta\s*NSW 2150/);
    await addGoods(guest, '1 ctn 40x30x25 5');
    await expect(guest.getByRole('combobox', { name: 'Customer' })).toHaveCount(0);
    await expect(guest.getByRole('button', { name: 'Note…' })).toHaveCount(0);
    await guest.getByRole('button', { name: 'Get quotes' }).click();
    await expect(
      guest
        .locator('section[aria-label=Prices][aria-busy=false]')
        .or(guest.getByRole('alert'))
        .first(),
    ).toBeVisible();
    await accessible(guest);
    await guest.context().close();
  } finally {
    await set({ canBook: false });
  }
});
