// Jobs: created, opened, allocated on the board by mouse and by keyboard, and taken back.
import {
  accessible,
  accessibleInBothThemes,
  expect,
  settled,
  signIn,
  test,
  undo,
} from './harness.ts';
import type { Page } from './harness.ts';
import { allocate, makeJobs, type Made } from './jobs.ts';
import { call } from './people.ts';

async function makeDriver(page: Page, name: string): Promise<number> {
  const { driver } = await call<{ driver: { id: number } }>(
    page,
    'POST',
    '/api/drivers/driver/driver',
    { driver: { name } },
  );
  await call(page, 'PUT', `/api/drivers/driver/available-for-work?driverId=${driver.id}`);
  return driver.id;
}

const lane = (page: Page, name: string) =>
  page.getByRole('group', { name: new RegExp(`^${name},`) });
const row = (page: Page, { jobno }: Made) => page.getByRole('row', { name: new RegExp(jobno) });

/** Opens the board with the jobs of a mark only. */
async function openBoard(page: Page, mark: string, jobs: readonly Made[]): Promise<void> {
  await page.goto(`/drivers/allocation?q=${mark}`);
  for (const job of jobs) await expect(row(page, job)).toBeVisible();
  await settled(page);
}

test('a job is created from the list, and its page shows its way', async ({ page }) => {
  test.setTimeout(240_000);
  await signIn(page, 'admin');
  await page.goto('/jobs');
  await expect(page.getByRole('heading', { level: 1, name: 'Jobs' })).toBeVisible();
  await settled(page);
  await accessibleInBothThemes(page);
  await page.keyboard.press('c');
  await expect(page.getByRole('heading', { level: 1, name: 'New job' })).toBeVisible();
  await page.getByRole('button', { name: 'Create job' }).click();
  await expect(page.getByText('Choose a suburb').first()).toBeVisible();
  for (const [end, suburb, place] of [
    ['From', 'richmond', /Richmond.*VIC 3121/],
    ['To', 'parramatta', /^Parramatta\s*NSW 2150/],
  ] as const) {
    const group = page.getByRole('group', { name: end, exact: true });
    await group.getByRole('combobox', { name: 'Suburb', exact: true }).fill(suburb);
    await page.getByRole('option', { name: place }).first().click();
    await group.getByLabel('Company').fill(`${end} Works`);
  }
  await page.getByLabel('Add goods').fill('3 ctn 40x30x25 12.5');
  await page.getByLabel('Add goods').press('Enter');
  await expect(page.getByRole('group', { name: 'Item 1' }).getByLabel('Quantity')).toHaveValue('3');
  await settled(page);
  await accessible(page);
  await page.getByRole('button', { name: 'Create job' }).click();

  await expect(page.getByRole('heading', { level: 1, name: /^J\d+$/ })).toBeVisible();
  await expect(page.getByText('Unallocated').first()).toBeVisible();
  await expect(page.getByRole('region', { name: 'From' })).toContainText('From Works');
  await expect(page.getByRole('row', { name: /3 Carton.*-001/ })).toBeVisible();
  await settled(page);
  await accessibleInBothThemes(page);

  await page.keyboard.press('e');
  await page.getByLabel('Reference').fill('PO-77');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('PO-77').first()).toBeVisible();
  await page.keyboard.press('h');
  await expect(page.getByText('On hold').first()).toBeVisible();
  await undo(page);
  await expect(page.getByText('Unallocated').first()).toBeVisible();
});

test('jobs are allocated by keyboard, and taken back', async ({ page }) => {
  await signIn(page, 'admin');
  const mark = `K${Date.now().toString(36)}`;
  const jobs = await makeJobs(page, mark, 3);
  const name = `Zed ${mark}`;
  await makeDriver(page, name);
  await openBoard(page, mark, jobs);
  await accessibleInBothThemes(page);
  // Eight keys, and the begin of the name unless the best driver is the right one.
  for (const key of ['j', 'x', 'j', 'x', 'j', 'x', 'a']) await page.keyboard.press(key);
  await expect(page.getByRole('dialog', { name: 'Allocate 3 jobs' })).toBeVisible();
  await page.keyboard.type(`zed ${mark}`);
  await expect(page.getByRole('option')).toHaveCount(1);
  await settled(page);
  await accessible(page);
  await page.keyboard.press('Enter');
  await expect(page.getByText(`3 jobs allocated to ${name}`).first()).toBeVisible();
  await expect(lane(page, name)).toContainText('Richmond');
  await expect(page.getByRole('group', { name: `${name}, 3 jobs` })).toBeVisible();
  for (const job of jobs) await expect(row(page, job)).toBeHidden();
  await page.keyboard.press('z');
  for (const job of jobs) await expect(row(page, job)).toBeVisible();
  await expect(page.getByRole('group', { name: `${name}, 0 jobs` })).toBeVisible();
});

