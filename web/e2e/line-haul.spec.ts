// Line haul: loaded by scanner keys alone, unloaded with one short and one over, and its goods go
// on; planned by keyboard; scans that survive a lost connection.
import {
  accessible,
  accessibleInBothThemes,
  expect,
  settled,
  signIn,
  test,
  type Page,
  undo,
} from './harness.ts';
import { makeJobs, type Made } from './jobs.ts';
import { call } from './people.ts';

interface Haul {
  id: number;
  linehaulcode: string;
}

const START = 'MEL';
const END = 'SYD';

async function makeHaul(page: Page, more: Record<string, unknown> = {}): Promise<Haul> {
  const { linehaul } = await call<{ linehaul: Haul }>(
    page,
    'POST',
    '/api/jobs/linehaul/line-haul',
    {
      linehaul: {
        startheadport: { code: START },
        destinationheadport: { code: END },
        capacity: { weight: 22_000, volume: 78, palletspaces: 22 },
        ...more,
      },
    },
  );
  return linehaul;
}

async function load(page: Page, haul: Haul, articlenumbers: string[]): Promise<void> {
  await call(page, 'POST', '/api/jobs/linehaul-job-allocation/allocate-articles', {
    allocation: { linehaulid: haul.id, articlenumbers },
  });
}

async function run(page: Page, haul: Haul, ...operations: string[]): Promise<void> {
  for (const operation of operations)
    await call(page, 'POST', '/api/jobs/linehaul/processlinehauls', { operation, ids: [haul.id] });
}

async function articlesOf(page: Page, { id }: Made): Promise<string[]> {
  const { job } = await call<{ job: { items: { articlenumbers: string[] }[] } }>(
    page,
    'GET',
    `/api/jobs/job/job?jobId=${id}`,
  );
  return job.items.flatMap(({ articlenumbers }) => articlenumbers);
}

const legTypes = async (page: Page, { id }: Made): Promise<string[]> =>
  (
    await call<{ items: { jobtype: string }[] }>(
      page,
      'GET',
      `/api/jobs/job/child-jobs?jobId=${id}`,
    )
  ).items.map(({ jobtype }) => jobtype);

/** A wedge scanner: types the code at once and ends with Enter. */
async function scan(page: Page, code: string): Promise<void> {
  await page.keyboard.type(code);
  await page.keyboard.press('Enter');
}

const panel = (page: Page, tone: string) => page.locator(`[data-tone="${tone}"]`);
const strip = (page: Page) => page.getByRole('region', { name: 'To decide' });

/** Opens the station of a depot with a line haul, by barcodes. */
async function openStation(page: Page, depot: string, mode: string, haul: Haul): Promise<void> {
  await page.goto('/jobs/scan');
  await expect(page.getByLabel('Scan or type')).toBeFocused();
  for (const code of [`WBCPORT${depot}`, mode, haul.linehaulcode]) await scan(page, code);
  await expect(panel(page, 'info')).toContainText(haul.linehaulcode);
  await expect(page).toHaveURL(new RegExp(`haul=${haul.id}`));
}

