// Plugins share React and survive failing neighbours.
import { expect, settled, signIn, test, type Page } from './harness.ts';

const FORM = '/carriers/new/own-fleet';
const FALLBACK = 'This section could not be shown.';
const REMOTE_ENTRY = '**/plugins/own-fleet/**/remoteEntry.js*';
const ACCOUNT_FORM = '**/plugins/own-fleet/**/AccountForm-*.js';

const form = (page: Page) => page.locator('[data-plugin=own-fleet]').getByLabel('Account name');
const heading = (page: Page) => page.getByRole('heading', { level: 1 });

test('host and plugins share one React, one QueryClient and one kit', async ({ page }) => {
  const fetched: string[] = [];
  page.on(
    'request',
    (request) => request.url().includes('/plugins/') && fetched.push(request.url()),
  );
  await signIn(page);
  for (const carrier of ['own-fleet', 'australia-post']) {
    await page.goto(`/carriers/new/${carrier}`);
    await expect(page.locator(`[data-plugin=${carrier}]`).getByLabel('Account name')).toBeVisible();
  }
  const shares = await page.evaluate(() => {
    interface Share {
      from: string;
      useIn: string[];
    }
    const federation = (
      globalThis as unknown as {
        __FEDERATION__: {
          __INSTANCES__: {
            name: string;
            shareScopeMap: Record<string, Record<string, Record<string, Share>>>;
          }[];
        };
      }
    ).__FEDERATION__;
    const host = federation.__INSTANCES__.find((instance) => instance.name === 'waybill');
    const scope = host?.shareScopeMap.default ?? {};
    return ['react', 'react-dom', '@tanstack/react-query', '@waybill/plugin'].map((name) => ({
      name,
      providers: Object.values(scope[name] ?? {}).map((share) => share.from),
    }));
  });
  for (const { name, providers } of shares) expect([name, providers]).toEqual([name, ['waybill']]);
  // Plugins must not load their own React.
  expect(fetched.filter((url) => /react-dom|react_mf_2_dom/.test(url))).toEqual([]);
});

test('what a plugin saves, the page around it shows: the query cache is one', async ({ page }) => {
  await signIn(page);
  await page.goto('/carriers');
  await page.getByRole('table').getByRole('link').first().click();
  await expect(
    form(page).or(page.locator('[data-plugin=australia-post]').getByLabel('Account name')),
  ).toBeVisible();
  const name = page.getByLabel('Account name');
  const before = await name.inputValue();
  await name.fill(`${before} *`);
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(heading(page)).toHaveText(`${before} *`);
  await expect(page.getByText('Carrier account saved').first()).toBeVisible();
  await page.getByLabel('Account name').fill(before);
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(heading(page)).toHaveText(before);
});

for (const [what, pattern] of [
  ['entry', REMOTE_ENTRY],
  ['module', ACCOUNT_FORM],
] as const) {
  for (const failures of [1, 2]) {
    test(`a plugin whose ${what} cannot be fetched shows its fallback, and comes with retry ${failures}`, async ({
      page,
    }) => {
      await signIn(page);
      let missing = failures;
      const refused: string[] = [];
      await page.route(pattern, (route) => {
        if (missing === 0) return route.continue();
        refused.push(new URL(route.request().url()).pathname);
        return route.abort();
      });
      await page.goto(FORM);
      await expect(page.getByText(FALLBACK)).toBeVisible();
      await expect(heading(page)).toContainText('New account');
      for (missing = failures - 1; missing > 0; missing -= 1) {
        const before = refused.length;
        await page.getByRole('button', { name: 'Try again' }).click();
        await expect.poll(() => refused.length).toBe(before + 1);
        await expect(page.getByText(FALLBACK)).toBeVisible();
      }
      await page.getByRole('button', { name: 'Try again' }).click();
      await expect(form(page)).toBeVisible();
      // Every attempt used another URL.
      expect(new Set(refused).size).toBe(failures);
    });
  }
}

test('a plugin that no retry brings offers to reload the page, which brings it', async ({
  page,
}) => {
  await signIn(page);
  await page.route(REMOTE_ENTRY, (route) => route.abort());
  await page.goto(FORM);
  for (let retry = 1; retry <= 3; retry += 1) {
    const asked = page.waitForRequest(REMOTE_ENTRY);
    await page.getByRole('button', { name: 'Try again' }).click();
    await asked;
  }
  await page.unroute(REMOTE_ENTRY);
  await page.getByRole('button', { name: 'Reload the page' }).click();
  await expect(form(page)).toBeVisible();
});

