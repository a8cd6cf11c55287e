// Jobs: created, opened, allocated on the board by mouse and by keyboard, and taken back.
import { accessible, accessibleInBothThemes, expect, settled, signIn, test } from './harness.ts';
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
  await page.keyboard.press('z');
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
