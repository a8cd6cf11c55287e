// The driver's day: pre-start check, run, and deliveries with and without a network.
import { readFile } from 'node:fs/promises';
import type { Browser, Request } from '@playwright/test';
import { booked } from './booked.ts';
import {
  accessible,
  accessibleInBothThemes,
  expect,
  settled,
  signIn,
  test,
  type Page,
} from './harness.ts';
import { allocate, makeJobs, type Made } from './jobs.ts';
import { call } from './people.ts';

const DRIVER = 'Drew Papadopoulos';
const OPERATIONS = '/api/jobs/job/processjobs';
const SCANS = '/api/jobs/scan-events/scan-event-for-items';

test.use({
  viewport: { width: 390, height: 844 },
  permissions: ['geolocation'],
  geolocation: { latitude: -33.8151, longitude: 151.0011 },
});

const openOffice = async (browser: Browser): Promise<Page> =>
  (await browser.newContext({ viewport: { width: 1360, height: 850 } })).newPage();

const badge = (page: Page) => page.getByRole('link', { name: /queued|Offline|refused/ });
const stopAction = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

async function openStop(page: Page, job: Made): Promise<void> {
  await page.goto(`/driver/stop/${job.id}`);
  await expect(page.getByText(new RegExp(`^${job.jobno} · `))).toBeVisible();
}

