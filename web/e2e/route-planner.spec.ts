// Route planner: a day is planned, changed by mouse and by keyboard, sent out and planned again.
import { accessible, accessibleInBothThemes, expect, settled, signIn, test } from './harness.ts';
import type { Page } from './harness.ts';
import type { Made } from './jobs.ts';
import { call } from './people.ts';

const SETTINGS = '/api/core/tenantsettings/updateallsettings';
const JOBS = 120;
const VEHICLES = 8;
const MELBOURNE = { latitude: -37.81, longitude: 144.96 };
/** Calls at a time. */
const BATCH = 8;

interface Settings {
  general: { timezone: string; countryCode: string };
}

/** A zone in which it is about ten in the morning. */
const morningZone = (): string => {
  const ahead = ((10 - new Date().getUTCHours() + 36) % 24) - 12;
  return ahead === 0 ? 'Etc/UTC' : `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}`;
};

async function inBatches<T>(count: number, make: (at: number) => Promise<T>): Promise<T[]> {
  const made: T[] = [];
  for (let at = 0; at < count; at += BATCH) {
    const next = Array.from({ length: Math.min(BATCH, count - at) }, (_, index) => at + index);
    made.push(...(await Promise.all(next.map(make))));
  }
  return made;
}

/** Evenly over the city, the same every time. */
const spot = (at: number) => ({
  latitude: MELBOURNE.latitude + Math.sin(at * 2.4) * 0.012 * Math.sqrt(at + 1),
  longitude: MELBOURNE.longitude + Math.cos(at * 2.4) * 0.016 * Math.sqrt(at + 1),
});

const makeJobs = (page: Page, mark: string) =>
  inBatches(JOBS, async (at) => {
    const address = { companyname: 'Harbour Tools', suburb: 'Richmond', postcode: '3121' };
    const { job } = await call<{ job: Made }>(page, 'POST', '/api/jobs/job/job', {
      job: {
        reference: mark,
        // One in twelve is fetched first.
        jobtype: at % 12 === 0 ? 'PointToPoint' : 'Delivery',
        fromaddress: { ...address, statecode: 'VIC', countrycode: 'AU', ...spot(at / 3) },
        toaddress: { ...address, statecode: 'VIC', countrycode: 'AU', ...spot(at) },
        items: [{ packagetype: 'Carton', quantity: 1, weight: { value: 20, unit: 'kg' } }],
      },
    });
    await call(page, 'POST', '/api/jobs/job/confirm', { id: job.id });
    return job;
  });

const makeDrivers = (page: Page, mark: string) =>
  inBatches(VEHICLES, async (at) => {
    const name = `Rui ${mark}${at + 1}`;
    const { driver } = await call<{ driver: { id: number } }>(
      page,
      'POST',
      '/api/drivers/driver/driver',
      { driver: { name } },
    );
    await call(page, 'POST', '/api/drivers/vehicle/vehicle', {
      vehicle: {
        driverid: driver.id,
        name: `Van ${at + 1}`,
        registrationnumber: `${mark}${at + 1}`,
        capacity: { weight: { value: 1200, unit: 'kg' } },
        iscurrentvehicle: true,
      },
    });
    await call(page, 'PUT', `/api/drivers/driver/available-for-work?driverId=${driver.id}`);
    return { id: driver.id, name };
  });

const lane = (page: Page, at: number) => page.locator(`[data-lane="${at}"]`);
const stopsIn = (page: Page, at: number) => lane(page, at).locator('[data-item]');
const send = (page: Page) => page.getByRole('button', { name: /^Send out \d+ runs?/ });
const planId = (page: Page) => Number(/route\/(\d+)/.exec(page.url())?.[1]);

/** Waits until the search has a plan, and keeps it. */
async function stopSearch(page: Page): Promise<void> {
  await expect(page).toHaveURL(/\/jobs\/route\/\d+/);
  await expect(page.getByText('Solving', { exact: true })).toBeVisible();
  await expect(stopsIn(page, 0).first()).toBeVisible({ timeout: 30_000 });
  await page.keyboard.press('s');
  await expect(page.getByText('Solving', { exact: true })).toBeHidden({ timeout: 30_000 });
  await settled(page);
}