test('a line haul is loaded by a scanner alone, unloaded with short and over, and goes on', async ({
  page,
}) => {
  test.setTimeout(240_000);
  await signIn(page, 'admin');
  const mark = `LH${Date.now().toString(36)}`;
  const [whole, part, extra] = await makeJobs(page, mark, 3, { quantity: 2 });
  if (!whole || !part || !extra) throw new Error('no jobs');
  const haul = await makeHaul(page);
  const [wholeOne = '', wholeTwo = ''] = await articlesOf(page, whole);
  const [partOne = '', partTwo = ''] = await articlesOf(page, part);
  const [over = ''] = await articlesOf(page, extra);

  await openStation(page, START, 'WBCLOAD', haul);
  await settled(page);
  await accessibleInBothThemes(page);
  await scan(page, wholeOne);
  await expect(panel(page, 'good')).toContainText('Loaded');
  await expect(panel(page, 'good')).toContainText(whole.jobno);
  // Scanned twice it is amber, and counts once.
  await scan(page, wholeOne);
  await expect(panel(page, 'warn')).toContainText('Scanned before');
  await expect(page.getByRole('definition').filter({ hasText: /^1$/ }).first()).toBeVisible();
  // An unknown article is red, and waits in the strip while the next one is scanned.
  await scan(page, 'J99999-001');
  await expect(panel(page, 'bad')).toBeVisible();
  await expect(strip(page)).toContainText('J99999-001');
  for (const article of [wholeTwo, partOne, partTwo]) {
    await scan(page, article);
    await expect(panel(page, 'good')).toContainText(article);
  }
  await expect(strip(page)).toContainText('J99999-001');
  await scan(page, 'WBCNO');
  await expect(strip(page)).toBeHidden();
  // Taken back, and scanned again.
  await scan(page, 'WBCUNDO');
  await expect(panel(page, 'warn')).toContainText('Undone');
  await scan(page, partTwo);
  await expect(panel(page, 'good')).toContainText(partTwo);
  await settled(page);
  await accessibleInBothThemes(page);
  for (const question of [`Close ${haul.linehaulcode}?`, `${haul.linehaulcode} departs now?`]) {
    await scan(page, 'WBCSTEP');
    await expect(strip(page)).toContainText(question);
    await scan(page, 'WBCYES');
    await expect(panel(page, 'info')).toContainText('Done');
  }

  await openStation(page, END, 'WBCUNLOAD', haul);
  await scan(page, 'WBCSTEP');
  await expect(strip(page)).toContainText('has arrived?');
  await scan(page, 'WBCYES');
  await expect(panel(page, 'info')).toContainText('Done');
  for (const article of [wholeOne, wholeTwo, partOne]) {
    await scan(page, article);
    await expect(panel(page, 'good')).toContainText('Unloaded');
    await expect(panel(page, 'good')).toContainText(article);
  }
  await scan(page, over);
  await expect(panel(page, 'bad')).toContainText('Over');
  await expect(strip(page)).toContainText(over);
  await scan(page, 'WBCYES');
  await expect(strip(page)).toBeHidden();
  await expect(page.getByRole('region', { name: 'Still to come' })).toContainText(part.jobno);
  await scan(page, 'WBCSTEP');
  await expect(strip(page)).toContainText('1 short');
  await scan(page, 'WBCYES');
  await expect(panel(page, 'info')).toContainText('Done');

  await page.goto(`/jobs/line-haul/${haul.id}`);
  await expect(page.getByText('Completed').first()).toBeVisible();
  const counts = page.getByRole('region', { name: 'Short and over' });
  await expect(counts.getByRole('region', { name: 'Short' })).toContainText(partTwo);
  await expect(counts.getByRole('region', { name: 'Over' })).toContainText(over);
  await settled(page);
  await accessibleInBothThemes(page);
  // Arrived articles are forwarded; only the missing one waits.
  expect(await legTypes(page, whole)).toContain('OnForwarding');
  expect(await legTypes(page, part)).toContain('OnForwarding');
  await page.goto(`/jobs/line-haul/${haul.id}`);
  const load = page.getByRole('region', { name: 'On this line haul' });
  await load.locator('tr[data-row-index]').filter({ hasText: part.jobno }).focus();
  await page.keyboard.press('Enter');
  await load.getByRole('button', { name: `Unload: ${partTwo}` }).click();
  await expect.poll(async () => (await legTypes(page, part)).length).toBe(2);
});

test('a line haul is planned by keyboard, and jobs are put on it and taken off', async ({
  page,
}) => {
  test.setTimeout(180_000);
  await signIn(page, 'admin');
  const mark = `LP${Date.now().toString(36)}`;
  const [job] = await makeJobs(page, mark, 1, { quantity: 2 });
  if (!job) throw new Error('no job');
  await page.goto('/jobs/line-haul');
  await expect(page.getByRole('heading', { level: 1, name: 'Line haul' })).toBeVisible();
  await settled(page);
  await accessibleInBothThemes(page);
  // Ten keys: c, the begins of two codes with Tab between them, and Enter on Add.
  await page.keyboard.press('c');
  const dialog = page.getByRole('dialog', { name: 'New line haul' });
  await expect(dialog.getByLabel('From')).toBeFocused();
  await page.keyboard.type(START);
  await page.keyboard.press('Tab');
  await page.keyboard.type(END);
  await expect(dialog.getByLabel('To', { exact: true })).toHaveValue(END);
  await settled(page);
  await accessible(page);
  await dialog.getByRole('button', { name: 'Add' }).click();
  await expect(page.getByRole('heading', { level: 1, name: /^LH\d+$/ })).toBeVisible();

  const waiting = page.getByRole('region', { name: 'Waiting jobs' });
  await page.getByLabel('Search waiting jobs').fill(job.jobno);
  const row = waiting.getByRole('row', { name: new RegExp(job.jobno) });
  await expect(row).toBeVisible();
  await row.focus();
  await page.keyboard.press('x');
  await page.keyboard.press('a');
  const load = page.getByRole('region', { name: 'On this line haul' });
  const loaded = load.locator('tr[data-row-index]').filter({ hasText: job.jobno });
  await expect(loaded).toContainText('0/2');
  await settled(page);
  await accessibleInBothThemes(page);
  // One article by list.
  await loaded.focus();
  await page.keyboard.press('Enter');
  const [article = ''] = await articlesOf(page, job);
  await load.getByRole('button', { name: `Load: ${article}` }).click();
  await expect(loaded).toContainText('1/2');
  await page.keyboard.press('z');
  await expect(loaded).toContainText('0/2');
  // The other by scan.
  await page.keyboard.press('Escape');
  await page.keyboard.press('i');
  await scan(page, article);
  await expect(panel(page, 'good')).toContainText('Loaded');
  await expect(loaded).toContainText('1/2');
  await page.getByRole('tab', { name: 'Notes' }).click();
  await page.getByLabel('Add a note').fill('Seal 33812');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText('Seal 33812').first()).toBeVisible();
});