test('a stop is unallocated from its lane by keyboard', async ({ page }) => {
  await signIn(page, 'admin');
  const mark = `L${Date.now().toString(36)}`;
  const [job] = await makeJobs(page, mark, 1);
  if (!job) throw new Error('no job');
  const name = `Aaron ${mark}`;
  const agentId = await makeDriver(page, name);
  await allocate(page, agentId, [job.id]);
  await page.goto(`/drivers/allocation?q=${mark}`);
  await expect(page.getByRole('group', { name: `${name}, 1 job` })).toBeVisible();
  await lane(page, name).focus();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('link', { name: new RegExp(`^${job.jobno} `) })).toBeFocused();
  await page.keyboard.press('u');
  await expect(row(page, job)).toBeVisible();
});

test('a job is dragged to a driver, and a lost race is told', async ({ page }) => {
  await signIn(page, 'admin');
  const mark = `M${Date.now().toString(36)}`;
  const jobs = await makeJobs(page, mark, 2);
  const [first, second] = jobs;
  if (!first || !second) throw new Error('no jobs');
  const [name, other] = [`Abel ${mark}`, `Abby ${mark}`];
  await makeDriver(page, name);
  const otherId = await makeDriver(page, other);
  await openBoard(page, mark, jobs);
  await row(page, first).dragTo(lane(page, name));
  await expect(page.getByText(`${first.jobno} allocated to ${name}`).first()).toBeVisible();
  await expect(row(page, first)).toBeHidden();

  // Someone else is faster: the call of this page finds the job taken.
  await page.route(
    '**/api/jobs/delivery-agent/allocate-job',
    async (route) => {
      await allocate(page, otherId, [second.id]);
      await route.continue();
    },
    { times: 1 },
  );
  await row(page, second).dragTo(lane(page, name));
  await expect(page.getByText(`0 of 1 jobs allocated to ${name}`).first()).toBeVisible();
  await expect(page.getByText(new RegExp(`${second.jobno}: .*${other}`)).first()).toBeVisible();
  await expect(page.getByRole('group', { name: `${other}, 1 job` })).toBeVisible();
});

test('a customer sees only the own jobs, without costs', async ({ page }) => {
  await signIn(page, 'customer');
  await page.goto('/jobs');
  await expect(page.getByRole('heading', { level: 1, name: 'Jobs' })).toBeVisible();
  await settled(page);
  await expect(page.getByRole('columnheader', { name: 'Driver' })).toBeHidden();
  await expect(page.getByRole('button', { name: 'New job' })).toBeHidden();
});

test('prices and earnings of a job are changed by keys, with totals at once', async ({ page }) => {
  await signIn(page, 'admin');
  const mark = `P${Date.now().toString(36)}`;
  const [job] = await makeJobs(page, mark, 1);
  if (!job) throw new Error('no job');
  const name = `Paula ${mark}`;
  const driverId = await makeDriver(page, name);
  await page.goto(`/jobs/details/${job.id}`);
  await expect(page.getByText('No charges yet')).toBeVisible();
  await page.keyboard.press('$');
  const dialog = page.getByRole('dialog', { name: `Charges of ${job.jobno}` });
  await expect(dialog.getByLabel('Charge, line 1')).toBeFocused();
  for (const text of ['FREIGHT', '250.50', '320']) {
    await page.keyboard.type(text);
    await page.keyboard.press('Tab');
  }
  await page.keyboard.press('Enter');
  await expect(dialog.getByLabel('Charge, line 2')).toBeFocused();
  await page.keyboard.type('TOLL');
  await dialog.getByLabel('Price, line 2').fill('dear');
  await page.keyboard.press('Control+Enter');
  await expect(dialog.getByRole('group', { name: 'Line 2' })).toContainText('Enter a number');
  await dialog.getByLabel('Price, line 2').fill('12.30');
  await dialog.getByLabel('With tax, line 2').uncheck();
  await expect(dialog.getByRole('row', { name: /^Total \$/ })).toContainText('$364.30');
  await expect(dialog.getByText('Margin $81.80')).toBeVisible();
  await settled(page);
  await accessible(page);
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText(`Charges of ${job.jobno} saved`).first()).toBeVisible();
  const charges = page.getByRole('table', { name: 'Charges' });
  await expect(charges.getByRole('row', { name: /^Total \$/ })).toContainText('$364.30');

  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Hours or amount for a driver…' }).click();
  const work = page.getByRole('dialog', { name: `Pay a driver for ${job.jobno}` });
  await work.getByLabel('Driver').selectOption(String(driverId));
  await work.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(work.getByText('Enter hours or another amount').first()).toBeVisible();
  await work.getByLabel('Hours').fill('2.25');
  await work.getByLabel('Round up to').fill('30');
  await work.getByLabel('Rate an hour').fill('20');
  await expect(work.getByText('2:30 h at $20.00 an hour: $50.00')).toBeVisible();
  await settled(page);
  await accessible(page);
  await page.keyboard.press('Control+Enter');
  await expect(charges.getByRole('row', { name: new RegExp(`Hours · ${name}`) })).toContainText(
    '$50.00',
  );
  await expect(page.getByText('Margin $31.80 (9.6 %) before tax')).toBeVisible();
  await settled(page);
  await accessibleInBothThemes(page);
});