test('a part that failed leaves the plugin’s other parts as they are', async ({ page }) => {
  await signIn(page);
  await page.goto('/bookings');
  const row = page.getByRole('row').filter({ hasText: 'Own fleet' }).first();
  await row.getByRole('link').first().click();
  await expect(
    page.locator('[data-plugin=own-fleet]').getByRole('heading', { name: 'Scans of our fleet' }),
  ).toBeVisible();
  const booking = page.url();
  await page.route(ACCOUNT_FORM, (route) => route.abort());
  await page.evaluate(() => history.pushState(null, '', '/carriers/new/own-fleet'));
  await page.evaluate(() => dispatchEvent(new PopStateEvent('popstate')));
  await expect(page.getByText(FALLBACK)).toBeVisible();
  await page.unroute(ACCOUNT_FORM);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(form(page)).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(booking);
  await expect(
    page.locator('[data-plugin=own-fleet]').getByRole('heading', { name: 'Scans of our fleet' }),
  ).toBeVisible();
});

test('a tampered plugin is not run', async ({ page }) => {
  await signIn(page);
  await page.route(ACCOUNT_FORM, async (route) => {
    const response = await route.fetch();
    await route.fulfill({
      response,
      body: `${await response.text()}\n;globalThis.tampered = true;`,
    });
  });
  await page.goto(FORM);
  await expect(page.getByText(FALLBACK)).toBeVisible();
  await expect(heading(page)).toContainText('New account');
  expect(await page.evaluate(() => 'tampered' in globalThis)).toBe(false);
});

test('a plugin that throws is contained', async ({ page }) => {
  await signIn(page);
  // No form can be made of these settings.
  await page.route('**/getcarrierattributes*', (route) =>
    route.fulfill({ json: { result: { not: 'a list' }, success: true, error: null, __abp: true } }),
  );
  await page.goto(FORM);
  await expect(page.getByText(FALLBACK)).toBeVisible();
  await expect(heading(page)).toContainText('New account');
  await page.unroute('**/getcarrierattributes*');
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: 'Settings' })
    .click();
  await expect(heading(page)).toHaveText('Settings');
});

test('a slow plugin leaves the page usable while it comes', async ({ page }) => {
  await signIn(page);
  await page.route(REMOTE_ENTRY, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1500));
    await route.continue();
  });
  await page.goto(FORM);
  await expect(heading(page)).toContainText('New account');
  await expect(page.locator('[aria-busy=true]').first()).toBeVisible();
  await expect(form(page)).toBeVisible();
});

test('a plugin made for a newer kit is named and never fetched', async ({ page }) => {
  await page.route('**/api/plugins/manifest', async (route) => {
    const response = await route.fetch();
    const answer = (await response.json()) as { result: { plugins: { sdk: string }[] } };
    for (const plugin of answer.result.plugins) plugin.sdk = '^9.0.0';
    await route.fulfill({ response, json: answer });
  });
  const fetched: string[] = [];
  page.on(
    'request',
    (request) => request.url().includes('/plugins/own-fleet/') && fetched.push(request.url()),
  );
  await signIn(page);
  await page.goto(FORM);
  await expect(
    page.getByText('This panel requires a different version of the application.'),
  ).toBeVisible();
  expect(fetched).toEqual([]);
});

test('a scan entered in a plugin’s panel shows on the whole booking', async ({ page }) => {
  await signIn(page);
  await page.goto('/bookings');
  const row = page
    .getByRole('row')
    .filter({ hasText: 'Own fleet' })
    .filter({ hasText: /In transit|Picked up|At depot/ })
    .first();
  await row.getByRole('link').first().click();
  const panel = page.locator('[data-plugin=own-fleet]');
  await expect(panel.getByRole('heading', { name: 'Scans of our fleet' })).toBeVisible();
  await settled(page);
  await panel.getByRole('button', { name: 'Enter a scan' }).click();
  await panel.getByLabel('What happened').selectOption('OutForDelivery');
  await panel.getByLabel(/Where/).fill('Dock 7');
  await panel.getByRole('button', { name: 'Save the scan' }).click();
  await expect(
    page
      .getByRole('list', { name: 'Timeline' })
      .getByRole('listitem')
      .filter({ hasText: 'Dock 7' }),
  ).toHaveCount(1);
  await expect(page.getByRole('main').getByText('Out for delivery').first()).toBeVisible();
});

test('styles of a plugin stay its own', async ({ page }) => {
  await signIn(page);
  await page.goto('/settings');
  const card = page.getByRole('main').locator('section').first();
  const before = await card.evaluate((element) => getComputedStyle(element).padding);
  await page.goto(FORM);
  await expect(form(page)).toBeVisible();
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: 'Settings' })
    .click();
  await expect(heading(page)).toHaveText('Settings');
  expect(await card.evaluate((element) => getComputedStyle(element).padding)).toBe(before);
});