/** Drags a stop to another lane, and expects its price beside the pointer. */
async function drag(page: Page, from: number, to: number): Promise<void> {
  const [before, after] = [await stopsIn(page, from).count(), await stopsIn(page, to).count()];
  const stop = stopsIn(page, from).first();
  await stop.scrollIntoViewIfNeeded();
  const [start, end] = [await stop.boundingBox(), await lane(page, to).boundingBox()];
  if (!start || !end) throw new Error('no stop to drag');
  await page.mouse.move(start.x + 10, start.y + 10);
  await page.mouse.down();
  await page.mouse.move(start.x + 18, start.y + 16, { steps: 4 });
  await page.mouse.move(end.x + 300, end.y + 12, { steps: 8 });
  await expect(page.locator('[data-price-tag]')).toContainText(/\$.* km .*arrives/);
  await page.mouse.up();
  await expect(page.locator('[data-price-tag]')).toBeHidden();
  // A pickup takes its delivery along.
  await expect.poll(() => stopsIn(page, from).count()).toBeLessThan(before);
  await expect.poll(() => stopsIn(page, to).count()).toBeGreaterThan(after);
}

/** Lanes with the most stops first. */
async function lanesByStops(page: Page): Promise<number[]> {
  const counts = await Promise.all(
    Array.from({ length: VEHICLES }, async (_, at) => ({
      at,
      count: await stopsIn(page, at).count(),
    })),
  );
  return counts.toSorted((one, other) => other.count - one.count).map(({ at }) => at);
}

/** Place of a stop whose job has no other stop in the lane, and that is not the last. */
async function placeOfOneStop(page: Page, at: number): Promise<number> {
  const keys = await stopsIn(page, at).evaluateAll((stops) =>
    stops.map((stop) => stop.getAttribute('data-item') ?? ''),
  );
  const jobs = keys.map((key) => key.split('-')[0]);
  const place = jobs.findIndex((job) => jobs.indexOf(job) === jobs.lastIndexOf(job));
  if (place < 0 || place >= keys.length - 1) throw new Error('no stop of a job with one stop');
  return place;
}