/** Answers everything with yes, unless it was answered today. */
async function answerPreStart(page: Page): Promise<void> {
  await page.goto('/driver/day');
  await settled(page);
  if (await page.getByText('The pre-start check of today is answered.').isVisible()) return;
  await page.getByRole('link', { name: 'Pre-start check' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Pre-start check' })).toBeFocused();
  await expect(page.getByRole('radiogroup', { name: 'Slept enough?' })).toBeVisible();
  await accessibleInBothThemes(page);
  for (const answer of await page.getByRole('radio', { name: 'Yes' }).all()) await answer.click();
  for (const list of await page.locator('details').all()) {
    await list.locator('summary').click();
    const all = list.getByRole('button', { name: 'All in order' });
    await ((await all.isVisible()) ? all : list.getByRole('radio', { name: 'Yes' })).click();
  }
  await page.getByRole('button', { name: 'Send answers' }).click();
  await expect(page).toHaveURL(/\/driver\/$/);
  await expect(page.getByText('Answer the pre-start check before you work.')).toBeHidden();
  await expect(badge(page)).toBeHidden();
}

/** Types an article number at the stop that is open. */
async function typeArticle(page: Page, article: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Article number' }).fill(article);
  await page.getByRole('button', { name: 'Enter', exact: true }).click();
}

async function sign(page: Page): Promise<void> {
  const field = page.getByRole('img', { name: 'Signature' });
  // At the end of the page the bar at the bottom covers nothing.
  await field.waitFor();
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  const box = await field.boundingBox();
  if (!box) throw new Error('no signature field');
  const at = (x: number, y: number) => [box.x + box.width * x, box.y + box.height * y] as const;
  await page.mouse.move(...at(0.2, 0.6));
  await page.mouse.down();
  for (const [x, y] of [
    [0.35, 0.2],
    [0.5, 0.7],
    [0.65, 0.25],
    [0.8, 0.6],
  ] as const)
    await page.mouse.move(...at(x, y), { steps: 4 });
  await page.mouse.up();
}

interface SentOperation {
  operation: string;
  ids: number[];
}
interface SentScans {
  scanevents: { code: string; jobid: number }[];
}

/** Collects operations and scan codes that the page sends, in order. */
function follow(page: Page): string[] {
  const sent: string[] = [];
  page.on('request', (request: Request) => {
    const { pathname } = new URL(request.url());
    if (request.method() !== 'POST') return;
    if (pathname === OPERATIONS) sent.push((request.postDataJSON() as SentOperation).operation);
    if (pathname === SCANS)
      sent.push(...(request.postDataJSON() as SentScans).scanevents.map(({ code }) => code));
  });
  return sent;
}

test('a job goes from the board to its proof, partly without a network', async ({
  page,
  context,
  browser,
}) => {
  test.setTimeout(240_000);
  const office = await openOffice(browser);
  await signIn(office, 'admin');
  const mark = `D${Date.now().toString(36)}`;
  const [job, other] = await makeJobs(office, mark, 2, {
    quantity: 2,
    deliveryinstructions: 'Ring at dock 4.',
  });
  if (!job || !other) throw new Error('no jobs');
  await office.goto(`/drivers/allocation?q=${mark}`);
  for (const { jobno } of [job, other])
    await expect(office.getByRole('row', { name: new RegExp(jobno) })).toBeVisible();
  await settled(office);
  for (const key of ['j', 'x', 'j', 'x', 'a']) await office.keyboard.press(key);
  await expect(office.getByRole('dialog', { name: 'Allocate 2 jobs' })).toBeVisible();
  await office.keyboard.type('drew');
  await expect(office.getByRole('option')).toHaveCount(1);
  await office.keyboard.press('Enter');
  await expect(office.getByText(`2 jobs allocated to ${DRIVER}`).first()).toBeVisible();

  await signIn(page, 'driver', '/');
  await expect(page).toHaveURL(/\/driver\/$/);
  await settled(page);
  await accessibleInBothThemes(page);
  await answerPreStart(page);
  await page.goto('/driver/');
  await expect(page.locator(`a[href="/driver/stop/${job.id}"]`)).toContainText('Bluegum Wines');
  await expect(page.locator(`a[href="/driver/stop/${other.id}"]`)).toBeVisible();

  const sent = follow(page);
  await openStop(page, job);
  await expect(page.getByRole('heading', { level: 1, name: 'Bluegum Wines' })).toBeVisible();
  // The second tap of a double tap must not start the job, too.
  await stopAction(page, 'Acknowledge').dblclick();
  await expect(stopAction(page, 'Start')).toBeEnabled();
  await expect(badge(page)).toBeHidden();
  expect(sent).toEqual(['Acknowledge']);
  for (const [name, next] of [
    ['Start', 'I have arrived'],
    ['I have arrived', 'Pick up'],
    ['Pick up', 'Depart'],
  ] as const) {
    await expect(stopAction(page, name)).not.toHaveAttribute('aria-disabled', 'true');
    await stopAction(page, name).click();
    await expect(stopAction(page, next)).toBeVisible();
  }
  await expect(badge(page)).toBeHidden();
  expect(sent).toEqual([
    'Acknowledge',
    'Start',
    'AtLocation',
    'Arrive',
    'PickedUp',
    'PickedUp',
    'PickUp',
  ]);
  await expect(page.getByRole('heading', { level: 1, name: 'Harbour Tools' })).toBeVisible();
  await expect(page.getByText('Ring at dock 4.')).toBeVisible();

  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await context.setOffline(true);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'Harbour Tools' })).toBeVisible();
  await expect(badge(page)).toHaveText('Offline');
  await stopAction(page, 'Depart').click();
  await expect(stopAction(page, 'I have arrived')).not.toHaveAttribute('aria-disabled', 'true');
  await stopAction(page, 'I have arrived').click();
  await expect(stopAction(page, 'Deliver')).not.toHaveAttribute('aria-disabled', 'true');

  await page.getByRole('button', { name: 'Scan articles' }).click();
  await typeArticle(page, `${other.jobno}-001`);
  await expect(page.getByRole('alert')).toContainText('Wrong stop');
  await typeArticle(page, 'SOMETHING-ELSE');
  await expect(page.getByRole('alert')).toHaveText('This article is unknown.');
  await typeArticle(page, `${job.jobno}-001`.toLowerCase());
  await expect(page.getByText(`${job.jobno}-001 scanned`)).toBeVisible();
  await expect(page.getByRole('heading', { name: '1 of 2 articles scanned' })).toBeVisible();
  await typeArticle(page, `${job.jobno}-002`);
  await expect(page.getByRole('heading', { name: '2 of 2 articles scanned' })).toBeVisible();
  await accessibleInBothThemes(page);

  await stopAction(page, 'Deliver').click();
  await expect(page.getByRole('heading', { level: 1, name: 'Proof of delivery' })).toBeFocused();
  await page.getByRole('button', { name: 'Complete delivery' }).click();
  await expect(page.getByRole('alert')).toHaveText('Enter who received the goods.');
  await page.getByRole('textbox', { name: 'Received by' }).fill('Sam Fields');
  await page.getByLabel('Take a photo').setInputFiles({
    name: 'dock.png',
    mimeType: 'image/png',
    buffer: await page.screenshot(),
  });
  await expect(page.getByRole('button', { name: 'Remove photo 1' })).toBeVisible();
  await sign(page);
  await accessibleInBothThemes(page);
  await page.getByRole('button', { name: 'Complete delivery' }).dblclick();
  await expect(page).toHaveURL(/\/driver\/$/);
  await expect(badge(page)).toHaveText('Offline · 5 queued');
  await badge(page).click();
  await expect(page.getByRole('heading', { level: 1, name: 'On this phone' })).toBeVisible();
  await expect(page.getByText('2 scans · 1 photo')).toBeVisible();
  await accessibleInBothThemes(page);

  await office.goto(`/jobs/details/${job.id}`);
  await expect(office.locator(':has(> h1) + *')).toHaveText('Picked up');
  sent.length = 0;
  await context.setOffline(false);
  await expect(page.getByText('Everything is sent.')).toBeVisible({ timeout: 60_000 });
  expect(sent).toEqual(['Depart', 'AtLocation', 'Arrive', 'Delivered', 'Delivered', 'Deliver']);

  // The open page follows the job.
  await expect(office.locator(':has(> h1) + *')).toHaveText('Delivered');
  const proof = office.getByRole('region', { name: 'Proof of delivery' });
  await expect(proof).toContainText('Sam Fields');
  for (const name of ['Signature of Sam Fields', 'Photo 1: Delivered']) {
    const picture = office.getByRole('img', { name });
    await expect(picture).toBeVisible();
    expect(await picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(
      100,
    );
  }
  const [pdf] = await Promise.all([
    office.waitForEvent('download'),
    proof.getByRole('button', { name: 'PDF' }).click(),
  ]);
  expect(pdf.suggestedFilename()).toBe(`proof-of-delivery-${job.jobno}.pdf`);
  expect((await readFile(await pdf.path())).subarray(0, 5).toString()).toBe('%PDF-');
  await settled(office);
  await accessibleInBothThemes(office);

  await page.goto('/driver/day');
  await settled(page);
  await accessibleInBothThemes(page);
  await office.context().close();
});