test('a mistaken unloading is taken back, and z takes that back', async ({ page }) => {
  test.setTimeout(120_000);
  await signIn(page, 'admin');
  const [job] = await makeJobs(page, `LB${Date.now().toString(36)}`, 1, { quantity: 2 });
  if (!job) throw new Error('no job');
  const haul = await makeHaul(page);
  const [one = '', two = ''] = await articlesOf(page, job);
  await load(page, haul, [one, two]);
  await run(page, haul, 'Close', 'Depart', 'Arrive');
  await call(page, 'POST', '/api/jobs/linehaul/unload-articles', {
    unloading: { linehaulid: haul.id, articlenumbers: [one] },
  });
  await page.goto(`/jobs/line-haul/${haul.id}`);
  const goods = page.getByRole('region', { name: 'On this line haul' });
  await goods.locator('tr[data-row-index]').filter({ hasText: job.jobno }).focus();
  await page.keyboard.press('Enter');
  await goods.getByRole('button', { name: `Take back: ${one}` }).click();
  await expect(goods.getByRole('button', { name: `Unload: ${one}` })).toBeVisible();
  await undo(page);
  await expect(goods.getByRole('button', { name: `Take back: ${one}` })).toBeVisible();
  // By the scanner: z takes back a scan that was sent some seconds ago.
  await page.keyboard.press('i');
  await scan(page, two);
  await expect(panel(page, 'good')).toContainText('Unloaded');
  await expect(goods.getByRole('button', { name: `Take back: ${two}` })).toBeVisible();
  await page.getByLabel('Scan or type').press('z');
  await expect(panel(page, 'warn')).toContainText('Undone');
  await expect(goods.getByRole('button', { name: `Unload: ${two}` })).toBeVisible();
});

test('a closed line haul is booked with its carrier', async ({ page }) => {
  test.setTimeout(120_000);
  await signIn(page, 'admin');
  const cm = { value: 30, unit: 'cm' };
  const [job] = await makeJobs(page, `LC${Date.now().toString(36)}`, 1, {
    items: [
      {
        packagetype: 'Carton',
        quantity: 2,
        length: cm,
        width: cm,
        height: cm,
        weight: { value: 5, unit: 'kg' },
      },
    ],
  });
  if (!job) throw new Error('no job');
  const accounts = await call<{ items: { id: number; name: string }[] }>(
    page,
    'GET',
    '/api/carrier/carrieraccount/getcarrieraccounts?maxResultCount=100',
  );
  const carrier = accounts.items.find(({ name }) => name === 'Australia Post eParcel');
  const customers = await call<{ items: { id: number }[] }>(
    page,
    'GET',
    '/api/customer/customer/getcustomers?maxResultCount=1',
  );
  const haul = await makeHaul(page, {
    carrierid: carrier?.id,
    customerid: customers.items[0]?.id,
  });
  await load(page, haul, await articlesOf(page, job));
  await run(page, haul, 'Close');
  await page.goto(`/jobs/line-haul/${haul.id}`);
  await settled(page);
  await page.keyboard.press('e');
  const edit = page.getByRole('dialog', { name: `Edit ${haul.linehaulcode}` });
  await expect(edit.getByRole('combobox', { name: 'Customer of the booking' })).toBeVisible();
  await settled(page);
  await accessible(page);
  await page.keyboard.press('Escape');
  // The prices of the account's services, of which the second is chosen by keys.
  await page.getByRole('button', { name: 'Book carrier' }).click();
  const book = page.getByRole('dialog', { name: `Book ${haul.linehaulcode} with a carrier` });
  await expect(book.getByLabel('Carrier account')).toHaveValue(String(carrier?.id));
  const second = book
    .getByRole('option')
    .filter({ hasText: /\d\.\d\d/ })
    .nth(1);
  await expect(second).toBeVisible();
  await settled(page);
  await accessibleInBothThemes(page);
  const price = /[\d,]+\.\d\d/.exec(await second.innerText())?.[0] ?? 'no price';
  await book.getByPlaceholder('Type a service…').focus();
  await page.keyboard.press('ArrowDown');
  await expect(second).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Enter');
  await expect(page.getByText(/Connote /)).toBeVisible();
  const { job: booked } = await call<{ job: { pricingdetails: { buy: { total: number } } } }>(
    page,
    'GET',
    `/api/jobs/job/job?jobId=${haul.id}`,
  );
  expect(booked.pricingdetails.buy.total).toBe(Number(price.replaceAll(',', '')));
  await expect(page.getByRole('button', { name: 'Book carrier' })).toBeHidden();
  await page.keyboard.press('e');
  await expect(edit.getByLabel('Carrier account')).toBeDisabled();
});

