// Earnings of drivers: a delivered job is paid by a recipient created tax invoice.
import { accessible, accessibleInBothThemes, expect, settled, signIn, test } from './harness.ts';
import { allocate, makeJobs } from './jobs.ts';
import { call } from './people.ts';

test('a run invoices a driver, and tells what another lacks', async ({ page }) => {
  test.setTimeout(120_000);
  await signIn(page, 'finance');
  const office = await page.context().browser()?.newContext();
  if (!office) throw new Error('no browser');
  const dispatch = await office.newPage();
  await signIn(dispatch, 'admin');
  const mark = `A${Date.now().toString(36)}`;
  const makeOwner = async (name: string, more: object) =>
    (
      await call<{ driver: { id: number } }>(dispatch, 'POST', '/api/drivers/driver/driver', {
        driver: { name, type: 'OwnerDriver', ...more },
      })
    ).driver.id;
  const paid = await makeOwner(`Olive ${mark}`, { abn: '51824753556', isgstregistered: true });
  const unpaid = await makeOwner(`Nick ${mark}`, {});
  const jobs = await makeJobs(dispatch, mark, 2);
  for (const [at, driverid] of [paid, unpaid].entries()) {
    const job = jobs[at];
    if (!job) throw new Error('no job');
    await call(dispatch, 'PUT', `/api/drivers/driver/available-for-work?driverId=${driverid}`);
    await allocate(dispatch, driverid, [job.id]);
    for (const operation of [
      'Acknowledge',
      'Start',
      'Arrive',
      'PickUp',
      'Depart',
      'Arrive',
      'Deliver',
    ])
      await call(dispatch, 'POST', '/api/jobs/job/processjobs', { operation, ids: [job.id] });
    await call(dispatch, 'PUT', '/api/jobs/job/driver-charge-add', {
      drivercharge: { jobid: job.id, driverid, charges: { hours: 2, chargerate: 50 } },
    });
  }
  await office.close();

  await page.goto('/finance/driver-invoices');
  await expect(page.getByRole('heading', { level: 1, name: 'Driver invoices' })).toBeVisible();
  await settled(page);
  await accessibleInBothThemes(page);
  await page.keyboard.press('c');
  await expect(page.getByRole('heading', { level: 1, name: 'Run driver invoices' })).toBeVisible();
  await page.getByRole('button', { name: 'This month' }).click();
  await page.getByRole('button', { name: 'Preview', exact: true }).click();
  const row = (name: string) => page.getByRole('row', { name: new RegExp(`${name} ${mark}`) });
  await expect(row('Olive')).toContainText('$110.00');
  await expect(row('Nick')).toContainText('no valid ABN');
  await settled(page);
  await accessible(page);
  await page.getByRole('button', { name: /^Create \d+ invoices? totalling/ }).click();
  await expect(page.getByText(/driver invoices? created/)).toBeVisible();
  await row('Olive').getByRole('link').click();
  await expect(page.getByText('Recipient created tax invoice').first()).toBeVisible();
  await expect(page.getByText('51 824 753 556')).toBeVisible();
  await expect(page.getByRole('row', { name: new RegExp(jobs[0]?.jobno ?? '-') })).toBeVisible();
  await settled(page);
  await accessibleInBothThemes(page);
  await page.getByRole('button', { name: 'Close invoice' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Close invoice' }).click();
  await expect(page.getByText('Closed').first()).toBeVisible();
  await page.getByRole('button', { name: 'Actions', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Send by email' }).click();
  const sending = page.getByRole('dialog', { name: /^Send / });
  await sending.getByRole('button', { name: 'Send' }).click();
  await expect(sending.getByText('Enter an email address').first()).toBeVisible();
  await sending.getByLabel('To').fill('olive@example.test');
  await sending.getByRole('button', { name: 'Send' }).click();
  await expect(page.getByText(/to olive@example\.test is queued/).first()).toBeVisible();
  await expect(page.getByRole('list', { name: 'Emails' })).toContainText('olive@example.test');
  await settled(page);
  await accessibleInBothThemes(page);
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'PDF' }).click(),
  ]);
  expect(saved.suggestedFilename()).toMatch(/\.pdf$/);
});