test('a refused action is told, and the driver discards it', async ({ page, context, browser }) => {
  test.setTimeout(240_000);
  const office = await openOffice(browser);
  await signIn(office, 'admin');
  const [job] = await makeJobs(office, `E${Date.now().toString(36)}`, 1);
  if (!job) throw new Error('no job');
  await signIn(page, 'driver');
  const { driverId } = await findDriver(office);
  expect(await allocate(office, driverId, [job.id])).toMatchObject([{ success: true }]);
  await answerPreStart(page);
  await openStop(page, job);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await context.setOffline(true);
  await stopAction(page, 'Acknowledge').click();
  await expect(badge(page)).toHaveText('Offline · 1 queued');
  const [held] = await call<{ success: boolean }[]>(office, 'POST', OPERATIONS, {
    operation: 'Hold',
    ids: [job.id],
  });
  expect(held?.success).toBe(true);
  await context.setOffline(false);
  await expect(badge(page)).toHaveText('1 refused', { timeout: 60_000 });
  await badge(page).click();
  await expect(page.getByRole('alert')).toContainText('for a job that is On hold');
  await accessibleInBothThemes(page);
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(page.getByText('Everything is sent.')).toBeVisible();
  await page.getByRole('link', { name: 'Back' }).click();
  await expect(page.locator(`a[href="/driver/stop/${job.id}"]`)).toBeVisible();
  await expect(page.getByRole('heading', { level: 2, name: 'On hold' })).toBeVisible();
  await office.context().close();
});

async function findDriver(page: Page): Promise<{ driverId: number }> {
  const { items } = await call<{ items: { id: number }[] }>(
    page,
    'GET',
    `/api/drivers/driver/drivers?filter=name eq '${DRIVER}'&maxResultCount=1&skipCount=0`,
  );
  const [driver] = items;
  if (!driver) throw new Error(`no driver ${DRIVER}`);
  return { driverId: driver.id };
}

interface FoundJob extends Made {
  connoteno: string;
  items: { articlenumbers: string[] }[];
}