test('a day of 120 jobs is planned, changed, sent out and planned again', async ({ page }) => {
  test.setTimeout(600_000);
  await signIn(page, 'admin');
  const { general } = await call<Settings>(page, 'GET', '/api/core/tenantsettings/getallsettings');
  const mark = `R${Date.now().toString(36)}`;
  await call(page, 'PUT', SETTINGS, { general: { ...general, timezone: morningZone() } });
  try {
    const [jobs, drivers] = [await makeJobs(page, mark), await makeDrivers(page, mark)];
    const known = new Set(jobs.map(({ id }) => id));

    // Everything that the filters leave is planned: three keys after the filters.
    await page.goto(`/jobs/route?q=${mark}`);
    await page.getByRole('searchbox', { name: 'Search drivers' }).fill(mark);
    await expect(
      page.getByRole('button', { name: `Plan ${JOBS} jobs for ${VEHICLES} vehicles` }),
    ).toBeEnabled();
    await settled(page);
    await accessibleInBothThemes(page);
    await page.getByRole('heading', { level: 1 }).focus();
    await page.keyboard.press('p');
    await stopSearch(page);
    await accessibleInBothThemes(page);
    const planned = await page.locator('[data-item]').count();
    expect(planned).toBeGreaterThanOrEqual(JOBS);

    // Three stops are dragged to other vehicles, one goes back.
    const [a = 0, b = 1, c = 2] = await lanesByStops(page);
    await drag(page, a, b);
    await drag(page, b, c);
    await drag(page, a, c);
    await expect(page.getByRole('heading', { name: /Plan A, by hand/ })).toBeVisible();
    await page.keyboard.press('z');
    await expect(page.getByText('The last change is undone.')).toBeVisible();
    const inB = await stopsIn(page, b).count();

    // By keyboard: a stop goes one place on and back, and is locked.
    const place = await placeOfOneStop(page, b);
    await stopsIn(page, b).nth(place).focus();
    const key = await stopsIn(page, b).nth(place).getAttribute('data-item');
    const moved = stopsIn(page, b).nth(place + 1);
    await page.keyboard.press('Alt+ArrowRight');
    await expect(moved).toHaveAttribute('data-item', key ?? '');
    await expect(moved).toBeFocused();
    await page.keyboard.press('Space');
    await expect(moved).toHaveAttribute('data-locked', 'true');
    await page.keyboard.press('m');
    await expect(page.getByText(/is locked\. Press Space to unlock it\./)).toBeVisible();
    await page.keyboard.press('Space');
    await page.keyboard.press('m');
    const vehicles = page.getByRole('dialog', { name: /^Move J\d+ to/ });
    // The other vehicles, and the way off; its own one where another place is better.
    await expect(vehicles.getByRole('option').nth(VEHICLES - 1)).toBeVisible();
    await expect(vehicles.getByText('Checking…')).toHaveCount(0);
    await accessible(page);
    await page.keyboard.press('Escape');
    await expect(moved).toBeFocused();
    await expect(stopsIn(page, b)).toHaveCount(inB);

    // A reload forgets nothing.
    await page.reload();
    await expect(page.getByRole('heading', { name: /Plan A, by hand/ })).toBeVisible();
    await expect(stopsIn(page, b)).toHaveCount(inB);

    // Sending out asks first, and names who gets what.
    await page.keyboard.press('s');
    const dialog = page.getByRole('dialog', { name: /^Send out \d runs/ });
    for (const { name } of drivers.slice(0, 2)) await expect(dialog).toContainText(name);
    await accessible(page);
    await page.keyboard.press('Enter');
    await expect(page.getByText(/^\d+ jobs sent out$/).first()).toBeVisible({ timeout: 60_000 });
    await expect(send(page)).toBeDisabled();
    const first = planId(page);

    // Half of the morning is done.
    const { items } = await call<{ items: { id: number }[] }>(
      page,
      'GET',
      `/api/jobs/routing/runs?maxResultCount=50&skipCount=0&DriverId=${drivers[0]?.id}`,
    );
    const { run } = await call<{ run: { steps: { jobid: number | null }[] } }>(
      page,
      'GET',
      `/api/jobs/routing/run?id=${items[0]?.id}`,
    );
    const done = [...new Set(run.steps.flatMap(({ jobid }) => jobid ?? []))].slice(0, 2);
    expect(done.every((id) => known.has(id))).toBe(true);
    for (const operation of ['PickUp', 'Deliver'])
      await call(page, 'POST', '/api/jobs/job/processjobs', { operation, ids: done, note: null });
    const kept = run.steps.filter(({ jobid }) => jobid !== null && done.includes(jobid)).length;
    await expect(page.locator('[data-item][aria-label*="· done"]')).toHaveCount(kept);

    await page.keyboard.press('r');
    await expect.poll(() => planId(page)).not.toBe(first);
    // This search ends by itself.
    await expect(page.getByText('Solving', { exact: true })).toBeVisible();
    await expect(page.getByText('Solving', { exact: true })).toBeHidden({ timeout: 90_000 });
    await settled(page);
    await expect(page.locator('[data-item][aria-label*="· done"]')).toHaveCount(kept);
    await page.keyboard.press('s');
    await expect(page.getByRole('dialog', { name: /^Send out \d runs/ })).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(page.getByText(/^\d+ jobs sent out$/).first()).toBeVisible({ timeout: 60_000 });

    // The runs of the day, and those of a driver.
    await page.goto('/jobs/route/runs');
    await expect(page.getByRole('row', { name: new RegExp(mark) })).toHaveCount(VEHICLES);
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('list', { name: 'Stops' })).toBeVisible();
    await settled(page);
    await accessibleInBothThemes(page);
    await page.goto(`/drivers/details/${drivers[0]?.id}?tab=runs`);
    await expect(page.getByRole('tab', { name: 'Runs' })).toHaveAttribute('aria-selected', 'true');
    await expect(page.getByRole('row').nth(1)).toContainText('Van 1');
  } finally {
    await call(page, 'PUT', SETTINGS, { general });
  }
});

test('a plan is read on a phone, one vehicle at a time', async ({ page }) => {
  await signIn(page, 'admin');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/jobs/route');
  await expect(page.getByRole('heading', { level: 1, name: 'Routing' })).toBeVisible();
  await settled(page);
  await accessible(page);
  await page.goto('/jobs/route/999999');
  await expect(page.getByText('This plan does not exist any more')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Choose jobs' })).toHaveAttribute(
    'href',
    '/jobs/route',
  );
});