test('a job is split by its articles, and jobs of one way are merged', async ({ page }) => {
  await signIn(page, 'admin');
  const mark = `S${Date.now().toString(36)}`;
  const [job, other] = await makeJobs(page, mark, 2, { quantity: 2 });
  if (!job || !other) throw new Error('no jobs');
  await page.goto(`/jobs/details/${job.id}`);
  await page.getByRole('button', { name: 'Actions' }).click();
  await page.getByRole('menuitem', { name: 'Split…' }).click();
  const dialog = page.getByRole('dialog', { name: `Split ${job.jobno}` });
  await dialog.getByLabel(`${job.jobno}-002`).check();
  await settled(page);
  await accessible(page);
  await dialog.getByRole('button', { name: 'Split off 1 article' }).click();
  await expect(page.getByRole('heading', { level: 1, name: /^J\d+$/ })).not.toHaveText(job.jobno);
  await expect(
    page.getByRole('row', { name: new RegExp(`1 Carton.*${job.jobno}-002`) }),
  ).toBeVisible();

  await page.goto(`/jobs?q=${mark}`);
  await expect(page.getByRole('row', { name: /^(?!.*Status).*J\d+/ })).toHaveCount(3);
  await page.getByLabel('Select all on this page').check();
  await page.getByRole('button', { name: 'Merge 3 of 3…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Merge' }).click();
  await expect(page.getByText('3 of 3: merged')).toBeVisible();
  await expect(page.getByRole('row', { name: /Cancelled/ })).toHaveCount(2);
});

test('a job that a carrier refuses stays unallocated, with the answer', async ({ page }) => {
  await signIn(page, 'admin');
  const mark = `C${Date.now().toString(36)}`;
  const [job] = await makeJobs(page, mark, 1);
  if (!job) throw new Error('no job');
  await page.route('**/api/jobs/delivery-agent/allocate-job', async (route) => {
    const { allocation } = route.request().postDataJSON() as {
      allocation: { agentType: string; jobIds: number[] };
    };
    expect(allocation.agentType).toBe('Carrier');
    await route.fulfill({
      json: {
        __abp: true,
        success: true,
        result: allocation.jobIds.map((jobId) => ({
          jobId,
          success: false,
          message: 'No service to Parramatta today.',
        })),
      },
    });
  });
  await openBoard(page, mark, [job]);
  await page.keyboard.press('j');
  await page.keyboard.press('a');
  await page.keyboard.type('metro');
  await expect(page.getByRole('option', { name: /Metro fleet/ })).toBeVisible();
  await page.keyboard.press('Enter');
  const answers = page.getByRole('dialog', { name: 'Answers of Metro fleet' });
  await expect(answers.getByText('0 of 1 jobs are booked.')).toBeVisible();
  await expect(answers.getByText('No service to Parramatta today.')).toBeVisible();
  await settled(page);
  await accessible(page);
  await answers.getByRole('button', { name: 'Close' }).first().click();
  await expect(row(page, job)).toBeVisible();
});

test('jobs are exported with their goods, and a quote becomes the price', async ({ page }) => {
  await signIn(page, 'admin');
  const mark = `Q${Date.now().toString(36)}`;
  const measure = (value: number) => ({ value, unit: 'cm' });
  const customers = await call<{ items: { id: number }[] }>(
    page,
    'GET',
    '/api/customer/customer/getcustomers?maxResultCount=1',
  );
  const [job] = await makeJobs(page, mark, 1, {
    customerid: customers.items[0]?.id,
    items: [
      {
        packagetype: 'Carton',
        quantity: 1,
        length: measure(40),
        width: measure(30),
        height: measure(20),
        weight: { value: 12, unit: 'kg' },
      },
    ],
  });
  if (!job) throw new Error('no job');
  await page.goto(`/jobs?q=${mark}`);
  await expect(page.getByRole('row', { name: new RegExp(job.jobno) })).toBeVisible();
  await page.getByRole('button', { name: 'Actions', exact: true }).click();
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'Export with goods (CSV)' }).click(),
  ]);
  expect(saved.suggestedFilename()).toMatch(/^jobs.*\.csv$/);

  await page.goto(`/jobs/details/${job.id}`);
  await expect(page.getByText('No charges yet')).toBeVisible();
  await page.getByRole('button', { name: 'Actions', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Quote…' }).click();
  const dialog = page.getByRole('dialog', { name: `Quote ${job.jobno}` });
  await expect(dialog.getByRole('option').first()).toBeVisible();
  await settled(page);
  await accessibleInBothThemes(page);
  await dialog.getByLabel('Also set the cost').check();
  await dialog.getByRole('combobox').focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText(new RegExp(`${job.jobno}: price set to`)).first()).toBeVisible();
  await expect(page.getByRole('table', { name: 'Charges' })).toBeVisible();
});