test('a booking on the own fleet becomes a job, and its customer sees the proof', async ({
  page,
  browser,
}) => {
  test.setTimeout(240_000);
  const office = await openOffice(browser);
  await signIn(office, 'admin');
  const booking = await booked(office, `F${Date.now().toString(36)}`);
  let job: FoundJob | undefined;
  await expect(async () => {
    const { items } = await call<{ items: FoundJob[] }>(
      office,
      'GET',
      `/api/jobs/job/jobs?filter=bookingid eq ${booking.id}&maxResultCount=1&skipCount=0`,
    );
    [job] = items;
    expect(job?.connoteno).toBe(booking.consignmentId);
  }).toPass();
  if (!job) throw new Error('no job');
  const { driverId } = await findDriver(office);
  expect(await allocate(office, driverId, [job.id])).toMatchObject([{ success: true }]);

  await signIn(page, 'driver');
  await answerPreStart(page);
  await openStop(page, job);
  for (const [name, next] of [
    ['Acknowledge', 'Start'],
    ['Start', 'I have arrived'],
    ['I have arrived', 'Pick up'],
    ['Pick up', 'Depart'],
    ['Depart', 'I have arrived'],
    ['I have arrived', 'Deliver'],
  ] as const) {
    await expect(stopAction(page, name)).not.toHaveAttribute('aria-disabled', 'true');
    await stopAction(page, name).click();
    await expect(stopAction(page, next)).not.toHaveAttribute('aria-disabled', 'true');
  }
  await stopAction(page, 'Deliver').click();
  await page.getByRole('radio', { name: 'Reception' }).click();
  await page.getByRole('textbox', { name: 'Received by' }).fill('Kim Corner');
  await sign(page);
  await page.getByRole('button', { name: 'Complete delivery' }).click();
  await expect(page).toHaveURL(/\/driver\/$/);
  await expect(badge(page)).toBeHidden();
  await expect(page.locator(`a[href="/driver/stop/${job.id}"]`)).toContainText('Delivered');

  const customer = await openOffice(browser);
  await signIn(customer, 'customer');
  await customer.goto(`/jobs/details/${job.id}`);
  await expect(customer.locator(':has(> h1) + *')).toHaveText('Delivered');
  const proof = customer.getByRole('region', { name: 'Proof of delivery' });
  await expect(proof).toContainText('Kim Corner');
  await expect(customer.getByRole('img', { name: 'Signature of Kim Corner' })).toBeVisible();
  const [pdf] = await Promise.all([
    customer.waitForEvent('download'),
    proof.getByRole('button', { name: 'PDF' }).click(),
  ]);
  expect((await readFile(await pdf.path())).subarray(0, 5).toString()).toBe('%PDF-');
  await settled(customer);
  await accessibleInBothThemes(customer);
  await expect(async () => {
    await customer.goto(`/bookings-beta/details/${booking.id}`);
    await expect(customer.locator(':has(> h1) + *')).toHaveText('Delivered', { timeout: 3000 });
  }).toPass();
  await expect(customer.getByRole('list', { name: 'Timeline' })).toContainText(
    'signed by Kim Corner',
  );

  // Public tracking needs the number and the postcode only.
  await customer.goto(
    `/track#${new URLSearchParams({ connoteNumber: booking.consignmentId, postCode: '2150' })}`,
  );
  const consignment = customer.getByRole('region', {
    name: `Consignment ${booking.consignmentId}`,
  });
  await expect(consignment).toContainText('Delivered');
  await expect(customer.getByText('signed by Kim Corner')).toBeVisible();
  await office.context().close();
  await customer.context().close();
});

test('a message of dispatch reaches the driver, who has read it', async ({ page, browser }) => {
  const office = await openOffice(browser);
  await signIn(office, 'admin');
  const text = `Gate 4 is closed ${Date.now().toString(36)}`;
  await office.goto('/drivers/allocation');
  const lane = office.getByRole('group', { name: new RegExp(`^${DRIVER},`) });
  await lane.focus();
  await office.keyboard.press('n');
  const dialog = office.getByRole('dialog', { name: `Messages to ${DRIVER}` });
  await dialog.getByLabel('New message to the driver').fill(text);
  await office.keyboard.press('Control+Enter');
  await expect(dialog.getByText(text)).toBeVisible();
  await expect(dialog.getByText('not read yet').last()).toBeVisible();

  await signIn(page, 'driver');
  await page.goto('/driver/');
  await expect(page.getByText(text)).toBeVisible();
  await page.getByRole('link', { name: /^Messages/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Messages' })).toBeVisible();
  await expect(page.getByText(text)).toBeVisible();
  await settled(page);
  await accessibleInBothThemes(page);
  await expect(page.getByText('New', { exact: true })).toBeHidden();
  await page.goto('/driver/');
  await expect(page.getByText(text)).toBeHidden();
  await office.goto(`/drivers/allocation`);
  await lane.focus();
  await office.keyboard.press('n');
  await expect(dialog.getByText(/^read /).last()).toBeVisible();
  await settled(office);
  await accessible(office);
});

test('an open run follows the dispatcher at once', async ({ page, browser }) => {
  test.setTimeout(120_000);
  const office = await openOffice(browser);
  await signIn(office, 'admin');
  const [job] = await makeJobs(office, `L${Date.now().toString(36)}`, 1);
  if (!job) throw new Error('no job');
  const { items } = await call<{ items: { id: number }[] }>(
    office,
    'GET',
    `/api/drivers/driver/drivers?filter=${encodeURIComponent(`name eq '${DRIVER}'`)}`,
  );
  const driverId = items[0]?.id ?? 0;
  const opened = page.waitForResponse(
    (response) => response.url().includes('/api/jobs/job/stream') && response.status() === 200,
  );
  await signIn(page, 'driver');
  await page.goto('/driver/');
  await opened;
  await settled(page);
  const stop = page.locator(`a[href="/driver/stop/${job.id}"]`);
  await expect(stop).toBeHidden();
  const [answer] = await allocate(office, driverId, [job.id]);
  expect(answer?.success).toBe(true);
  // Without the stream the run is refreshed once a minute.
  await expect(stop).toBeVisible({ timeout: 20_000 });
  await call(office, 'POST', '/api/jobs/delivery-agent/un-allocate-jobs', {
    deallocation: { jobids: [job.id], reason: 'Moved' },
  });
  await expect(stop).toBeHidden({ timeout: 20_000 });
  await office.context().close();
});