test("a split job's page shows where each part is", async ({ page }) => {
  test.setTimeout(120_000);
  await signIn(page, 'admin');
  const [job] = await makeJobs(page, `LS${Date.now().toString(36)}`, 1, { quantity: 3 });
  if (!job) throw new Error('no job');
  const [one = '', two = '', three = ''] = await articlesOf(page, job);
  const first = await makeHaul(page);
  await load(page, first, [one]);
  await run(page, first, 'Close', 'Depart', 'Arrive');
  const second = await makeHaul(page);
  await load(page, second, [two]);
  await page.goto(`/jobs/details/${job.id}`);
  const places = page.getByRole('list', { name: 'Where the articles are' });
  // "Planned on" has the same words.
  const row = (text: string) =>
    places.getByRole('listitem').filter({ hasText: new RegExp(`^${text}`) });
  await expect(row(`On ${first.linehaulcode} to ${END}`)).toContainText(one);
  await expect(row(`On ${second.linehaulcode} to ${END}`)).toContainText(two);
  await expect(row(`Planned on ${second.linehaulcode} to ${END}`)).toContainText(three);
  await settled(page);
  await accessibleInBothThemes(page);
  await call(page, 'POST', '/api/jobs/linehaul/unload-articles', {
    unloading: { linehaulid: first.id, articlenumbers: [one] },
  });
  await run(page, first, 'Complete');
  await expect(row(`At ${END}, unloaded from ${first.linehaulcode}`)).toContainText(one);
  await run(page, second, 'Close', 'Cancel');
  await expect(row('On leg')).toContainText(one);
  await expect(row('On no line haul')).toContainText(`${two}, ${three}`);
});

test('scans survive a lost connection', async ({ page, context }) => {
  test.setTimeout(120_000);
  await signIn(page, 'admin');
  const [job] = await makeJobs(page, `LO${Date.now().toString(36)}`, 1, { quantity: 2 });
  if (!job) throw new Error('no job');
  const haul = await makeHaul(page);
  const [one = '', two = ''] = await articlesOf(page, job);
  await openStation(page, START, 'WBCLOAD', haul);
  await settled(page);
  await context.setOffline(true);
  for (const article of [one, two]) {
    await scan(page, article);
    await expect(panel(page, 'good')).toContainText(article);
  }
  await expect(page.getByText('Offline: 2 scans are kept here')).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByText('Online', { exact: true })).toBeVisible({ timeout: 30_000 });
  await expect
    .poll(
      async () =>
        (
          await call<{ linehaul: { numberofloaded: number } }>(
            page,
            'GET',
            `/api/jobs/linehaul/line-haul?jobId=${haul.id}`,
          )
        ).linehaul.numberofloaded,
      { timeout: 30_000 },
    )
    .toBe(2);
});

test('the command barcodes are printed from the station', async ({ page }) => {
  await signIn(page, 'admin');
  await page.goto('/jobs/scan/commands');
  await expect(page.getByRole('img', { name: 'WBCUNDO' })).toBeVisible();
  await expect(page.getByRole('img', { name: `WBCPORT${START}` })).toBeVisible();
  await settled(page);
  await accessibleInBothThemes(page);
});
